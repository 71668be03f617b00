import SwiftNames

/// The members with `@NSManaged` that a Swift source declares, and what the source says of its types.
///
/// Reads the source word by word, as far as such members need it: comments, literals, and braces. Members within `#if`
/// are left out, because whether they are compiled is not known here.
struct ManagedDeclarations {
    /// A member with `@NSManaged`.
    struct Member: Hashable {
        var className: String
        var name: String
        /// The declared type; nil for a method, or a type that is not read.
        var type: DeclaredType?
        var isMethod: Bool
        /// From 1.
        var line: Int
        /// In bytes, from 1.
        var column: Int
    }

    private(set) var members: [Member] = []
    /// The classes, structures, enumerations, actors, and protocols.
    private(set) var typeNames: Set<String> = []
    /// The types of type aliases, by name.
    private(set) var aliases: [String: DeclaredType] = [:]

    private static let typeKeywords: Set = ["class", "struct", "enum", "actor", "protocol", "extension"]
    /// The words that can follow the attribute before `var` or `func`.
    private static let modifiers: Set = [
        "public", "internal", "package", "open", "fileprivate", "private", "final", "override", "dynamic",
        "nonisolated",
        "weak", "unowned",
    ]

    private var words: [SourceWord]
    private var place = 0

    init(_ source: String) {
        words = SourceWord.all(in: source)
        read()
        words = []
    }

    private mutating func read() {
        // The type around each brace that is open; nil for other code.
        var around: [String?] = []
        var pending: String?
        var conditionCount = 0
        while place < words.count {
            let word = words[place].text
            switch word {
            case "#if": conditionCount += 1
            case "#endif": conditionCount -= 1
            case "{":
                around.append(pending)
                pending = nil
            case "}": _ = around.popLast()
            case "typealias": readAlias()
            case "@NSManaged":
                if conditionCount == 0, let name = around.last ?? nil { readMember(of: name) }
            case _ where Self.typeKeywords.contains(word):
                // `class func` and `class var` declare no type.
                if let name = name(after: place), !["func", "var", "let"].contains(name) {
                    pending = name
                    if word != "extension" { typeNames.insert(name) }
                }
            default: break
            }
            place += 1
        }
    }

    private func name(after index: Int) -> String? {
        guard index + 1 < words.count, words[index + 1].isName else { return nil }
        // Of a type in another one, only the last part is the name.
        var index = index + 1
        while index + 2 < words.count, words[index + 1].text == ".", words[index + 2].isName { index += 2 }
        return words[index].text
    }

    private mutating func readAlias() {
        guard let name = name(after: place), place + 2 < words.count, words[place + 2].text == "=" else { return }
        var index = place + 3
        if let type = DeclaredType(words, at: &index) { aliases[name] = type }
    }

    private mutating func readMember(of className: String) {
        var index = place + 1
        while index < words.count {
            if Self.modifiers.contains(words[index].text) {
                index += 1
                // `private(set)`
                if index < words.count, words[index].text == "(" { skipParentheses(&index) }
            } else if words[index].text.hasPrefix("@") {
                index += 1
                if index < words.count, words[index].text == "(" { skipParentheses(&index) }
            } else {
                break
            }
        }
        guard index + 1 < words.count, ["var", "func"].contains(words[index].text), words[index + 1].isName else {
            return
        }
        let name = words[index + 1]
        let isMethod = words[index].text == "func"
        var type: DeclaredType?
        if !isMethod, index + 2 < words.count, words[index + 2].text == ":" {
            var start = index + 3
            type = DeclaredType(words, at: &start)
        }
        members.append(
            Member(
                className: className, name: name.text, type: type, isMethod: isMethod, line: name.line,
                column: name.column))
        place = index + 1
    }

    private func skipParentheses(_ index: inout Int) {
        var depth = 0
        while index < words.count {
            if words[index].text == "(" { depth += 1 }
            if words[index].text == ")" { depth -= 1 }
            index += 1
            if depth == 0 { return }
        }
    }
}

/// A type as a declaration writes it, in one spelling: without modules, with `?` for optionals, and brackets for arrays
/// and dictionaries.
struct DeclaredType: Hashable {
    private(set) var text: String
    /// The names in it.
    private(set) var names: Set<String>

    /// The modules whose names can precede a type.
    private static let modules: Set = ["Swift", "Foundation", "CoreData"]

    /// Reads a type; nil for what is none of a managed member, such as the type of a function.
    ///
    /// - Parameter index: The first word; afterwards, the one that follows the type.
    init?(_ words: [SourceWord], at index: inout Int) {
        guard let read = Self.read(words, &index) else { return nil }
        text = read.text
        names = read.names
        while index < words.count, ["?", "!"].contains(words[index].text), !words[index].beginsLine {
            text += "?"
            index += 1
        }
        // A composition, a function, or a member of a type.
        if index < words.count, !words[index].beginsLine, ["&", "->", ".", "<", "("].contains(words[index].text) {
            return nil
        }
    }

