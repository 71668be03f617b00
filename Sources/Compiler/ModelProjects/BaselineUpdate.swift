import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelValidation

/// The baselines of a run if all its current findings were accepted.
struct BaselineUpdate {
    /// The baselines, by path.
    let files: [BaselineFile]
    /// The number of findings that each baseline accepts in models that no longer exist, by path. Baselines without any
    /// are not included.
    let missingCounts: [String: Int]

    init(of baselines: [BaselineFile], with outcomes: [VersionOutcome]) {
        let outcomesByPath = Dictionary(grouping: outcomes.filter(\.isRead)) { $0.baselinePath ?? "" }
        var files: [BaselineFile] = []
        var missingCounts: [String: Int] = [:]
        for var file in baselines.sorted(by: { $0.path < $1.path }) {
            // A run can cover a part of the project only. Findings in other models stay accepted.
            for model in file.baseline.models where !file.isOnDisk(model) {
                missingCounts[file.path, default: 0] += file.baseline.removeEntries(of: model)
            }
            for outcome in outcomesByPath[file.path] ?? [] {
                file.baseline.removeEntries(of: outcome.baselineName) { !DiagnosticRule.isEvolutionRule($0) }
                file.baseline.accept(outcome.findings, in: outcome.baselineName)
            }
            files.append(file)
        }
        self.files = files
        self.missingCounts = missingCounts
    }
}

extension DiagnosticRule {
    static let baselineStale = Self("baseline-stale", .note, "A baseline accepts findings that no longer occur.")
}

extension Diagnostic {
    static func outdatedBaseline(goneCount: Int) -> Self {
        let subject =
            goneCount == 1 ? "1 accepted finding no longer occurs" : "\(goneCount) accepted findings no longer occur"
        return Diagnostic(
            .baselineStale, subject, at: .file,
            hint: "update the baseline: run modelgen validate with --write-baseline")
    }
}
