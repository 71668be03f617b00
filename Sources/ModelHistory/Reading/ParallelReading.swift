import ModelCompiler
import ModelDiagnostics

/// Reads many versions on all cores.
enum ParallelReading {
    /// What came of one version.
    struct Outcome: Sendable {
        var version: ModelVersion?
        var diagnostics: [LocatedDiagnostic] = []
    }

    /// The outcomes in the order of the files.
    static func read(_ files: [VersionFile]) async -> [Outcome] {
        await ParallelWork.map(files) { file in
            var outcome = Outcome()
            outcome.version = file.read(into: &outcome.diagnostics)
            return outcome
        }
    }
}