    private init(_ text: String, _ names: Set<String>) {
        self.text = text
        self.names = names
    }

    private static func read(_ words: [SourceWord], _ index: inout Int) -> DeclaredType? {
        guard index < words.count else { return nil }
        if words[index].text == "[" {
            index += 1
            guard let element = DeclaredType(words, at: &index), index < words.count else { return nil }
            if words[index].text == "]" {
                index += 1
                return DeclaredType("[\(element.text)]", element.names)
            }
            guard words[index].text == ":" else { return nil }
            index += 1
            guard let value = DeclaredType(words, at: &index), index < words.count, words[index].text == "]" else {
                return nil
            }
            index += 1
            return DeclaredType("[\(element.text):\(value.text)]", element.names.union(value.names))
        }
        guard words[index].isName else { return nil }
        var name = words[index].text
        index += 1
        while index + 1 < words.count, words[index].text == ".", words[index + 1].isName {
            guard modules.contains(name) else { return nil }
            name = words[index + 1].text
            index += 2
        }
        guard index < words.count, words[index].text == "<", !words[index].beginsLine else {
            return DeclaredType(name, [name])
        }
        return readArguments(of: name, words, &index)
    }

    private static func readArguments(
        of name: String, _ words: [SourceWord], _ index: inout Int
    ) -> DeclaredType? {
        var arguments: [DeclaredType] = []
        repeat {
            index += 1
            guard let argument = DeclaredType(words, at: &index) else { return nil }
            arguments.append(argument)
        } while index < words.count && words[index].text == ","
        guard index < words.count, words[index].text == ">" else { return nil }
        index += 1
        let names = arguments.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        switch (name, arguments.count) {
        case ("Optional", 1): return DeclaredType(arguments[0].text + "?", names)
        case ("Array", 1): return DeclaredType("[\(arguments[0].text)]", names)
        case ("Dictionary", 2): return DeclaredType("[\(arguments[0].text):\(arguments[1].text)]", names)
        default:
            let list = arguments.map(\.text).joined(separator: ",")
            return DeclaredType("\(name)<\(list)>", names.union([name]))
        }
    }

    /// The type with the aliases in it replaced; nil if they refer to one another endlessly.
    func resolved(_ aliases: [String: DeclaredType]) -> DeclaredType? {
        var type = self
        for _ in 0..<8 {
            guard let alias = type.names.first(where: { aliases[$0] != nil }), let replacement = aliases[alias] else {
                return type
            }
            // Usually, the alias is the whole type, optional or not.
            let base = type.text.prefix { $0 != "?" }
            guard base == alias else { return nil }
            type = DeclaredType(
                replacement.text + type.text.dropFirst(base.count),
                type.names.subtracting([alias]).union(replacement.names))
        }
        return nil
    }
}

/// A word of a Swift source: a name, an attribute, a directive, or a character. Literals are one word each,
/// and comments none.
struct SourceWord {
    var text: String
    /// From 1.
    var line: Int
    /// In bytes, from 1.
    var column: Int
    /// Whether it is the first of its line.
    var beginsLine: Bool

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }

    /// The words of a source, in their order.
    static func all(in source: String) -> [SourceWord] {
        let bytes = Array(source.utf8)
        var scanner = SwiftScanner(bytes)
        scanner.scan()
        var words: [SourceWord] = []
        var (line, lineStart, beginsLine) = (1, 0, true)
        // Whether each string and each interpolation around the current place is a string.
        var around: [Bool] = []
        for token in scanner.tokens {
            let range = token.range
            let isInString = [.quote, .text, .interpolation].contains(token.kind)
            // A string without an end.
            if around.last == true, !isInString { around.removeLast() }
            switch token.kind {
            case .quote where around.last == true: around.removeLast()
            case .interpolation: around.append(false)
            case .interpolationEnd: _ = around.popLast()
            case .space, .lineComment, .blockComment, .text: break
            case _ where !around.isEmpty: if token.kind == .quote { around.append(true) }
            default:
                var text = String(decoding: bytes[range], as: UTF8.self)
                switch token.kind {
                case .quote:
                    around.append(true)
                    text = "\"\""
                // A name in backquotes is the name.
                case .identifier where text.hasPrefix("`"): text = String(text.dropFirst().dropLast())
                default: break
                }
                if text == ">", words.last?.text == "-", range.lowerBound > 0,
                    bytes[range.lowerBound - 1] == UInt8(ascii: "-")
                {
                    words[words.count - 1].text = "->"
                } else {
                    words.append(
                        SourceWord(
                            text: text, line: line, column: range.lowerBound - lineStart + 1, beginsLine: beginsLine))
                }
                beginsLine = false
            }
            for index in range where bytes[index] == .lineFeed {
                (line, lineStart, beginsLine) = (line + 1, index + 1, true)
            }
        }
        return words
    }
}
