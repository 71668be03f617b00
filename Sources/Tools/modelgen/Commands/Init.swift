import ArgumentParser
import CommandArguments
import FileAccess
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelProjects

/// `modelgen init`: creates the initial configuration of a project.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create a commented modelgen.yml for existing models.",
        discussion: """
            The command searches the working folder for models, and writes modelgen.yml there for 'modelgen generate'. \
            It does not overwrite an existing file.

            EXAMPLES:
              modelgen init
              modelgen init Sources/App
            """)

    @Argument(help: "Models, or folders to search.") var models: [PathArgument] = []
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let folder = WorkingDirectory.current
        var diagnostics: [LocatedDiagnostic] = []
        let places = models.isEmpty ? [AbsolutePath.of(".")] : models.map(\.absolutePath)
        let paths = try ModelCompiler.namedModels(at: places, into: &diagnostics)
        // A project can start without a model, but a specified model must exist.
        if !models.isEmpty { try CommandExit.check(diagnostics) }
        let text = InitialConfiguration(models: Set(paths.map(folder.relativePath(of:))).sorted()).text
        let path = folder.path + "/" + ProjectConfiguration.fileName
        // Creating a file fails if it exists, so the command never replaces one.
        try LocalFileSystem().create(path, containing: Array(text.utf8), like: nil)
        if paths.isEmpty {
            StandardError.writeNote(
                "modelgen: note: the folder contains no data model yet; create one with modelgen new, and list it in "
                    + "\(ProjectConfiguration.fileName)\n")
        }
    }
}
