import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelProjects

/// `modelgen new`: creates a bundle with one version.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create an .xcdatamodeld bundle with one empty version.",
        discussion: """
            Model editors and all commands of this tool can open it. The command does not replace existing files.

            EXAMPLES:
              modelgen new Shop
              modelgen new Sources/App/Shop
            """)

    @Argument(
        help: "The name of the model, or a path that ends with it.", completion: .directory,
        transform: PathArgument.init(targetArgument:))
    var name: PathArgument

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let suffix = ".xcdatamodeld"
        // The shell completes the names of folders with a slash.
        let name = name.path.withoutSlashAtEnd
        let path = AbsolutePath.of(name.hasSuffix(suffix) ? name : name + suffix)
        let modelName = String(URL(filePath: path).lastPathComponent.dropLast(suffix.count))
        try ModelBundleEditor(path: path).make(named: modelName)
    }
}
