/// The first words of a declaration.
struct DeclarationWords {
    let isPublic: Bool
    /// `func`
    let keyword: String
    /// Of a function or a type its name, of an extension that of the type with those around it, of an initializer the
    /// label of its first parameter.
    let name: String

    /// Whether it is a type, which an extension is not.
    var isType: Bool { Self.types.contains(keyword) }

    /// A constant may be what a protocol requires as a variable.
    var signature: String {
        keyword == "init" ? "init(\(name)" : "\(keyword == "let" ? "var" : keyword) \(name)"
    }

    private static let keywords: Set<String> = [
        "actor", "associatedtype", "class", "enum", "extension", "func", "init", "let", "macro", "protocol", "struct",
        "subscript", "typealias", "var",
    ]
    private static let types: Set<String> = ["actor", "class", "enum", "protocol", "struct"]
    private static let modifiers: Set<String> = [
        "borrowing", "class", "consuming", "convenience", "fileprivate", "final", "indirect", "internal", "lazy",
        "mutating", "nonisolated", "nonmutating", "open", "override", "package", "private", "public", "required",
        "static", "weak",
    ]

    /// nil for a line that declares nothing.
    init?(_ line: Substring) {
        var words = line.split(separator: " ").drop { $0.hasPrefix("@") }
        var modifiers: Set<String> = []
        while let word = words.first {
            let modifier = String(word.prefix { $0 != "(" })
            // `class` is a modifier before `func` and `var` only.
            let isKeyword = modifier == "class" && !["func", "var"].contains(words.dropFirst().first)
            guard Self.modifiers.contains(modifier), !isKeyword else { break }
            modifiers.insert(modifier)
            words = words.dropFirst()
        }
        guard let first = words.first else { return nil }
        keyword = String(first.prefix { $0.isLetter })
        guard Self.keywords.contains(keyword) else { return nil }
        // What overrides something is described there.
        isPublic =
            (modifiers.contains("public") || modifiers.contains("open")) && !modifiers.contains("override")
            && keyword != "extension"
        let rest = words.joined(separator: " ").dropFirst(keyword.count)
        if keyword == "init" || keyword == "subscript" {
            name = String(rest.drop { !$0.isLetter && $0 != "_" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        } else {
            name = String(rest.drop { $0 == " " }.prefix { !" (<:{".contains($0) || $0 == "<" && rest.hasPrefix(" <") })
        }
    }
}
