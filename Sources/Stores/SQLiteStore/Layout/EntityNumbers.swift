import ModelSchema
import ObjectGraph

/// The numbers of entities in a store (`Z_ENT`), which are part of the names of columns and tables.
///
/// Roots are sorted by name, case-insensitively, each followed by its descendants, with siblings in the same order.
/// Numbers start at 1.
struct EntityNumbers: Sendable {
    /// The numbers by the entity's name.
    private(set) var numbers: [String: Int64] = [:]
    /// The entities in the order of their numbers.
    private(set) var names: [String] = []

    /// The numbers in a new store.
    init(of model: ManagedObjectModel) {
        // An entity without a name would be its own parent, in an infinite loop.
        let named = model.entities.filter { !$0.name.isEmpty }
        let children = Dictionary(grouping: named) { $0.ancestorNames.first ?? "" }
        // A stack instead of recursion, because a hierarchy can be very deep.
        var waiting = Self.inReverse(children[""] ?? [])
        while let entity = waiting.popLast() {
            names.append(entity.name)
            numbers[entity.name] = Int64(names.count)
            waiting += Self.inReverse(children[entity.name] ?? [])
        }
    }

    /// The numbers in an existing store.
    ///
    /// - Parameter numbers: The numbers by the names in the store. A migration that renames an entity leaves its old
    ///   name there. Such an entity has the number of a new store.
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

    /// The number of an entity; 0 for an entity that the store does not have.
    subscript(name: String) -> Int64 { numbers[name] ?? 0 }

    private static func inReverse(_ entities: [EntityDescription]) -> [EntityDescription] {
        entities.sorted { ($0.name.lowercased(), $0.name) > ($1.name.lowercased(), $1.name) }
    }
}
