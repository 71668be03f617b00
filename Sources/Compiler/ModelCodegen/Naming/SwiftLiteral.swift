import ModelSchema

/// Writes strings of a model as Swift. Every string passes through here, because models are not trusted.
enum SwiftLiteral {
    /// Returns a string literal. No contents can end it or interpolate into it.
    static func string(_ text: String) -> String {
        // Nearly all strings consist of these.
        if text.utf8.allSatisfy({ isPlain($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return "\"\(text)\""
        }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if isPlain(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                }
            }
        }
        return result + "\""
    }

    /// Returns the lines of a literal of a string that consists of words separated by spaces: one line, or if it is
    /// wider, lines of a multiline literal. The string has no line breaks.
    ///
    /// - Parameter width: The maximum number of characters in a line, unless a single word has more.
    static func words(_ words: [String], width: Int) -> [String] {
        let whole = string(words.joined(separator: " "))
        guard whole.count > width, words.count > 1 else { return [whole] }
        let quotes = "\"\"\""
        var lines: [String] = []
        var line = ""
        for word in words {
            let text = String(string(word).dropFirst().dropLast())
            // With the space and the backslash at the end of the line.
            if !line.isEmpty, line.count + 1 + text.count + 2 > width {
                lines.append(line + " \\")
                line = ""
            }
            line += line.isEmpty ? text : " " + text
        }
        return [quotes] + lines + [line, quotes]
    }

    /// The literal of an enum's raw value.
    static func rawValue(_ value: AttributeEnumeration.RawValue) -> String {
        switch value {
        case .integer(let number): String(number)
        case .string(let text): string(text)
        }
    }

    /// Returns text for a line comment, always on one line.
    static func comment(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
    }

    /// Whether a byte is a visible ASCII character.
    private static func isPlain(_ byte: UInt8) -> Bool { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(byte) }

    /// Whether a character is visible as itself. Control, format, and separator characters can hide or reorder text.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        UInt8(exactly: scalar.value).map(isPlain) == true || scalar.isVisible
    }
}
