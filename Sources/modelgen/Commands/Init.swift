import ArgumentParser
import FileAccess
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics

/// `modelgen init`: the configuration that a project begins with.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a modelgen.yml with comments for the models there are.",
        discussion: """
            Looks for models in the working folder, and writes modelgen.yml there, which 'modelgen generate' then follows. \
            A file that is there stays as it is.

            EXAMPLES:
              modelgen init
              modelgen init Sources/App
            """)

    @Argument(help: "Models, or folders to search.")
    var models: [String] = []

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
