import ModelSchema

/// Identifiers for entities in the text of a diagram: their own names if these are simple and free, otherwise `_1`,
/// `_2`, …
struct DiagramIdentifiers {
    private let identifiers: [String]

    init(_ entities: [Entity]) {
        var taken: Set<String> = []
        identifiers = entities.enumerated().map { index, entity in
            let isOwn = DiagramIdentifiers.isPlain(entity.name) && taken.insert(entity.name).inserted
            return isOwn ? entity.name : "_\(index + 1)"
        }
    }

    subscript(entity: Int) -> String { identifiers[entity] }

    /// Whether a name is an ASCII identifier that starts with a capital letter. No keyword of Mermaid or DOT does, and
    /// Mermaid reads `o` at the start of a name as the end of a line.
    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, ("A"..."Z").contains(first) else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
        }
    }
}
