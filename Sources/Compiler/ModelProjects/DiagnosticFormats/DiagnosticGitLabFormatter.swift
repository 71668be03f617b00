public import ModelDiagnostics
import ModelSchema
import StructuredText

/// Writes diagnostics as a Code Quality report, which GitLab shows in merge requests.
///
/// Source: GitLab Docs, “Code Quality report format”.
///
/// ```swift
/// let report = DiagnosticGitLabFormatter(context).format(diagnostics)
/// try Data(report.utf8).write(to: folder.appending(path: "gl-code-quality-report.json"))
/// ```
public struct DiagnosticGitLabFormatter: DiagnosticFormatter {
    private let workingDirectory: WorkingDirectory

    /// Creates a formatter that writes paths relative to the working directory.
    public init(_ context: DiagnosticContext) { workingDirectory = context.workingDirectory }

    /// Returns a list, sorted by place. It is empty if there are no diagnostics.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        var counts: [String: Int] = [:]
        let findings = diagnostics.sorted().map { diagnostic in
            // The fingerprint does not include the line, so a finding keeps it if other edits move the line. Equal
            // findings have a number.
            let path = workingDirectory.relativePath(of: diagnostic.position.file)
            let identity = "\(path)\n\(diagnostic.code)\n\(diagnostic.message)"
            let count = counts[identity, default: 0]
            counts[identity] = count + 1
            return finding(diagnostic, path: path, fingerprint: Self.hash(of: "\(identity)\n\(count)"))
        }
        return JSONText.text(of: .array(findings))
    }

    private func finding(_ diagnostic: LocatedDiagnostic, path: String, fingerprint: String) -> StructuredValue {
        let description = [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; ")
        // The format requires a line, even for a finding about the whole file.
        let lines = StructuredValue.members(.init("begin", .number(diagnostic.position.line ?? 1)))
        return .members(
            .init("description", .string(description)),
            .init("check_name", .string(diagnostic.code.rawValue)),
            .init("fingerprint", .string(fingerprint)),
            .init("severity", .string(Self.severity(diagnostic.severity))),
            .init("location", .members(.init("path", .string(path)), .init("lines", lines))))
    }

    private static func severity(_ severity: Diagnostic.Severity) -> String {
        switch severity {
        case .note: "info"
        case .warning: "minor"
        case .error: "major"
        }
    }

    private static func hash(of text: String) -> String { SHA256.hash(of: Array(text.utf8)).hexadecimalDigits }
}
