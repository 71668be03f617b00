import ModelSchema

/// Writes text of a model as Swift. All of it passes through here, since models are untrusted.
enum SwiftLiteral {
    /// A string literal. Nothing in the text can end it or interpolate into it.
    static func string(_ text: String) -> String {
        // Nearly all text is of these.
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

    /// The literal of an enum's raw value.
    static func rawValue(_ value: AttributeEnumeration.RawValue) -> String {
        switch value {
        case .integer(let number): String(number)
        case .string(let text): string(text)
        }
    }

    /// Text for a line comment: on one line, whatever it holds.
    static func comment(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
    }

    /// Whether a byte is one of ASCII's that show as what they are.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(byte)
    }

    /// Whether a character shows as what it is: control, format and separator characters may hide or reorder text.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if UInt8(exactly: scalar.value).map(isPlain) == true { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}
