/// Text in double quotes, with escapes that both JSON and YAML support.
enum QuotedText {
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // YAML treats the last three as line breaks or marks.
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension String {
    /// Returns the text padded with spaces to a number of characters, for tables in a terminal.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
