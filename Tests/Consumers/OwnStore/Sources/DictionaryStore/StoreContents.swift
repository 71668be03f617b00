import ObjectGraph

/// All rows of a store at one moment.
struct StoreContents {
    /// By the name of the object's own entity.
    private var rows: [String: [ObjectID: StoreRow]] = [:]

    /// The row of an object, with the stored destinations; nil if the object does not exist.
    subscript(objectID: ObjectID) -> StoreRow? {
        get { rows[objectID.entityName]?[objectID] }
        set { rows[objectID.entityName, default: [:]][objectID] = newValue }
    }

    /// The rows of the objects of some entities, in the order of their creation.
    func rows(ofEntitiesNamed names: [String]) -> [StoreRow] {
        names.flatMap { name in rows[name].map { Array($0.values) } ?? [] }
            .sorted { $0.objectID.number < $1.objectID.number }
    }
}
