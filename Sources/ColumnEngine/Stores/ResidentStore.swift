/// A store whose objects are in memory as columns, which answer whatever it is asked.
public protocol ResidentStore: PersistentStore {
    /// The latest committed state.
    var snapshot: GraphSnapshot { get }

    /// Commits a change set as a whole. When this returns, the change is as safe as the store promises; when it
    /// throws, nothing has changed.
    ///
    /// - Returns: The state after the commit, which is ``GraphSnapshot/applying(_:)`` the change to the latest one.
    /// - Throws: ``MergeConflict`` for objects that have changed since, or an error of the store.
    func commit(_ changes: ChangeSet) throws -> GraphSnapshot
}

extension ResidentStore {
    /// The latest state, for as long as the view is held.
    public func openView() -> any StoreView { SnapshotView(snapshot) }

    /// Commits changes that are told by identities.
    public func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        let before = snapshot
        let after: GraphSnapshot
        do {
            after = try commit(ChangeSet(changes, in: before))
        } catch let violation as GraphViolation {
            throw MergeConflict(objectIDs: before.destinations(of: violation, among: changes.deleted))
        }
        let written = changes.inserted.map(\.objectID) + changes.updated.map(\.objectID)
        return StoreReceipt(
            versions: written.reduce(into: [:]) { versions, objectID in
                versions[objectID] = after.layout.reference(for: objectID).flatMap(after.row).map { Int($0.version) }
            })
    }
}

extension GraphSnapshot {
    /// The objects that were to be deleted though a relationship points to them that contradicts the law; where there are
    /// none, the object whose relationship it is.
    fileprivate func destinations(of violation: GraphViolation, among deleted: [StoreChanges.Version]) -> [ObjectID] {
        guard let row = layout.reference(for: violation.objectID).flatMap(row),
            let relationship = layout.entities[row.reference.entityOrdinal]
                .relationship(named: violation.relationshipName)
        else { return [violation.objectID] }
        let gone = Set(deleted.map(\.objectID))
        let destinations = row.links(at: relationship.index).references.map(layout.objectID).filter(gone.contains)
        return destinations.isEmpty ? [violation.objectID] : destinations
    }
}
