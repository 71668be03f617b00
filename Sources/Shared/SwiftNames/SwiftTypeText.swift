/// Checks whether text of a model is a valid type in Swift source code.
///
/// The grammar contains only the types that models use: names with modules and arguments, arrays, dictionaries,
/// optionals, `any`, and compositions. It rejects text that could end the type and begin something else.
package struct SwiftTypeText {
    /// The maximum nesting, so that hostile text cannot exhaust the stack.
    private static let maximumDepth = 32

    private var rest: Substring.UnicodeScalarView
    private var names: Set<String> = []

    private init(_ text: String) { rest = text[...].unicodeScalars }

    /// Whether a text is a type.
    package static func isValid(_ text: String) -> Bool { names(in: text) != nil }

    /// Returns the names in a type that no other name qualifies: those of types, and of modules and outer types before
    /// a dot. Nil if the text is not a type.
    package static func names(in text: String) -> Set<String>? {
        var parser = SwiftTypeText(text)
        return parser.type(depth: 0) && parser.rest.isEmpty ? parser.names : nil
    }

    /// Returns a name in a type that means another type inside of a class; nil if there is none.
    package static func nameHiddenInClasses(in text: String) -> String? {
        names(in: text)?.intersection(ManagedObjectMembers.types).min()
    }

    /// Returns the optional of a type, with parentheses if a question mark would apply only to its last part.
    package static func optional(of type: String) -> String {
        let isOnePart = type.hasPrefix("[") || !type.contains { $0 == " " || $0 == "&" }
        return isOnePart ? type + "?" : "(\(type))?"
    }

    private mutating func type(depth: Int) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        repeat {
            guard suffixed(depth: depth) else { return false }
        } while take("&")
        return true
    }

    private mutating func suffixed(depth: Int) -> Bool {
        guard unsuffixed(depth: depth) else { return false }
        while take("?") {}
        return true
    }

    private mutating func unsuffixed(depth: Int) -> Bool {
        if take("[") {
            guard type(depth: depth + 1) else { return false }
            if take(":") {
                guard type(depth: depth + 1) else { return false }
            }
            return take("]")
        }
        if take("(") { return type(depth: depth + 1) && take(")") }
        guard var name = identifier() else { return false }
        if name == "any", let type = identifier() { name = type }
        names.insert(name)
        guard arguments(depth: depth) else { return false }
        while take(".") {
            guard identifier() != nil, arguments(depth: depth) else { return false }
        }
        return true
    }

    private mutating func arguments(depth: Int) -> Bool {
        guard take("<") else { return true }
        repeat {
            guard type(depth: depth + 1) else { return false }
        } while take(",")
        return take(">")
    }

    private mutating func identifier() -> String? {
        skipSpaces()
        let name = rest.prefix { $0.properties.isXIDContinue || $0 == "_" }
        guard SwiftIdentifier.isValid(Substring(name)), name.elementsEqual("Any".unicodeScalars) || !isKeyword(name)
        else { return nil }
        rest = rest[name.endIndex...]
        skipSpaces()
        return String(name)
    }

    private func isKeyword(_ name: Substring.UnicodeScalarView) -> Bool {
        SwiftIdentifier.keywords.contains(String(name))
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        skipSpaces()
        return true
    }

    private mutating func skipSpaces() {
        while rest.first == " " { rest.removeFirst() }
    }
}
