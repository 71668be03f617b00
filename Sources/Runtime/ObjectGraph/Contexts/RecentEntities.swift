/// What a context has looked up in its model, which is usually what it needs next.
struct RecentEntities {
    private var lastClass: ObjectIdentifier?
    /// The entity of ``lastClass``.
    private var lastEntity: EntityDescription?
    /// The entity of the last object that Core Data's initializer created for the context.
    private var lastInserted: EntityDescription?
    /// The destinations of relationships without an inverse, once they have been asked for.
    private var oneWayDestinationNames: Set<String>?

    /// Returns the entity of a class.
    ///
    /// - Parameter find: Looks it up.
    @inline(__always)
    mutating func entity(of type: AnyObject.Type, _ find: () -> EntityDescription) -> EntityDescription {
        if let lastEntity, lastClass == ObjectIdentifier(type) { return lastEntity }
        let entity = find()
        lastClass = ObjectIdentifier(type)
        lastEntity = entity
        return entity
    }

    /// Whether an entity belongs to a model, not to an equal model.
    @inline(__always)
    mutating func contains(_ entity: EntityDescription, of model: ManagedObjectModel) -> Bool {
        if lastInserted === entity { return true }
        guard model.entitiesByName[entity.name] === entity else { return false }
        lastInserted = entity
        return true
    }

    /// Whether each relationship that can lead to an entity's objects has an inverse.
    mutating func knowsItsSources(_ entity: EntityDescription, in layout: GraphLayout) -> Bool {
        let names =
            oneWayDestinationNames
            ?? Set(
                layout.entities.lazy.flatMap(\.relationships).filter { $0.inverseIndex == nil }
                    .map(\.destinationName))
        oneWayDestinationNames = names
        return !names.contains(entity.name) && names.isDisjoint(with: entity.ancestorNames)
    }
}
