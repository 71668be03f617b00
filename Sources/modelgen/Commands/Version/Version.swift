import ArgumentParser
import ModelCompiler
import ModelDiagnostics
import ModelHistory

/// `modelgen version`: the versions of a bundle.
struct Version: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "List, add, and choose the versions of a model, and print their hashes.",
        discussion: """
            EXAMPLES:
              modelgen version list Models/Shop.xcdatamodeld
              modelgen version add Models/Shop.xcdatamodeld
              modelgen version current Models/Shop.xcdatamodeld "Shop 2"
              modelgen version hashes Models/Shop.xcdatamodeld --all-versions
            """,
        subcommands: [VersionList.self, VersionCurrent.self, VersionAdd.self, VersionHashes.self])
}

/// `modelgen version list`: the versions of models.
struct VersionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the versions of models, with an asterisk for the current one.",
        discussion: """
            EXAMPLES:
              modelgen version list Models/Shop.xcdatamodeld
            """)

    @Argument(help: "Models, or folders to search. The default is the models of the project.", completion: .file())
    var models: [String] = []

    func run() async throws {
        do {
            var diagnostics: [LocatedDiagnostic] = []
            var lines: [String] = []
            let folder = WorkingFolder(path: AbsolutePath.of("."))
            for path in try ProjectModels.paths(models) {
                for model in await DiskModels().models(at: path, into: &diagnostics) {
                    lines.append(folder.shortened(model.path))
                    lines += model.versions.map { ($0.name == model.currentName ? "* " : "  ") + $0.name }
                }
            }
            try Failure.check(diagnostics)
            try TextDestination.write(lines.map { $0 + "\n" }.joined(), to: nil)
        } catch {
            throw Failure.report(error)
        }
    }
}

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

    @Argument(help: "The bundle (.xcdatamodeld).", completion: .file()) var model: String

    @Argument(help: "The version to make current.") var name: String?

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
