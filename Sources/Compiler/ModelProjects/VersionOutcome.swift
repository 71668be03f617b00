import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelValidation
import XCDataModel

/// The result of validating one version, compared with its baseline.
struct VersionOutcome: Sendable {
    /// Whether the file is a data model.
    let isRead: Bool
    /// The diagnostics that the baseline does not accept.
    let reported: [Diagnostic]
    /// The same diagnostics with their places, in the same order.
    var diagnostics: [LocatedDiagnostic]
    let baselinePath: String?
    /// The name of the version in its baseline.
    let baselineName: String
    /// The findings that a baseline can accept: the findings in a data model, but not that a file is not a data model.
    let findings: [Diagnostic]
    let acceptedCount: Int
    /// The number of accepted findings that no longer occur.
    let goneCount: Int

    /// Reads and checks a version.
    ///
    /// - Parameter isAccepted: Whether the run updates the baseline with all current findings.
    init(_ version: ModelSelection.Version, baseline: BaselineFile?, isAccepted: Bool) {
        var check = VersionCheck(ModelFile(onDisk: version.source), options: version.settings.validation)
        check.checkCode(version.settings)
        isRead = check.document != nil
        findings = isRead ? check.diagnostics : []
        baselinePath = baseline?.path
        guard let baseline, isRead else {
            baselineName = ""
            reported = check.diagnostics
            diagnostics = check.located(check.diagnostics)
            (acceptedCount, goneCount) = (0, 0)
            return
        }
        let name = baseline.name(of: version.source.contentsPath)
        let remaining = isAccepted ? [] : baseline.baseline.newFindings(among: findings, in: name)
        // Only `modelgen breaking` reports what a new version breaks.
        let surplus =
            isAccepted
            ? []
            : baseline.baseline.obsoleteEntries(comparedTo: findings, in: name).filter {
                !DiagnosticRule.isEvolutionRule($0.code)
            }
        baselineName = name
        reported = remaining
        diagnostics = check.located(remaining)
        acceptedCount = findings.count - remaining.count
        goneCount = surplus.reduce(0) { $0 + $1.count }
    }
}
