// What every store that others write to looks at before it commits.

extension StoreChanges {
    /// The objects that others have changed or deleted since the changes began.
    ///
    /// - Parameter current: The versions that the objects have which the changes are about. Those that no longer exist are left out.
    /// - Returns: The objects that are not as they were, those first that are changed; each may be there more than once.
    package func stale(in current: [ObjectID: Int]) -> [ObjectID] {
        let expected = (deleted + checked).filter { wanted in
            current[wanted.objectID] == nil || wanted.version != nil && wanted.version != current[wanted.objectID]
        }
        return updated.filter { current[$0.objectID] != $0.version }.map(\.objectID)
            + touched.filter { current[$0] == nil } + expected.map(\.objectID)
    }

    /// What new links point to that the store must hold already.
    package func neededDestinations(in model: ManagedObjectModel) -> Set<ObjectID> {
        var needed: Set<ObjectID> = []
        // By their places: objects that are only looked at are not to be counted.
        for place in inserted.indices where inserted[place].destinations.contains(where: { !$0.isEmpty }) {
            guard let entity = model.entitiesByName[inserted[place].objectID.entityName] else { continue }
            for relationship in entity.relationships where !relationship.mayLeadNowhere {
                needed.formUnion(inserted[place].destinations[relationship.index])
            }
        }
        for update in updated {
            guard let entity = model.entitiesByName[update.objectID.entityName] else { continue }
            for (index, change) in update.links where !entity.relationships[index].mayLeadNowhere {
                needed.formUnion(change.added)
            }
        }
        if !needed.isEmpty { needed.subtract(inserted.lazy.map(\.objectID)) }
        return needed
    }
}
