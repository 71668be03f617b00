import ModelSchema

/// Gives entities that belong together the same color, for an overview of large models: those whose names start with
/// the same word, or in a model without such names, those near the same entity with many links.
struct ColorGroups {
    static let count = 8
    private let numbers: [String: Int]

    init(_ entities: [Entity]) {
        let named = Self.numbersByFirstWord(entities)
        numbers = named.isEmpty ? Self.numbersByNeighborhood(entities) : named
    }

    /// The number of an entity's color, from 1, or 0 for the default color.
    func number(of entity: Entity) -> Int { numbers[entity.name] ?? 0 }

    // MARK: Names

    private static func numbersByFirstWord(_ entities: [Entity]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for entity in entities { counts[key(of: entity), default: 0] += 1 }
        let shared = counts.filter { $0.value > 2 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let numbers = Dictionary(
            uniqueKeysWithValues: shared.prefix(count).enumerated().map { ($0.element.key, $0.offset + 1) })
        return Dictionary(
            entities.compactMap { entity in numbers[key(of: entity)].map { (entity.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    private static func key(of entity: Entity) -> String {
        let words = words(ofName: entity.name)
        // A short prefix such as `WC` means little, so it belongs to the next word.
        return words.prefix(words.first.map { $0.count < 3 } == true ? 2 : 1).joined()
    }

    // MARK: Links

    private static func numbersByNeighborhood(_ entities: [Entity]) -> [String: Int] {
        let neighbors = neighbors(in: entities)
        let hubs = hubs(of: neighbors)
        var numbers: [String: Int] = [:]
        for (index, hub) in hubs.enumerated() { numbers[hub] = index + 1 }
        // All neighborhoods grow at the same pace, so an entity belongs to the nearest hub.
        var edge = hubs
        while !edge.isEmpty {
            var next: [String] = []
            for name in edge {
                for neighbor in (neighbors[name] ?? []).sorted() where numbers[neighbor] == nil {
                    numbers[neighbor] = numbers[name]
                    next.append(neighbor)
                }
            }
            edge = next
        }
        return numbers
    }

    private static func neighbors(in entities: [Entity]) -> [String: Set<String>] {
        var neighbors = Dictionary(
            entities.map { ($0.name, Set<String>()) }, uniquingKeysWith: { first, _ in first })
        for entity in entities {
            let others = entity.relationships.compactMap(\.destinationName) + [entity.parentName].compactMap(\.self)
            for other in others where other != entity.name && neighbors[other] != nil {
                neighbors[entity.name]?.insert(other)
                neighbors[other]?.insert(entity.name)
            }
        }
        return neighbors
    }

    /// The entities with the most links that are not neighbors of each other, about as many as there are entities in
    /// each neighborhood.
    private static func hubs(of neighbors: [String: Set<String>]) -> [String] {
        let wanted = min(count, max(1, Int(Double(neighbors.count).squareRoot().rounded())))
        let ranked = neighbors.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        var hubs: [String] = []
        for (name, others) in ranked where hubs.count < wanted && others.isDisjoint(with: hubs) { hubs.append(name) }
        return hubs
    }
}
