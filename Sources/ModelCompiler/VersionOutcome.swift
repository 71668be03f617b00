import FileAccess
import ModelDiagnostics
import ModelEvolution
import ModelValidation
import XCDataModel

/// What came of validating one version, measured against its baseline.
struct VersionOutcome: Sendable {
    /// Whether the file is a data model at all.
    let isRead: Bool
    /// What the baseline does not accept.
    let reported: [Diagnostic]
    /// The same with its places, in the same order.
    var diagnostics: [LocatedDiagnostic]
    let baselinePath: String?
    /// What the version is called in its baseline.
    let baselineName: String
    /// Everything that a baseline could accept: what is found in a data model, not that a file is none.
    let findings: [Diagnostic]
    let acceptedCount: Int
    /// How many findings the baseline accepts that are no longer there.
    let goneCount: Int

    /// - Parameters:
    ///   - contents: The bytes of the version's file, or why they cannot be read.
    ///   - isAccepted: Whether the baseline is about to be written anew, with everything there is.
    init(
        _ version: ModelSelection.Version, _ contents: Result<[UInt8], FileFailure>, baseline: BaselineFile?,
        isAccepted: Bool
    ) {
        let check = VersionCheck(version.source, contents, options: version.settings.validation)
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
        let remaining = isAccepted ? [] : baseline.baseline.filter(findings, in: name)
        // What a new version breaks is not looked at here.
        let surplus =
            isAccepted
            ? [] : baseline.baseline.surplus(over: findings, in: name).filter { !EvolutionRule.isCode($0.code) }
        baselineName = name
        reported = remaining
        diagnostics = check.located(remaining)
        acceptedCount = findings.count - remaining.count
        goneCount = surplus.reduce(0) { $0 + $1.count }
    }
}
