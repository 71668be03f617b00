import FileAccess
import ModelCompiler
import ModelDiagnostics
import XCDataModel

/// The file of an unread version.
struct VersionFile: Sendable {
    var modelName: String
    var versionName: String
    /// The path for output.
    var file: String
    var bytes: Result<[UInt8], FileFailure>

    /// Reads the version.
    ///
    /// - Parameter diagnostics: Receives the errors of an invalid file. `modelgen validate` reports other problems.
    func read(into diagnostics: inout [LocatedDiagnostic]) -> ModelVersion? {
        var found: [Diagnostic] = []
        var document: ModelDocument?
        do {
            document = XCDataModelReader().read(try bytes.get(), named: modelName, into: &found)
        } catch {
            found.append(.unreadable(error))
        }
        diagnostics += found.filter { $0.severity == .error }.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: file) { document?.sourceMap.position(of: $0) }
        }
        return document.map { ModelVersion(name: versionName, file: file, document: $0) }
    }
}

/// Reads versions on all cores.
enum ParallelReading {
    /// The result of reading a version.
    struct Outcome: Sendable {
        var version: ModelVersion?
        var diagnostics: [LocatedDiagnostic] = []
    }

    /// Returns the outcomes in the order of the files.
    static func read(_ files: [VersionFile]) async -> [Outcome] {
        await ParallelWork.map(files) { file in
            var outcome = Outcome()
            outcome.version = file.read(into: &outcome.diagnostics)
            return outcome
        }
    }
}
