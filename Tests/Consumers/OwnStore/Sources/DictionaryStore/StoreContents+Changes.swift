import ObjectGraph

extension StoreContents {
    /// Applies changes as a whole.
    ///
    /// - Throws: `MergeConflictError`. Discard the contents then.
    mutating func apply(_ changes: StoreChanges, _ model: ManagedObjectModel) throws -> StoreReceipt {
        try check(changes)
        var versions: [ObjectID: Int] = [:]
        for deletion in changes.deleted { self[deletion.objectID] = nil }
        for insertion in changes.inserted {
            guard let entity = model.entitiesByName[insertion.objectID.entityName] else { continue }
            versions[insertion.objectID] = 1
            self[insertion.objectID] = StoreRow(
                objectID: insertion.objectID, version: 1, values: insertion.values,
                destinations: entity.relationships.map { $0.isStored ? insertion.destinations[$0.index] : nil })
        }
        for update in changes.updated {
            guard var row = self[update.objectID] else { continue }
            row.version += 1
            versions[update.objectID] = row.version
            for (index, value) in update.values { row.values[index] = value }
            for (index, change) in update.links { row.destinations[index] = change.destinations }
            self[update.objectID] = row
        }
        try checkDestinations(after: changes, model)
        return StoreReceipt(versions: versions)
    }

    /// Rejects changes of objects that others have changed or deleted.
    private func check(_ changes: StoreChanges) throws {
        var stale = changes.inserted.map(\.objectID).filter { self[$0] != nil }
        stale += changes.updated.filter { self[$0.objectID]?.version != $0.version }.map(\.objectID)
        stale += changes.indirectlyUpdated.filter { self[$0] == nil }
        for expected in changes.deleted + changes.expectedVersions {
            let version = self[expected.objectID]?.version
            if version == nil || expected.version != nil && expected.version != version {
                stale.append(expected.objectID)
            }
        }
        guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted()) }
    }

    /// Rejects changes after which a relationship would point to a missing object.
    private func checkDestinations(after changes: StoreChanges, _ model: ManagedObjectModel) throws {
        let written = changes.inserted.map(\.objectID) + changes.updated.map(\.objectID)
        // Any object can point to a deleted one.
        let rows =
            changes.deleted.isEmpty
            ? written.compactMap { self[$0] } : self.rows(ofEntitiesNamed: model.entities.map(\.name))
        var missing: Set<ObjectID> = []
        for row in rows {
            guard let entity = model.entitiesByName[row.objectID.entityName] else { continue }
            for relationship in entity.relationships where !relationship.allowsMissingDestination {
                let destinations = row.destinations[relationship.index] ?? []
                missing.formUnion(destinations.filter { self[$0] == nil })
            }
        }
        guard missing.isEmpty else { throw MergeConflictError(objectIDs: missing.sorted()) }
    }
}
