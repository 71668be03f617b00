import ArgumentParser
import FileAccess
import ModelCompiler
import ModelDiagnostics
import ModelHistory

extension VersionedModel {
    /// The only model at a path.
    ///
    /// - Throws: `ValidationError` if there is more than one model, or an exit code if there is none.
    static func only(at path: String) async throws -> VersionedModel {
        var diagnostics: [LocatedDiagnostic] = []
        try FileReader.requirePresence(at: AbsolutePath.of(path))
        let models = await DiskModels().models(at: [AbsolutePath.of(path)], into: &diagnostics)
        try Failure.check(diagnostics)
        guard let model = models.first, models.count == 1 else {
            throw ValidationError("'\(path)' contains \(models.count) models; specify one of them")
        }
        return model
    }

    /// The bundle at a path.
    static func bundle(at path: String) async throws -> VersionedModel {
        let model = try await only(at: path)
        guard model.path.hasSuffix(".xcdatamodeld") else {
            throw ValidationError("'\(path)' has no versions; specify an .xcdatamodeld bundle")
        }
        return model
    }

    /// The name of the version in an argument, which can also be the name of its folder.
    static func versionName(of argument: String) -> String {
        let name = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
        let suffix = ".xcdatamodel"
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// The version that an option names; the current version without one, or the last one if none is current.
    func chosenVersion(_ argument: String?) throws -> ModelVersion? {
        try argument.map(existingVersion) ?? current ?? versions.last
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
