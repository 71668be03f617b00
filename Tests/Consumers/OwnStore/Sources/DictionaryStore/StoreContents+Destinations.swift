import ObjectGraph

extension StoreContents {
    /// A row with the stored destinations that still exist.
    func living(_ row: StoreRow) -> StoreRow {
        var row = row
        row.destinations = row.destinations.map { $0?.filter { self[$0] != nil } }
        return row
    }

    /// The destinations of a relationship of some objects.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID], _ model: ManagedObjectModel
    ) -> [[ObjectID]] {
        guard !relationship.isStored else {
            return objectIDs.map { objectID in
                self[objectID].flatMap { living($0).destinations[relationship.index] } ?? []
            }
        }
        let sources = sources(of: relationship, model)
        return objectIDs.map { self[$0] == nil ? [] : sources[$0, default: []] }
    }

    /// The objects that point to each destination.
    private func sources(
        of relationship: RelationshipDescription, _ model: ManagedObjectModel
    ) -> [ObjectID: [ObjectID]] {
        guard let destination = model.entitiesByName[relationship.destinationName],
            let inverse = relationship.inverseName.flatMap(destination.relationship(named:))
        else { return [:] }
        var sources: [ObjectID: [ObjectID]] = [:]
        for row in rows(ofEntitiesNamed: destination.concreteFamilyNames) {
            for objectID in row.destinations[inverse.index] ?? [] {
                sources[objectID, default: []].append(row.objectID)
            }
        }
        return sources
    }
}
