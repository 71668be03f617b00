/// How words of a model are written in a schema text.
enum SchemaWord {
    /// A word as it is where letters, digits and a few signs make it up, else between quotes.
    ///
    /// In quotes, a backslash stands before quotes and backslashes; line ends, control characters and those that could
    /// hide or reorder text are `\u{…}`. So is a `#` after a backslash: the text stands in a raw string literal of
    /// Swift (`#"""`), and no word can end that literal (three quotes in a row) or interpolate into it (`\#(`).
    static func escaped(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isBare) { return word }
        var result = "\""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case "#" where result.hasSuffix("\\"):
                result += "\\u{23}"
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

    /// Whether a byte may stand in a word without quotes.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}
