import ArgumentParser
import FileAccess
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics

/// `modelgen init`: the configuration that a project begins with.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a commented modelgen.yml for existing models.",
        discussion: """
            The command searches the working folder for models, and writes modelgen.yml there for 'modelgen generate'. It \
            does not overwrite an existing file.

            EXAMPLES:
              modelgen init
              modelgen init Sources/App
            """)

    @Argument(help: "Models, or folders to search.") var models: [String] = []

    func run() throws {
        let folder = WorkingFolder(path: AbsolutePath.of("."))
        var diagnostics: [LocatedDiagnostic] = []
        let named = models.isEmpty ? ["."] : models
        let paths: [String]
        do {
            paths = try ModelCompiler.namedModels(at: named.map(AbsolutePath.of), into: &diagnostics)
        } catch {
            throw Failure.report(error)
        }
        // A project may begin without a model, unless somebody has named one.
        if !models.isEmpty { try Failure.check(diagnostics) }
        let text = InitialConfiguration(models: Set(paths.map(folder.relative)).sorted()).text
        let path = folder.path + "/" + ProjectConfiguration.fileName
        do {
            // Making a file fails where there is one, so that nothing is ever replaced.
            try Disk().create(path, holding: Array(text.utf8), like: nil)
        } catch {
            throw Failure.report(error)
        }
    }
}
