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
            throw MergeConflict(objectIDs: [violation.objectID])
        }
        let written = changes.inserted.map(\.objectID) + changes.updated.map(\.objectID)
        return StoreReceipt(
            versions: written.reduce(into: [:]) { versions, objectID in
                versions[objectID] = after.layout.reference(for: objectID).flatMap(after.row).map { Int($0.version) }
            })
    }
}
