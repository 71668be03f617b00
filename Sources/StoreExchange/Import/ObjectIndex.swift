import ModelExpressions
import ObjectGraph

/// The objects of an entity by some of their values, or by their numbers.
struct ObjectIndex {
    /// None: by number.
    private let paths: [ModelExpression]
    /// Of several with the same values, the one that was noted first comes first.
    private var objects: [[RowValue]: [ManagedObject]] = [:]
    private var keys: [ObjectIdentifier: [RowValue]] = [:]

    init(of entity: EntityDescription, by names: [String], in context: ManagedObjectContext) throws {
        paths = names.map { .keyPath(ModelKeyPath([.key($0)])) }
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name)) { try note(object) }
    }

    subscript(key: [RowValue]) -> ManagedObject? {
        objects[key]?.first
    }

    /// Finds an object by the values that it has now, no longer by those that it had.
    mutating func note(_ object: ManagedObject) throws {
        let key = try key(of: object)
        guard keys[ObjectIdentifier(object)] != key else { return }
        forget(object)
        guard let key else { return }
        keys[ObjectIdentifier(object)] = key
        objects[key, default: []].append(object)
    }

    mutating func forget(_ object: ManagedObject) {
        guard let key = keys.removeValue(forKey: ObjectIdentifier(object)) else { return }
        objects[key]?.removeAll { $0 === object }
    }

    /// What an object is found by; nil for one without a number of its own, which a row cannot mean.
    private func key(of object: ManagedObject) throws -> [RowValue]? {
        guard paths.isEmpty else { return try paths.map { RowValue(try $0.value(of: object)) } }
        return object.objectID.isTemporaryID ? nil : [.integer(object.objectID.number)]
    }
}
