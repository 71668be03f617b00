import ObjectGraph

extension StoreContents {
    /// A row with the destinations that are stored, as far as these are still there.
    func living(_ row: StoreRow) -> StoreRow {
        var row = row
        row.destinations = row.destinations.map { $0?.filter { self[$0] != nil } }
        return row
    }

    /// Where a relationship of some objects leads.
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

    /// The objects that lead back, by those that they lead to.
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
