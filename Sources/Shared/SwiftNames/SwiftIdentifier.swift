/// Checks and creates names in Swift.
package enum SwiftIdentifier {
    /// The keywords that are valid names only in backquotes.
    ///
    /// Source: The Swift Programming Language, “Keywords and Punctuation”: those reserved in declarations, statements,
    /// expressions, and types. Keywords of particular contexts (`left`, `open`, `some`) need no backquotes.
    package static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The only keyword that cannot be the name of a class, even in backquotes: in methods, it means the object, and in
    /// static methods, the type.
    package static let nameOfInstance = "self"

    /// Whether a name is an identifier, possibly with backquotes.
    ///
    /// It contains letters, digits, and underscores by Unicode's rules for identifiers, and begins with a letter or an
    /// underscore. Swift accepts more, such as emoji, but they never reach generated code.
    package static func isValid(_ name: String) -> Bool { isValid(name[...]) }

    /// Whether a substring is an identifier. A generic function would be far slower from other modules.
    package static func isValid(_ name: Substring) -> Bool {
        guard let start = name.utf8.first, name != "_" else { return false }
        // For speed: most names are ASCII, and Unicode's tables are much slower.
        if !isDigit(start), name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }) {
            return true
        }
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy(\.properties.isXIDContinue)
    }

    /// Whether a byte is an ASCII letter.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns the name in source code, with backquotes for a keyword.
    package static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The words with a special meaning at the start of a type that are not keywords elsewhere.
    private static let typeKeywords: Set<String> = [
        "actor", "any", "async", "borrowing", "consume", "consuming", "copy", "each", "isolated", "macro",
        "nonisolated", "package", "sending", "some", "then", "unsafe", "using", "yield",
    ]

    /// Returns the name of a type in source code.
    package static func escapedType(_ name: String) -> String {
        keywords.contains(name) || typeKeywords.contains(name) ? "`\(name)`" : name
    }

    /// The keywords that cannot be parameter names, even in backquotes.
    private static let parameterKeywords: Set<String> = ["inout", "let", "self", "var"]

    /// Returns the name of a parameter, without backquotes, with an underscore after a keyword that cannot be one.
    package static func parameter(_ name: String) -> String { parameterKeywords.contains(name) ? name + "_" : name }

    /// Returns the name of a parameter inside its function.
    package static func escapedParameter(_ name: String) -> String { escaped(parameter(name)) }

    /// Returns an identifier from the letters and digits of a name; nil if there are none.
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

    /// Returns the name with an uppercase first letter, as in Core Data's accessor names.
    package static func upperFirst(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// Returns the name in upper camel case: `first_name` becomes `FirstName`, and `user_URL` becomes `UserURL`. In an
    /// uppercase name of several words, such as `FIRST_NAME`, only the first letters stay uppercase. Underscores at
    /// either end stay.
    package static func upperCamelCase(_ name: String) -> String { camelCase(name, first: upperFirst) }

    /// Returns the name in lower camel case: `first_name` becomes `firstName`, `a_b` becomes `aB`, and `URL` becomes
    /// `url`. `userID` and `iOS` stay the same.
    package static func lowerCamelCase(_ name: String) -> String { camelCase(name) { lowerFirstWord($0) } }

    /// - Parameter first: Converts the first of the words that underscores separate.
    private static func camelCase(_ name: String, first: (String) -> String) -> String {
        let words = name.split(separator: "_")
        guard let start = words.first?.startIndex, let end = words.last?.endIndex else { return name }
        let isShouting = words.count > 1 && !name.contains(where: \.isLowercase)
        let quiet = words.map { isShouting ? $0.lowercased() : String($0) }
        let rest: String = quiet.dropFirst().map(upperFirst).joined()
        return "\(name[..<start])\(first(quiet[0]))\(rest)\(name[end...])"
    }

    /// Returns the name with a lowercase first word: `URLList` becomes `urlList`, `URLs` becomes `urls`, and
    /// `Superheroes` becomes `superheroes`.
    ///
    /// - Parameter knowsPlurals: Whether an `s` belongs to the capitals before it. Templates for SwiftGen expect that
    ///   it does not: `urLs`.
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
