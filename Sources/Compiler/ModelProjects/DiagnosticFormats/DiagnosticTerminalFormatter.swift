public import ModelDiagnostics

/// Writes diagnostics for a terminal: as compilers write them, with the source line and a caret, and in color.
///
/// ```swift
/// let lines = ["# The models of the shop", "model: [Shop.xcdatamodeld]"]
/// let text = DiagnosticTerminalFormatter(
///     context, sources: ["/code/shop/modelgen.yml": lines], usesColor: false
/// ).format(diagnostics)
/// // modelgen.yml:2:1: error: unknown key 'model' [key-unknown]
/// //  2 | model: [Shop.xcdatamodeld]
/// //    | ^
/// //   = did you mean 'models'?
/// ```
public struct DiagnosticTerminalFormatter: DiagnosticFormatter {
    private let context: DiagnosticContext
    private let sources: [String: [String]]
    private let usesColor: Bool

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - context: The context of the diagnostics.
    ///   - sources: The lines of the files with diagnostics, by path, as far as they can be read.
    ///   - usesColor: Whether the terminal supports color, and the user wants it.
    public init(_ context: DiagnosticContext, sources: [String: [String]], usesColor: Bool) {
        self.context = context
        self.sources = sources
        self.usesColor = usesColor
    }

    /// Returns the diagnostics, sorted, and the number of hidden diagnostics.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let shown = ShownDiagnostics(diagnostics, limit: context.maximumCount)
        return (shown.diagnostics.map(format) + shown.remarks.map { "note: \($0)\n" }).joined()
    }

    private func format(_ diagnostic: LocatedDiagnostic) -> String {
        let place = "\(shortened(diagnostic.position)):".withVisibleControls
        let severity = painted("\(diagnostic.severity.rawValue):", Self.color(of: diagnostic.severity))
        let message = painted(diagnostic.message.withVisibleControls, Self.bold)
        var lines = ["\(place) \(severity) \(message) [\(diagnostic.code)]"]
        lines += excerpt(at: diagnostic.position)
        for note in diagnostic.notes {
            lines.append("\(shortened(note.position)): note: \(note.message)".withVisibleControls)
            lines += excerpt(at: note.position)
        }
        if let hint = diagnostic.hint { lines.append("  = \(hint)".withVisibleControls) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func shortened(_ position: SourcePosition) -> SourcePosition {
        var position = position
        position.file = context.workingDirectory.shortenedPath(of: position.file)
        return position
    }

    // MARK: The line

    private static let widestLine = 100

    /// The source line with a caret below the column. A long line is cut around the column.
    private func excerpt(at position: SourcePosition) -> [String] {
        guard let line = position.line, let text = sources[position.file], text.indices.contains(line - 1) else {
            return []
        }
        let characters = Array(text[line - 1].replacing("\t", with: " "))
        let column = min(max((position.column ?? 1) - 1, 0), characters.count)
        let indent = characters.prefix { $0 == " " }.count
        let start = max(min(indent, column), column - Self.widestLine / 2)
        let end = min(characters.count, start + Self.widestLine)
        let before = start > indent ? "…" : ""
        let after = end < characters.count ? "…" : ""
        let number = String(line)
        let margin = String(repeating: " ", count: number.count)
        let shown = before + String(characters[start..<end]).withVisibleControls + after
        let caret = String(repeating: " ", count: column - start + before.count) + painted("^", Self.green)
        return [" \(number) | \(shown)", position.column == nil ? "" : " \(margin) | \(caret)"].filter { !$0.isEmpty }
    }

    // MARK: Color

    private static let bold = "1"
    private static let green = "1;32"

    private static func color(of severity: Diagnostic.Severity) -> String {
        switch severity {
        case .note: "1;36"
        case .warning: "1;35"
        case .error: "1;31"
        }
    }

    private func painted(_ text: String, _ color: String) -> String {
        usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}
