import ModelExpressions
import ObjectGraph

/// The objects that rows refer to, to change them or to point to them.
///
/// Each index is created on first use. All receive every object that a row creates or changes, so a relationship to the
/// imported entity itself finds the objects of earlier rows, and rows find the objects that it created.
struct ObjectIndexes {
    private struct Name: Hashable {
        var entityName: String
        var keys: [String]
    }

    private let context: ManagedObjectContext
    private var indexes: [Name: ObjectIndex] = [:]

    init(in context: ManagedObjectContext) { self.context = context }

    /// The object of an entity or a descendant with some values of attributes.
    ///
    /// - Parameter names: The attributes; empty for the number of the object.
    /// - Throws: ``ImportError`` if several objects have the values, or the store's error.
    mutating func object(
        of entity: EntityDescription, by names: [String], having key: [RowValue]
    ) throws -> ManagedObject? {
        let name = Name(entityName: entity.name, keys: names)
        let index = try indexes[name] ?? ObjectIndex(of: entity, by: names, in: context)
        indexes[name] = index
        let found = index[key]
        guard found.count <= 1 else {
            let values = zip(names, key).map { "'\($0)' \($1.shortText)" }.joined(separator: " and ")
            throw ImportError(
                "\(found.count) objects of '\(entity.name)' have \(values); match by attributes that identify one "
                    + "object")
        }
        return found.first
    }

    /// Records a created or changed object.
    mutating func note(_ object: ManagedObject) throws {
        for name in names(leadingTo: object) { try indexes[name]?.note(object) }
    }

    /// Records that an object no longer exists.
    mutating func forget(_ object: ManagedObject) {
        for name in names(leadingTo: object) { indexes[name]?.forget(object) }
    }

    private func names(leadingTo object: ManagedObject) -> [Name] {
        indexes.keys.filter {
            $0.entityName == object.entity.name || object.entity.ancestorNames.contains($0.entityName)
        }
    }
}

/// An index of the objects of an entity by some of their values, or by their numbers.
struct ObjectIndex {
    /// The attributes; empty for the number.
    private let paths: [ModelExpression]
    /// Objects with the same values are in the order in which they were recorded.
    private var objects: [[RowValue]: [ManagedObject]] = [:]
    private var keys: [ObjectIdentifier: [RowValue]] = [:]

    init(of entity: EntityDescription, by names: [String], in context: ManagedObjectContext) throws {
        paths = names.map { .keyPath(ModelKeyPath([.key($0)])) }
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name)) { try note(object) }
    }

    /// The objects with some values.
    subscript(key: [RowValue]) -> [ManagedObject] { objects[key] ?? [] }

    /// Indexes an object by its current values, and no longer by its earlier ones.
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

    /// The key of an object; nil for an object that a row cannot refer to, because it has no permanent number, or none
    /// of the values. All of those in one place would make every change of one take time.
    private func key(of object: ManagedObject) throws -> [RowValue]? {
        guard paths.isEmpty else {
            let values = try paths.map { RowValue(try $0.value(of: object)) }
            return values.allSatisfy { $0 == .null } ? nil : values
        }
        return object.objectID.isTemporaryID ? nil : [.integer(object.objectID.number)]
    }
}
