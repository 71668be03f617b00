/// Writes diagnostics as compilers do, so that terminals, build logs and editors understand them.
public struct DiagnosticTextFormatter: DiagnosticFormatter {
    /// A formatter, which needs to know nothing.
    public init() {}

    /// One line for the diagnostic and one for each note and the hint, each ended by a line feed.
    public func format(_ diagnostic: LocatedDiagnostic) -> String {
        var lines = ["\(diagnostic.position): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]"]
        lines += diagnostic.notes.map { "\($0.position): note: \($0.message)" }
        if let hint = diagnostic.hint {
            lines.append("\(diagnostic.position): note: \(hint)")
        }
        return lines.map { $0.withVisibleControls + "\n" }.joined()
    }

    /// All diagnostics, sorted.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        diagnostics.sorted().map(format).joined()
    }
}
