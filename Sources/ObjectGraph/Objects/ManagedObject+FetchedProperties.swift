import ModelExpressions
import ModelSchema

extension ManagedObject {
    /// The objects of a fetched property. Generated accessors call this.
    ///
    /// The fetch is made anew each time, so the result is never stale; keep it where it is read often.
    ///
    /// - Precondition: The entity has the fetched property, and its fetch can be made. Core Data raises an exception
    ///   otherwise; ``fetchedObjects(forKey:)`` throws.
    public final subscript<Destination: ManagedObject>(fetched key: String) -> [Destination] {
        do {
            return try fetchedObjects(forKey: key).compactMap { $0 as? Destination }
        } catch {
            preconditionFailure("the fetched property '\(entity.name).\(key)' cannot be read: \(error)")
        }
    }

    /// The objects of a fetched property, in the order of their making (rule DRV-7). Empty for an object that has left
    /// its context.
    ///
    /// In its predicate, `$FETCH_SOURCE` is this object, and `$FETCHED_PROPERTY` the property, whose `name` and
    /// `userInfo` can be asked for.
    ///
    /// - Throws: ``FetchError`` for a property or a destination that does not exist, ``QueryError`` or
    ///   `FormatError` for a predicate that cannot be evaluated.
    public final func fetchedObjects(forKey key: String) throws -> [ManagedObject] {
        guard let property = entity.fetchedProperty(named: key) else {
            let error = QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
            throw FetchError(code: .unknownProperty, description: error.description)
        }
        guard let context = managedObjectContext else { return [] }
        let variables: [String: ConstantValue] = [
            "FETCH_SOURCE": predicateValue,
            "FETCHED_PROPERTY": .opaque(OpaqueValue(QueryStructure(describing: property))),
        ]
        return try context.nestingFetch(of: "\(entity.name).\(key)") {
            try context.fetch(FetchRequest<ManagedObject>(property.fetchRequest, variables: variables))
        }
    }
}

extension QueryStructure {
    fileprivate init(describing property: FetchedProperty) {
        let userInfo = QueryStructure(
            name: "userInfo",
            members: Dictionary(
                property.userInfo.entries.map { ($0.key, .string($0.value)) }, uniquingKeysWith: { first, _ in first }),
            isOpen: true)
        self.init(
            name: "fetched property",
            members: ["name": .string(property.name), "userInfo": .opaque(OpaqueValue(userInfo))])
    }
}
