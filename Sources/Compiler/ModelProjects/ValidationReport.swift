public import ModelCompiler
public import ModelDiagnostics
import ModelValidation

/// The result of validating models.
///
/// ```swift
/// print(DiagnosticTextFormatter().format(report.diagnostics) + report.summary)
/// let isValid = report.count(.error) == 0
/// ```
public struct ValidationReport: Sendable, Hashable {
    /// The diagnostics, sorted by place, without findings that a baseline accepts.
    public var diagnostics: [LocatedDiagnostic] = []
    /// The number of versions found.
    public var versionCount = 0
    /// The number of versions that are readable data models.
    public var readableVersionCount = 0
    /// The number of findings that baselines accept.
    public var acceptedFindingCount = 0
    /// The baselines if all current findings were accepted, by path.
    public var updatedBaselines: [BaselineFile] = []

    /// Creates an empty report.
    public init() {}

    /// Returns the number of diagnostics with a severity.
    public func count(_ severity: Diagnostic.Severity) -> Int { diagnostics.count { $0.severity == severity } }

    /// A summary in one line: `490 versions, 1 error, 12 warnings`.
    public var summary: String {
        var parts = [Self.text(versionCount, "version")]
        for severity in Diagnostic.Severity.allCases.reversed() where count(severity) > 0 {
            parts.append(Self.text(count(severity), severity.rawValue))
        }
        if diagnostics.isEmpty { parts.append("no findings") }
        if acceptedFindingCount > 0 { parts.append("\(acceptedFindingCount) accepted by the baseline") }
        return parts.joined(separator: ", ")
    }

    private static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
