public import ModelExpressions

/// Reads the values of managed objects, including unsaved changes.
struct ManagedObjectSource: QuerySource {
    /// Looks up the objects for IDs; nil for objects that have left their context.
    let context: ManagedObjectContext?

    func value(forKey key: String, of object: ManagedObject) throws -> QueryValue<ManagedObject> {
        try checkReadable(object)
        let entity = object.entity
        if let index = entity.attributeIndexes[key] { return QueryValue(object.value(at: index)) }
        if let relationship = entity.relationship(named: key) {
            guard object.flags.contains(.hasLeft) || object.managedObjectContext != nil else {
                throw contextGone(object)
            }
            let destinations = object.destinations(of: relationship).map { QueryValue.object($0) }
            return relationship.isToMany ? .many(destinations) : destinations.first ?? .null
        }
        if entity.fetchedProperty(named: key) != nil {
            return .many(try object.fetchedObjects(forKey: key).map { .object($0) })
        }
        switch key {
        case "self", "objectID": return .object(object)
        case "entity":
            return .structure(QueryStructure(name: "entity", members: ["name": .string(entity.name)], isOpen: true))
        default: throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
    }

    func objectID(of object: ManagedObject) -> ObjectID { object.objectID }

    func subject(with objectID: ObjectID) -> ManagedObject? {
        context.flatMap { context in context.layout.reference(for: objectID).flatMap(context.livingObject) }
    }

    /// Throws for an object that was never read and whose context no longer exists.
    private func checkReadable(_ object: ManagedObject) throws {
        guard object.context == nil, !object.hasPending, object.heldRow.isNone else { return }
        throw contextGone(object)
    }

    private func contextGone(_ object: ManagedObject) -> QueryError {
        QueryError(
            code: .contextGone,
            message: "the context of \(object) no longer exists; keep the context while you use its objects")
    }
}

// In predicates, objects are represented by their IDs.
extension ManagedObject: PredicateValue {
    public final var predicateValue: ConstantValue { objectID.predicateValue }
}

extension ToMany: PredicateArgument, PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}

extension OrderedToMany: PredicateArgument, PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}
