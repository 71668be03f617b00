import ArgumentParser
import ModelCompiler
import ModelDiagnostics
import ModelHistory

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
