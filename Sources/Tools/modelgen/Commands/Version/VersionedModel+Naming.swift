import ArgumentParser
import CommandArguments
import FileAccess
import ModelCompiler
import ModelDiagnostics
import ModelProjects

extension VersionedModel {
    /// The only model at a path.
    ///
    /// - Throws: `ValidationError` if there is more than one model, or an exit code if there is none.
    static func only(at path: PathArgument) throws -> VersionedModel {
        try read(at: onlyPath(at: path))
    }

    /// Reads and changes the only model at a path, while no other process of this tool does.
    static func changeOnly(
        at path: PathArgument, _ work: (VersionedModel, ModelLock) throws -> Void
    ) throws {
        try path.refuseStandardInput()
        let path = try onlyPath(at: path)
        try ModelLock.withLock(ofModelAt: path) { lock in try work(read(at: path), lock) }
    }

    /// Reads the bundle at a path.
    static func bundle(at path: PathArgument) throws -> VersionedModel {
        try only(at: path).requiringBundle(at: path)
    }

    /// Reads and changes the bundle at a path, while no other process of this tool does.
    static func changeBundle(at path: PathArgument, _ work: (VersionedModel) throws -> Void) throws {
        try changeOnly(at: path) { model, _ in try work(model.requiringBundle(at: path)) }
    }

    private func requiringBundle(at path: PathArgument) throws -> VersionedModel {
        guard self.path.hasSuffix(".xcdatamodeld") else {
            throw ValidationError("'\(path.path)' has no versions; specify an .xcdatamodeld bundle")
        }
        return self
    }

    private static func onlyPath(at path: PathArgument) throws -> String {
        var diagnostics: [LocatedDiagnostic] = []
        try FileReader.requirePresence(at: path.absolutePath)
        let paths = ModelCompiler.models(at: path.absolutePath, into: &diagnostics)
        try CommandExit.check(diagnostics)
        guard let only = paths.first, paths.count == 1 else {
            throw ValidationError("'\(path.path)' contains \(paths.count) models; specify one of them")
        }
        return only
    }

    private static func read(at path: String) throws -> VersionedModel {
        var diagnostics: [LocatedDiagnostic] = []
        let models = DiskModels().models(at: [path], into: &diagnostics)
        try CommandExit.check(diagnostics)
        guard let model = models.first else { throw CommandExit.modelErrors }
        return model
    }

    /// The name of the version in an argument, which can also be the name of its folder.
    static func versionName(of argument: String) -> String {
        let name = argument.withoutSlashAtEnd
        let suffix = ".xcdatamodel"
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// The version that an option names; without one, the current version, or the only one.
    ///
    /// The command does not choose for someone whose `.xccurrentversion` is damaged, such as by a merge: the version
    /// could be a released one, which must not change.
    ///
    /// - Parameter option: The option, for messages.
    /// - Throws: `ValidationError` if there is no such version, or an exit code if the current version is unknown.
    func chosenVersion(_ argument: String?, option: String) throws -> ModelVersion {
        if let argument { return try existingVersion(argument) }
        if let version = currentVersion ?? (versions.count == 1 ? versions.first : nil) { return version }
        throw unknownCurrentVersion(option: option)
    }

    /// Reports that the current version is unknown, and returns the exit code.
    func unknownCurrentVersion(option: String) -> ExitCode {
        StandardError.write(
            "\(path): error: the current version of '\(name)' is unknown; specify a version with \(option), "
                + "or choose the current one with modelgen version current\n")
        return CommandExit.modelErrors
    }

    /// The version that an argument names.
    ///
    /// - Throws: `ValidationError` if there is no such version.
    func existingVersion(_ argument: String) throws -> ModelVersion {
        let name = Self.versionName(of: argument)
        if let version = version(named: name) { return version }
        let hint = NearestName.hint(for: name, among: versions.map(\.name))
        throw ValidationError("'\(self.name)' has no version '\(name)'; \(hint)")
    }
}
