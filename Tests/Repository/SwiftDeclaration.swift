/// The beginning of a type or an extension, from a line of Swift.
struct SwiftDeclaration {
    /// The word before the name, such as `struct`.
    let kind: String
    let name: String

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "indirect", "nonisolated",
    ]

    /// Nil for a line that begins with something else.
    init?(_ line: Substring) {
        let words = line.split(separator: " ").drop { Self.modifiers.contains($0) || $0.hasPrefix("@") }
        guard let kind = words.first, Self.kinds.contains(kind), let name = words.dropFirst().first else { return nil }
        self.kind = String(kind)
        self.name = String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
}
