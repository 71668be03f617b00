/// What the Swift language accepts as a name.
enum SwiftIdentifier {
    /// Words that must stand in backquotes to be a name of a property, function or case.
    static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "precedencegroup", "private", "protocol", "public", "rethrows",
        "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer",
        "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where",
        "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "_",
        "Type", "Protocol",
    ]

    /// Whether a name is made of the letters that an identifier may have, keywords included.
    ///
    /// Source: the Swift language reference, “Identifiers”, narrowed to what Unicode calls identifiers.
    static func isWellFormed(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        func mayStart(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isXIDStart }
        return mayStart(first) && name.unicodeScalars.allSatisfy { mayStart($0) || $0.properties.isXIDContinue }
    }

    /// The name as it stands in source: in backquotes when it is a keyword.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// The name with its first letter in upper case and the rest untouched, as Core Data's accessor names have it.
    static func upperFirst(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The name with its first word in lower case: `URLList` becomes `urlList`, `Superheroes` becomes `superheroes`.
    static func lowerFirstWord(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase }
        guard capitals.count > 1, capitals.count < name.count else {
            return capitals.lowercased() + name.dropFirst(capitals.count)
        }
        // The last capital begins the next word, unless what follows it is no letter.
        let next = name[capitals.endIndex]
        let word = next.isLetter ? capitals.dropLast() : capitals
        return word.lowercased() + name[word.endIndex...]
    }

    /// An identifier made of any text: what is no letter or digit separates words, which are joined in camel case.
    /// Never empty.
    static func camelCased(_ text: String) -> String {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1 : upperFirst($1) }.joined()
        if joined.isEmpty { return "model" }
        return isWellFormed(joined) ? joined : "_\(joined)"
    }
}
