import ModelSchema

/// Gives entities whose names start with the same word the same color, for an overview of large models.
struct ColorGroups {
    static let count = 8
    private let numbers: [String: Int]

    init(_ entities: [Entity]) {
        var counts: [String: Int] = [:]
        for entity in entities { counts[ColorGroups.key(of: entity), default: 0] += 1 }
        let shared = counts.filter { $0.value > 2 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        numbers = Dictionary(
            uniqueKeysWithValues: shared.prefix(ColorGroups.count).enumerated().map { ($0.element.key, $0.offset + 1) })
    }

    /// The number of an entity's color, from 1, or 0 for the default color.
    func number(of entity: Entity) -> Int { numbers[ColorGroups.key(of: entity)] ?? 0 }

    private static func key(of entity: Entity) -> String {
        let words = words(ofName: entity.name)
        // A short prefix such as `WC` means little, so it belongs to the next word.
        return words.prefix(words.first.map { $0.count < 3 } == true ? 2 : 1).joined()
    }
}
