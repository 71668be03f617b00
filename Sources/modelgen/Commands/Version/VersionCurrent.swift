import ArgumentParser
import ModelHistory

/// `modelgen version current`: which version is current, or which is to be.
struct VersionCurrent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "current",
        abstract: "Print the current version of a model, or choose another version.",
        discussion: """
            EXAMPLES:
              modelgen version current Models/Shop.xcdatamodeld
              modelgen version current Models/Shop.xcdatamodeld "Shop 2"
            """)

    @Argument(help: "The bundle (.xcdatamodeld).", completion: .file())
    var model: String

    @Argument(help: "The version to make current.")
    var name: String?

    func run() async throws {
        do {
            let bundle = try await VersionedModel.bundle(at: model)
            guard let name else {
                guard let current = bundle.currentName else { throw Failure.modelErrors }
                return try TextDestination.write(current + "\n", to: nil)
            }
            try ModelBundleEditor(path: bundle.path).setCurrent(try bundle.existingVersion(name).name)
        } catch {
            throw Failure.report(error)
        }
    }
}
