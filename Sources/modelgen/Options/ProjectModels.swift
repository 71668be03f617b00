import ModelCompiler
import ModelConfiguration

/// The models that a command is about when it takes no other options of the project.
enum ProjectModels {
    /// The absolute paths of what is named, else of the models of the project, else the working folder.
    static func paths(_ named: [String]) throws -> [String] {
        guard named.isEmpty else { return named.map(AbsolutePath.of) }
        var settings = ProjectSettings(workingFolder: AbsolutePath.of("."))
        let models = try settings.projectConfiguration().models
        return models.isEmpty ? [AbsolutePath.of(".")] : models
    }
}
