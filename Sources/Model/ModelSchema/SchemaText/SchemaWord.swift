/// The form of words in a schema text.
enum SchemaWord {
    /// Returns a word, in quotes if it contains more than letters, digits, and a few signs.
    ///
    /// In quotes, a backslash escapes quotes and backslashes. Line ends, control characters, and characters that could
    /// hide or reorder text become `\u{…}`. So does a `#` after a backslash, because the text is part of a raw string
    /// literal in Swift (`#"""`), and no word must end that literal (three quotes in a row) or interpolate into it
    /// (`\#(`).
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
                if scalar.isVisible {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                }
            }
        }
        return result + "\""
    }

    /// Whether a word without quotes can contain a byte.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }
}

/// The words in lines of a schema text, except for settings, names, and values.
enum SchemaField: String, CaseIterable {
    // The first words of lines. Properties belong to the entity or composite above them.
    case model, entity, composite, configuration, request
    case attribute, relationship, fetched, index, unique
    /// Before the name of the fetch of a fetched property.
    case name
    /// Before the words of one column of an index.
    case column

    private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    private static let wordsOfSettings = Set(ModelSetting.allCases.compactMap(\.names.schemaWord))

    /// Returns the field for a word; nil if there is none.
    static func named(_ word: String) -> SchemaField? { byWord[word] }

    /// Whether a word has a meaning anywhere in a schema text.
    static func isKnown(_ word: String) -> Bool { byWord[word] != nil || wordsOfSettings.contains(word) }
}
