/// What the Swift language accepts as a name, and how names are made.
package enum SwiftIdentifier {
    /// Keywords that Swift accepts as names only in backquotes.
    ///
    /// Source: The Swift Programming Language, “Keywords and Punctuation”: those reserved in declarations, statements,
    /// expressions and types. Keywords of particular contexts (`left`, `open`, `some`) need no backquotes.
    package static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Whether a name is an identifier, or a keyword that backquotes make one.
    ///
    /// Letters, digits and underscores after Unicode's rules for identifiers, beginning with a letter or an
    /// underscore. Swift accepts more, emoji among them; nothing outside this set reaches generated code.
    package static func isValid(_ name: String) -> Bool { isValid(name[...]) }

    /// The same of a part of a text. Other modules would call a generic function unspecialized, which takes far longer.
    package static func isValid(_ name: Substring) -> Bool {
        guard let start = name.utf8.first, name != "_" else { return false }
        // Nearly all names are of these, and Unicode's tables take much longer.
        if !isDigit(start), name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }) {
            return true
        }
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy(\.properties.isXIDContinue)
    }

    /// Whether a byte is one of ASCII's letters.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The name as it stands in source: in backquotes when it is a keyword.
    package static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Words that begin something else where a type stands, though they are no keywords elsewhere.
    private static let typeKeywords: Set<String> = [
        "actor", "any", "async", "borrowing", "consume", "consuming", "copy", "each", "isolated", "macro",
        "nonisolated", "package", "sending", "some", "then", "unsafe", "using", "yield",
    ]

    /// The name of a type as it stands in source.
    package static func escapedType(_ name: String) -> String {
        keywords.contains(name) || typeKeywords.contains(name) ? "`\(name)`" : name
    }

    /// Keywords that cannot be the name of a parameter even in backquotes.
    private static let parameterKeywords: Set<String> = ["inout", "let", "self", "var"]

    /// The name of a parameter inside its function.
    package static func escapedParameter(_ name: String) -> String {
        parameterKeywords.contains(name) ? name + "_" : escaped(name)
    }

    /// A name made of the letters and digits of another, or nil when nothing is left of it.
    package static func nearest(to name: String) -> String? {
        var result = ""
        var startsWord = false
        for scalar in name.unicodeScalars {
            guard scalar.properties.isXIDContinue else {
                startsWord = !result.isEmpty
                continue
            }
            result += startsWord ? String(scalar).uppercased() : String(scalar)
            startsWord = false
        }
        if isValid(result) { return result }
        return isValid("_" + result) && !result.isEmpty ? "_" + result : nil
    }

    /// The name with its first letter in upper case and the rest untouched, as Core Data's accessor names have it.
    package static func upperFirst(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The words of a name joined without underscores, each with its first letter in upper case: `first_name` becomes
    /// `FirstName`, `user_URL` `UserURL`. A name in capitals only, such as `FIRST_NAME`, loses them but for the first
    /// letters, if it has several words. Underscores at either end stay.
    package static func upperCamelCase(_ name: String) -> String { camelCase(name, first: upperFirst) }

    /// The name as a property has it: `first_name` becomes `firstName`, `a_b` `aB`, `URL` `url`; `userID` and `iOS`
    /// stay.
    package static func lowerCamelCase(_ name: String) -> String { camelCase(name) { lowerFirstWord($0) } }

    /// - Parameter first: What becomes of the first of the words that underscores separate.
    private static func camelCase(_ name: String, first: (String) -> String) -> String {
        let words = name.split(separator: "_")
        guard let start = words.first?.startIndex, let end = words.last?.endIndex else { return name }
        let isShouting = words.count > 1 && !name.contains(where: \.isLowercase)
        let quiet = words.map { isShouting ? $0.lowercased() : String($0) }
        return name[..<start] + first(quiet[0]) + quiet.dropFirst().map(upperFirst).joined() + name[end...]
    }

    /// The name with its first word in lower case: `URLList` becomes `urlList`, `URLs` `urls`, `Superheroes`
    /// `superheroes`.
    ///
    /// - Parameter knowsPlurals: Whether an `s` belongs to the capitals before it. Templates for SwiftGen expect that it
    ///   does not: `urLs`.
    package static func lowerFirstWord(_ name: String, knowsPlurals: Bool = true) -> String {
        let capitals = name.prefix { $0.isUppercase }
        guard capitals.count > 1, capitals.count < name.count else {
            return capitals.lowercased() + name.dropFirst(capitals.count)
        }
        let rest = name[capitals.endIndex...]
        // The last capital begins the next word, unless no letter follows it, or the `s` of a plural.
        let isPlural = knowsPlurals && rest.first == "s" && rest.dropFirst().first?.isLowercase != true
        let word = !isPlural && rest.first?.isLetter == true ? capitals.dropLast() : capitals
        return word.lowercased() + name[word.endIndex...]
    }
}
