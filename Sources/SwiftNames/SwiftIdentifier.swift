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
    package static func isValid(_ name: some StringProtocol) -> Bool {
        guard let first = name.unicodeScalars.first, name != "_" else { return false }
        guard first == "_" || first.properties.isXIDStart else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy(\.properties.isXIDContinue)
    }

    /// The name as it stands in source: in backquotes when it is a keyword.
    package static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
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
    package static func upperFirst(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The name with its first word in lower case: `URLList` becomes `urlList`, `Superheroes` becomes `superheroes`.
    package static func lowerFirstWord(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase }
        guard capitals.count > 1, capitals.count < name.count else {
            return capitals.lowercased() + name.dropFirst(capitals.count)
        }
        // The last capital begins the next word, unless what follows it is no letter.
        let next = name[capitals.endIndex]
        let word = next.isLetter ? capitals.dropLast() : capitals
        return word.lowercased() + name[word.endIndex...]
    }
}
