import ModelSchema

/// Writes text of a model as Swift. All of it passes through here, since models are untrusted.
enum SwiftLiteral {
    /// A string literal. Nothing in the text can end it or interpolate into it.
    static func string(_ text: String) -> String {
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
        String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
    }

    /// Whether a character shows as what it is: control, format and separator characters may hide or reorder text.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all are of these, and Unicode's tables take much longer.
        if (" "..."~").contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}
