import ModelExpressions
import ModelSchema

extension ManagedObject {
    /// The objects of a fetched property, for generated accessors.
    ///
    /// The first access performs the fetch. The result is kept until the object is refreshed.
    ///
    /// - Precondition: The entity has the fetched property, and its fetch succeeds. Core Data raises an exception
    ///   otherwise; ``fetchedObjects(forKey:)`` throws.
    public final subscript<Destination: ManagedObject>(fetched key: String) -> [Destination] {
        do {
            return try fetchedObjects(forKey: key).compactMap { $0 as? Destination }
        } catch {
            preconditionFailure("the fetched property '\(entity.name).\(key)' cannot be read: \(error)")
        }
    }

    /// Returns the objects of a fetched property, in the order of their creation (rule DRV-7), without those that were
    /// deleted since the first access. The result is empty for an object that has left its context.
    ///
    /// In the predicate, `$FETCH_SOURCE` is this object, and `$FETCHED_PROPERTY` is the property, with its `name` and
    /// `userInfo`.
    ///
    /// - Throws: ``FetchError`` for a property or a destination that does not exist, ``QueryError`` or
    ///   `FormatError` for a predicate that cannot be evaluated.
    public final func fetchedObjects(forKey key: String) throws -> [ManagedObject] {
        guard let property = entity.fetchedProperty(named: key) else {
            throw FetchError.unknownProperty(key, of: entity)
        }
        guard let context = managedObjectContext else { return [] }
        if let kept = keptObjects(ofFetchedProperty: key, in: context) { return kept }
        let variables: [String: ConstantValue] = [
            "FETCH_SOURCE": predicateValue,
            "FETCHED_PROPERTY": .opaque(OpaqueValue(QueryStructure(describing: property))),
        ]
        let objects = try context.nestingFetch(of: "\(entity.name).\(key)") {
            try context.fetch(FetchRequest<ManagedObject>(property.fetchRequest, variables: variables))
        }
        ownDetails.fetchedObjects[key] = objects.map { FetchedDestination(object: $0, reference: $0.reference) }
        return objects
    }

    /// Returns the objects of an earlier fetch; nil if the property must be fetched again.
    private func keptObjects(ofFetchedProperty key: String, in context: ManagedObjectContext) -> [ManagedObject]? {
        guard let kept = details?.fetchedObjects[key] else { return nil }
        var objects: [ManagedObject] = []
        for destination in kept {
            if let object = destination.object {
                if object.context === context, context.isLiving(object.reference) { objects.append(object) }
            } else if destination.reference.isTemporary {
                return nil
            } else if let object = context.livingObject(for: destination.reference) {
                objects.append(object)
            }
        }
        return objects
    }
}

/// An object of a fetched property. The reference is weak, because an object may be its own destination.
struct FetchedDestination {
    weak var object: ManagedObject?
    /// The reference at the time of the fetch.
    let reference: ObjectReference
}

extension QueryStructure {
    fileprivate init(describing property: FetchedProperty) {
        let entries = property.userInfo.entries.map { ($0.key, ConstantValue.string($0.value)) }
        let userInfo = QueryStructure(
            name: "userInfo", members: Dictionary(entries, uniquingKeysWith: { first, _ in first }), isOpen: true)
        self.init(
            name: "fetched property",
            members: ["name": .string(property.name), "userInfo": .opaque(OpaqueValue(userInfo))])
    }
}
