import ArgumentParser
import Foundation
import ModelCompiler
import ModelHistory

/// `modelgen new`: a bundle with one version.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make an .xcdatamodeld bundle with one version that holds nothing yet.",
        discussion: """
            Model editors open it, and every command of this tool reads it. Nothing that is there is replaced.

            EXAMPLES:
              modelgen new Shop
              modelgen new Sources/App/Shop
            """)

    @Argument(help: "The name of the model, or a path that ends in it.", completion: .directory)
    var name: String

    func run() throws {
        let suffix = ".xcdatamodeld"
        // The shell completes the names of folders with a slash.
        let name = name.hasSuffix("/") ? String(name.dropLast()) : name
        let path = AbsolutePath.of(name.hasSuffix(suffix) ? name : name + suffix)
        let modelName = String(URL(filePath: path).lastPathComponent.dropLast(suffix.count))
        do {
            try ModelBundleEditor(path: path).make(named: modelName)
        } catch {
            throw Failure.report(error)
        }
    }
}
