import FileAccess
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
        if let match = message.prefixMatch(of: Self.unknownOption), FileReader.itemExists(at: String(match.1)) {
            return "unknown option '\(match.1)'; write ./\(match.1) for the file with this name"
        }
        if let match = message.wholeMatch(of: Self.exclusiveFlags) {
            return "\(match.2) and \(match.1) contradict each other"
        }
        if let match = message.wholeMatch(of: Self.missingValue) {
            return "missing value for '\(match.1)\(match.2)'; write \(match.1)=VALUE for one that starts with a hyphen"
        }
        var text = message.replacing(". Did you mean ", with: "; did you mean ")
            .replacing("Missing expected argument ", with: "missing argument ", maxReplacements: 1)
        if text.hasSuffix(".") { text.removeLast() }
        let isWord = text.dropFirst().first?.isLowercase == true
        return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
    }

    private static var unknownOption: Regex<(Substring, Substring)> { /(?s)Unknown option '(-.+?)'/ }

    private static var exclusiveFlags: Regex<(Substring, Substring, Substring)> {
        /Value to be set with flag '(--[\w-]+)' had already been set with flag '(--[\w-]+)'/
    }

    private static var missingValue: Regex<(Substring, Substring, Substring)> {
        /Missing value for '(--[\w-]+)(|(?: <.*>))'/
    }

    private static var listedValues: Regex<(Substring, Substring, Substring, Substring)> {
        /(?s)The value '(.*)' is invalid for '(.*?)'\. Please provide one of (.*)/
    }

    private static var refusedValue: Regex<(Substring, Substring, Substring, Substring)> {
        /(?s)The value '(.*?)' is invalid for '([^']*)':? ?(.*)/
    }
}
