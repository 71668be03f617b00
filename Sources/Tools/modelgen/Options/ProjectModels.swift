import CommandArguments
import FileAccess
import ModelCompiler
import ModelConfiguration

/// The models that a command reads.
enum ProjectModels {
    /// The absolute paths of the specified models, or of the models that the project lists.
    ///
    /// - Parameter mayBeGone: Whether a model can be missing, for example because only a commit has it.
    /// - Throws: `FileError` if there is nothing at a path.
    static func listed(
        _ named: [PathArgument], in settings: inout ProjectSettings, mayBeGone: Bool = false
    ) throws -> [String] {
        let paths = named.isEmpty ? try settings.projectConfiguration().models : named.map(\.absolutePath)
        // The errors of the configuration, which the command reports, can be the reason.
        if !mayBeGone, settings.diagnostics.isEmpty {
            for path in paths { try FileReader.requirePresence(at: path) }
        }
        return paths
    }

    /// The absolute paths of the specified models, or of the models that the project lists, or else the working
    /// directory.
    static func paths(
        _ named: [PathArgument], in settings: inout ProjectSettings, mayBeGone: Bool = false
    ) throws -> [String] {
        let paths = try listed(named, in: &settings, mayBeGone: mayBeGone)
        return paths.isEmpty ? [AbsolutePath.of(".")] : paths
    }

    /// The paths for a command that uses no other settings of the project.
    static func paths(_ named: [PathArgument], mayBeGone: Bool = false) throws -> [String] {
        var settings = ProjectSettings(workingDirectory: AbsolutePath.of("."))
        let paths = try paths(named, in: &settings, mayBeGone: mayBeGone)
        try CommandExit.check(settings)
        return paths
    }
}
