import ModelExpressions
import ObjectGraph

/// The objects of an entity by some of their values, or by their numbers.
struct ObjectIndex {
    private var objects: [[RowValue]: ManagedObject] = [:]

    init(of entity: EntityDescription, by keys: [String], in context: ManagedObjectContext) throws {
        let paths = keys.map { ModelExpression.keyPath(ModelKeyPath([.key($0)])) }
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name)) {
            let key =
                keys.isEmpty
                ? [RowValue.integer(object.objectID.number)] : try paths.map { RowValue(try $0.value(of: object)) }
            // Of several, the one that was made first.
            if objects[key] == nil { objects[key] = object }
        }
    }

    subscript(key: [RowValue]) -> ManagedObject? {
        get { objects[key] }
        set { objects[key] = newValue }
    }
}
