import ModelEvolution
import ModelValidation

/// The baselines of a run as they would be when everything of today was accepted.
struct BaselineUpdate {
    /// By path.
    let files: [BaselineFile]
    /// How many findings each accepts in models that are no longer on disk, by path; only where there are any.
    let missingCounts: [String: Int]

    init(of baselines: [BaselineFile], with outcomes: [VersionOutcome]) {
        let outcomesByPath = Dictionary(grouping: outcomes.filter(\.isRead)) { $0.baselinePath ?? "" }
        var files: [BaselineFile] = []
        var missingCounts: [String: Int] = [:]
        for var file in baselines.sorted(by: { $0.path < $1.path }) {
            // A run may cover a part of the project only; what it has not looked at stays accepted.
            for model in file.baseline.models where !file.isOnDisk(model) {
                missingCounts[file.path, default: 0] += file.baseline.removeEntries(of: model)
            }
            for outcome in outcomesByPath[file.path] ?? [] {
                file.baseline.removeEntries(of: outcome.baselineName) { !EvolutionRule.isCode($0) }
                file.baseline.accept(outcome.findings, in: outcome.baselineName)
            }
            files.append(file)
        }
        self.files = files
        self.missingCounts = missingCounts
    }
}
