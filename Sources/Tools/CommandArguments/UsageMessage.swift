import ModelDiagnostics

/// The argument parser's messages in the form of all others: a clause in lowercase, with the remedy after a semicolon,
/// and the name that was probably meant.
package enum UsageMessage {
    package static func text(_ message: String) -> String {
        if let match = message.wholeMatch(of: Self.listedValues) {
            let values = match.3.matches(of: /'([^']*)'|  - ([^\n]*)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
            return
                "'\(match.1)' is not a value of '\(match.2)'; \(NearestName.hint(for: String(match.1), among: values))"
        }
        if let match = message.wholeMatch(of: Self.refusedValue) {
            return "'\(match.1)' is not a value of '\(match.2)'\(match.3.isEmpty ? "" : ": \(match.3)")"
        }
        var text = message.replacing(". Did you mean ", with: "; did you mean ")
            .replacing("Missing expected argument ", with: "missing argument ", maxReplacements: 1)
        if text.hasSuffix(".") { text.removeLast() }
        let isWord = text.dropFirst().first?.isLowercase == true
        return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
    }

    private static var listedValues: Regex<(Substring, Substring, Substring, Substring)> {
        /(?s)The value '(.*)' is invalid for '(.*?)'\. Please provide one of (.*)/
    }

    private static var refusedValue: Regex<(Substring, Substring, Substring, Substring)> {
        /(?s)The value '(.*?)' is invalid for '([^']*)':? ?(.*)/
    }
}
