/// Writes diagnostics as compilers do, so that terminals, build logs and editors understand them.
public struct DiagnosticTextFormatter: Sendable {
    public init() {}

    /// One line for the diagnostic and one for each note and the hint, each ended by a line feed.
    public func format(_ diagnostic: LocatedDiagnostic) -> String {
        var lines = ["\(diagnostic.position): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]"]
        lines += diagnostic.notes.map { "\($0.position): note: \($0.message)" }
        if let hint = diagnostic.hint {
            lines.append("\(diagnostic.position): note: \(hint)")
        }
        return lines.map { Self.onOneLine($0) + "\n" }.joined()
    }

    /// All diagnostics, sorted.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        diagnostics.sorted().map(format).joined()
    }

    /// Names come from the model; a line feed or a terminal's escape in one must not forge a line of its own.
    private static func onOneLine(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}" {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
