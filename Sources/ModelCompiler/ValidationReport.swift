public import ModelDiagnostics
import ModelValidation

/// What came of validating models.
public struct ValidationReport: Sendable, Hashable {
    /// What there is to say, sorted by place. Findings that a baseline accepts are not in it.
    public var diagnostics: [LocatedDiagnostic] = []
    /// How many versions were found.
    public var versionCount = 0
    /// How many of them are data models that could be read.
    public var readCount = 0
    /// How many findings baselines accept.
    public var acceptedCount = 0
    /// The baselines, as they would be when everything of today was accepted, by path.
    public var updatedBaselines: [BaselineFile] = []

    /// A report about nothing.
    public init() {}

    /// How many diagnostics have a severity.
    public func count(_ severity: Diagnostic.Severity) -> Int {
        diagnostics.count { $0.severity == severity }
    }

    /// One line for people: `490 versions, 1 error, 12 warnings`.
    public var summary: String {
        var parts = [Self.text(versionCount, "version")]
        for severity in Diagnostic.Severity.allCases.reversed() where count(severity) > 0 {
            parts.append(Self.text(count(severity), severity.rawValue))
        }
        if diagnostics.isEmpty { parts.append("no findings") }
        if acceptedCount > 0 { parts.append("\(acceptedCount) accepted by the baseline") }
        return parts.joined(separator: ", ")
    }

    private static func text(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
