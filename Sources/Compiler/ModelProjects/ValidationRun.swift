import FileAccess
public import ModelCompiler
import ModelDiagnostics
import ModelValidation

/// Validates model versions on all cores. The report does not depend on how the work is distributed.
///
/// ```swift
/// let report = try ValidationRun(selection).report { completedCount in
///     print("\(completedCount) of \(selection.versions.count)")
/// }
/// ```
public struct ValidationRun: Sendable {
    private let selection: ModelSelection
    private let acceptsFindings: Bool
    private var baselines: [String: BaselineFile] = [:]

    /// - Parameters:
    ///   - selection: The versions to validate.
    ///   - acceptsFindings: Whether to accept the current findings. Baselines can then be missing, and findings that
    ///     they can accept are not reported.
    /// - Throws: ``ProjectFileError`` if a baseline cannot be read.
    public init(_ selection: ModelSelection, acceptsFindings: Bool = false) throws(ProjectFileError) {
        self.selection = selection
        self.acceptsFindings = acceptsFindings
        for path in Set(selection.versions.compactMap(\.settings.baselinePath)) {
            baselines[path] =
                acceptsFindings && !BaselineFile.exists(at: path)
                ? BaselineFile(path: path) : try BaselineFile(readingFrom: path)
        }
    }

    /// Reads and checks every version.
    ///
    /// ```swift
    /// let report = try ValidationRun(selection).report(foldsVersions: false)  // Repeats what all versions share.
    /// ```
    ///
    /// - Parameters:
    ///   - foldsVersions: Whether findings that the current version of a bundle shares with other versions are reported
    ///     once.
    ///   - progress: A closure that receives the number of completed versions. Calls never overlap.
    public func report(
        foldsVersions: Bool = true, progress: @Sendable (_ completedCount: Int) -> Void = { _ in }
    ) -> ValidationReport {
        var outcomes = outcomes(progress: progress)
        if foldsVersions { RepeatedFindings.fold(&outcomes, of: selection.versions) }
        let update = BaselineUpdate(of: Array(baselines.values), with: outcomes)
        var report = ValidationReport()
        report.versionCount = outcomes.count
        report.readableVersionCount = outcomes.count { $0.isRead }
        report.acceptedFindingCount = outcomes.reduce(0) { $0 + $1.acceptedCount }
        report.updatedBaselines = update.files
        report.diagnostics = selection.diagnostics + outcomes.flatMap(\.diagnostics)
        if !acceptsFindings { report.diagnostics += notes(outcomes, update) }
        report.diagnostics.sort()
        return report
    }

    private func outcomes(progress: @Sendable (_ completedCount: Int) -> Void) -> [VersionOutcome] {
        ParallelWork.map(selection.versions, progress: progress) { version in
            VersionOutcome(
                version, baseline: version.settings.baselinePath.flatMap { baselines[$0] }, isAccepted: acceptsFindings)
        }
    }

    /// The diagnostics about entries that can be removed from the baselines.
    private func notes(_ outcomes: [VersionOutcome], _ update: BaselineUpdate) -> [LocatedDiagnostic] {
        var counts = update.missingCounts
        for outcome in outcomes where outcome.goneCount > 0 {
            counts[outcome.baselinePath ?? "", default: 0] += outcome.goneCount
        }
        return counts.map { path, count in
            LocatedDiagnostic(.outdatedBaseline(goneCount: count), file: path) { _ in nil }
        }
    }
}
