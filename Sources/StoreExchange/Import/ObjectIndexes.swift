import ObjectGraph

/// The objects that rows name, whether to change them or to point to them.
///
/// Each index is made when it is first asked. All are told of every object that a row makes or changes, so that a
/// relationship to the imported entity itself finds the objects of earlier rows, and these find what it has made.
struct ObjectIndexes {
    private struct Name: Hashable {
        var entityName: String
        var keys: [String]
    }

    private let context: ManagedObjectContext
    private var indexes: [Name: ObjectIndex] = [:]

    init(in context: ManagedObjectContext) {
        self.context = context
    }

    /// The object of an entity, or of one that inherits from it, whose attributes have some values.
    ///
    /// - Parameter names: The attributes; none for the number of the object.
    mutating func object(
        of entity: EntityDescription, by names: [String], having key: [RowValue]
    ) throws -> ManagedObject? {
        let name = Name(entityName: entity.name, keys: names)
        if let index = indexes[name] { return index[key] }
        let index = try ObjectIndex(of: entity, by: names, in: context)
        indexes[name] = index
        return index[key]
    }

    /// Notes an object that was made or changed.
    mutating func note(_ object: ManagedObject) throws {
        for name in names(leadingTo: object) { try indexes[name]?.note(object) }
    }

    /// Notes that an object is no more.
    mutating func forget(_ object: ManagedObject) {
        for name in names(leadingTo: object) { indexes[name]?.forget(object) }
    }

    private func names(leadingTo object: ManagedObject) -> [Name] {
        indexes.keys.filter {
            $0.entityName == object.entity.name || object.entity.ancestorNames.contains($0.entityName)
        }
    }
}
