import ModelSchema
import ObjectGraph

/// The numbers that a store gives to entities (`Z_ENT`), which names of columns and tables are made with.
///
/// Roots come by name without regard to case, each with its descendants after it, siblings in the same order; counted from 1.
struct EntityNumbers: Sendable {
    /// The numbers by the entity's name.
    private(set) var numbers: [String: Int64] = [:]
    /// The entities in the order of their numbers.
    private(set) var names: [String] = []

    /// The numbers that a new store gives.
    init(of model: ManagedObjectModel) {
        // An entity without a name would be its own parent, without end.
        let named = model.entities.filter { !$0.name.isEmpty }
        let children = Dictionary(grouping: named) { $0.ancestorNames.first ?? "" }
        // A stack rather than recursion: a model may be as deep as it is large.
        var waiting = Self.inReverse(children[""] ?? [])
        while let entity = waiting.popLast() {
            names.append(entity.name)
            numbers[entity.name] = Int64(names.count)
            waiting += Self.inReverse(children[entity.name] ?? [])
        }
    }

    /// The numbers that a store has given.
    ///
    /// - Parameter numbers: By the names that the store has written down. A migration that renames an entity leaves its old name
    ///   there: such an entity has the number that a new store would give it.
    init(_ numbers: [String: Int64], of model: ManagedObjectModel) {
        var numbers = numbers
        let fresh = EntityNumbers(of: model)
        for name in fresh.names where numbers[name] == nil {
            guard let renamed = numbers.first(where: { $0.value == fresh[name] })?.key,
                model.entitiesByName[renamed] == nil
            else { continue }
            numbers[renamed] = nil
            numbers[name] = fresh[name]
        }
        self.numbers = numbers
        names = numbers.keys.sorted { (numbers[$0] ?? 0, $0) < (numbers[$1] ?? 0, $1) }
    }

    /// The number of an entity; 0, which is none's, for an entity that the store does not have.
    subscript(name: String) -> Int64 { numbers[name] ?? 0 }

    private static func inReverse(_ entities: [EntityDescription]) -> [EntityDescription] {
        entities.sorted { ($0.name.lowercased(), $0.name) > ($1.name.lowercased(), $1.name) }
    }
}
