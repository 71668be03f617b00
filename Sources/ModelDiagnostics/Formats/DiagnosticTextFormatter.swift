/// Writes diagnostics as compilers do, so that terminals, build logs and editors understand them.
public struct DiagnosticTextFormatter: DiagnosticFormatter {
    private let shownCount: Int?

    /// A formatter.
    ///
    /// - Parameter shownCount: How many diagnostics of one code are written; nil for all. The others are counted.
    public init(shownCount: Int? = DiagnosticContext.usualShownCount) {
        self.shownCount = shownCount
    }

    /// One line for the diagnostic and one for each note and the hint, each ended by a line feed.
    public func format(_ diagnostic: LocatedDiagnostic) -> String {
        var lines = ["\(diagnostic.position): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]"]
        lines += diagnostic.notes.map { "\($0.position): note: \($0.message)" }
        if let hint = diagnostic.hint {
            lines.append("\(diagnostic.position): note: \(hint)")
        }
        return lines.map { $0.withVisibleControls + "\n" }.joined()
    }

    /// The diagnostics, sorted, and how many are not shown.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let shown = ShownDiagnostics(diagnostics, limit: shownCount)
        return (shown.diagnostics.map(format) + shown.remarks.map { "note: \($0)\n" }).joined()
    }
}
