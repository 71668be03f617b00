import FileAccess
import ModelCompiler
import ModelConfiguration

/// The models that a command is about.
enum ProjectModels {
    /// The absolute paths of what is named, else of the models of the project; none where it lists none.
    ///
    /// - Parameter mayBeGone: Whether a model may be one that is not there, or no longer.
    /// - Throws: `FileFailure` if there is nothing at a path.
    static func listed(
        _ named: [String], in settings: inout ProjectSettings, mayBeGone: Bool = false
    ) throws -> [String] {
        let paths = named.isEmpty ? try settings.projectConfiguration().models : named.map(AbsolutePath.of)
        if !mayBeGone {
            for path in paths { try FileReader.requirePresence(at: path) }
        }
        return paths
    }

    /// The absolute paths of what is named, else of the models of the project, else the working folder.
    ///
    /// - Parameter mayBeGone: Whether a model may be one that a commit has and the disk no longer.
    /// - Throws: `FileFailure` if there is nothing at a path.
    static func paths(
        _ named: [String], in settings: inout ProjectSettings, mayBeGone: Bool = false
    ) throws -> [String] {
        let paths = try listed(named, in: &settings, mayBeGone: mayBeGone)
        return paths.isEmpty ? [AbsolutePath.of(".")] : paths
    }

    /// The same for a command that takes no other options of the project.
    static func paths(_ named: [String], mayBeGone: Bool = false) throws -> [String] {
        var settings = ProjectSettings(workingFolder: AbsolutePath.of("."))
        return try paths(named, in: &settings, mayBeGone: mayBeGone)
    }
}
