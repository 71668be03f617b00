import ArgumentParser
import ModelHistory
import XCDataModel

/// `modelgen version add`: a new version, like another one.
struct VersionAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a copy of the current version to a model, and make it current.",
        discussion: """
            EXAMPLES:
              modelgen version add Models/Shop.xcdatamodeld
              modelgen version add Models/Shop.xcdatamodeld "Shop 2.1" \\
                --from-version "Shop" --keep-current
            """)

    @Argument(help: "The bundle (.xcdatamodeld).", completion: .file()) var model: String

    @Argument(help: "The name of the new version. The default is the next number.") var name: String?

    @Option(help: .init("The version to copy. The default is the current version.", valueName: "name"))
    var fromVersion: String?

    @Flag(help: "Keep the current version current.") var keepCurrent = false

    func run() async throws {
        do {
            let bundle = try await VersionedModel.bundle(at: model)
            let source = try fromVersion.map(bundle.existingVersion) ?? bundle.current ?? bundle.versions.last
            guard let source, let contents = source.document.originalBytes else { throw Failure.modelErrors }
            let taken = Set(bundle.versions.map(\.name))
            let name =
                name.map(VersionedModel.versionName) ?? ModelBundleEditor.nextName(after: source.name, taken: taken)
            guard !taken.contains(name) else {
                throw ValidationError("'\(bundle.name)' already has a version '\(name)'")
            }
            try ModelBundleEditor(path: bundle.path)
                .addVersion(named: name, holding: contents, isCurrent: !keepCurrent)
            try TextDestination.write("\(name)\n", to: nil)
        } catch {
            throw Failure.report(error)
        }
    }
}
