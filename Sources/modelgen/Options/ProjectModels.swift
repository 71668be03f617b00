import FileAccess
import ModelCompiler
import ModelConfiguration

/// The models that a command is about when it takes no other options of the project.
enum ProjectModels {
    /// The absolute paths of what is named, else of the models of the project, else the working folder.
    ///
    /// - Parameter mayBeGone: Whether a model may be one that a commit has and the disk no longer.
    /// - Throws: `FileFailure` where there is nothing at a path.
    static func paths(_ named: [String], mayBeGone: Bool = false) throws -> [String] {
        var settings = ProjectSettings(workingFolder: AbsolutePath.of("."))
        let models = named.isEmpty ? try settings.projectConfiguration().models : named.map(AbsolutePath.of)
        if !mayBeGone {
            for path in models { try FileReader.requirePresence(at: path) }
        }
        return models.isEmpty ? [AbsolutePath.of(".")] : models
    }
}
