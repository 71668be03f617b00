public import ModelDiagnostics

/// Writes diagnostics as workflow commands, which GitHub shows next to the lines of a pull request.
///
/// Source: GitHub Docs, “Workflow commands for GitHub Actions”; the escapes are the same as in the package
/// `@actions/core`.
///
/// ```swift
/// let commands = DiagnosticGitHubFormatter(context).format(diagnostics)
/// // ::error file=modelgen.yml,line=2,col=1,title=key-unknown::unknown key 'model'%0Adid you mean 'models'?
/// ```
public struct DiagnosticGitHubFormatter: DiagnosticFormatter {
    private let workingDirectory: WorkingDirectory
    private let maximumCount: Int?

    /// Creates a formatter that writes paths relative to the working directory.
    public init(_ context: DiagnosticContext) {
        workingDirectory = context.workingDirectory
        maximumCount = context.maximumCount
    }

    /// Returns one line for each diagnostic, with a line feed at its end. Notes and the hint are further lines of its
    /// message.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let shown = ShownDiagnostics(diagnostics, limit: maximumCount)
        return (shown.diagnostics.map(command) + shown.remarks.map { "::notice::\($0)" }).map { $0 + "\n" }.joined()
    }

    private func command(_ diagnostic: LocatedDiagnostic) -> String {
        let position = diagnostic.position
        var properties = ["file=" + Self.escapedProperty(workingDirectory.shortenedPath(of: position.file))]
        if let line = position.line { properties.append("line=\(line)") }
        if let column = position.column { properties.append("col=\(column)") }
        properties.append("title=" + Self.escapedProperty(diagnostic.code.rawValue))
        return "::\(Self.name(of: diagnostic.severity)) \(properties.joined(separator: ","))::\(message(diagnostic))"
    }

    private func message(_ diagnostic: LocatedDiagnostic) -> String {
        var lines = [diagnostic.message]
        for note in diagnostic.notes {
            var position = note.position
            position.file = workingDirectory.shortenedPath(of: position.file)
            lines.append("\(position): \(note.message)")
        }
        if let hint = diagnostic.hint { lines.append(hint) }
        return lines.map { Self.escapedData($0.withVisibleControls) }.joined(separator: "%0A")
    }

    private static func name(of severity: Diagnostic.Severity) -> String {
        switch severity {
        case .note: "notice"
        case .warning: "warning"
        case .error: "error"
        }
    }

    private static func escapedData(_ text: String) -> String { escaped(text, ["%", "\r", "\n"]) }
    private static func escapedProperty(_ text: String) -> String { escaped(text, ["%", "\r", "\n", ":", ","]) }

    private static func escaped(_ text: String, _ marks: Set<Unicode.Scalar>) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if marks.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + String(repeating: "0", count: 2 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
