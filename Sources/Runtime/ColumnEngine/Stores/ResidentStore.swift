/// A store with its objects in memory as columns, which answer all queries.
///
/// ```swift
/// final class LoggedStore: ResidentStore {
///     private let (numbers, log) = (NumberSource(), CommitLog())
///     private let state: Mutex<GraphSnapshot>
///     let identifier = UUID()
///     init(model: ManagedObjectModel) { state = Mutex(InMemoryStore(model: model, identifier: identifier).snapshot) }
///
///     var snapshot: GraphSnapshot { state.withLock { $0 } }
///     func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 { numbers.reserve(count) }
///     func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
///         try state.withLock { try log.commit(changes, to: &$0) }
///     }
/// }
/// ```
public protocol ResidentStore: PersistentStore {
    /// The latest committed state.
    var snapshot: GraphSnapshot { get }

    /// Commits a change set as a whole. When this returns, the change is as durable as the store promises. If it
    /// throws, nothing has changed.
    ///
    /// - Returns: The state after the commit, which is the result of ``GraphSnapshot/applying(_:)`` on the latest one.
    /// - Throws: ``MergeConflictError`` for objects that have changed since, or an error of the store.
    func commit(_ changes: ChangeSet) throws -> GraphSnapshot
}

extension ResidentStore {
    /// The latest state, for the lifetime of the view.
    public func openView() -> any StoreView { SnapshotView(snapshot) }

    /// Commits changes that are given by identity.
    ///
    /// - Throws: ``MergeConflictError`` for objects that have changed since, or an error of the store. Nothing changes
    ///   then.
    public func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        let before = snapshot
        let after: GraphSnapshot
        do {
            after = try commit(ChangeSet(changes, in: before))
        } catch let error as GraphIntegrityError where !error.concernsDerivedValue {
            throw MergeConflictError(objectIDs: before.destinations(of: error, among: changes.deleted))
        }
        let written = changes.inserted.map(\.objectID) + changes.updated.map(\.objectID)
        return StoreReceipt(
            versions: written.reduce(into: [:]) { versions, objectID in
                versions[objectID] = after.layout.reference(for: objectID).flatMap(after.row).map { Int($0.version) }
            })
    }
}

extension GraphSnapshot {
    /// The objects to delete that the violating relationship points to. If there are none, the object with the
    /// relationship.
    fileprivate func destinations(of violation: GraphIntegrityError, among deleted: [StoreChanges.ObjectVersion])
        -> [ObjectID]
    {
        guard let row = layout.reference(for: violation.objectID).flatMap(row),
            let relationship = layout.entities[row.reference.entityOrdinal]
                .relationship(named: violation.propertyName)
        else { return [violation.objectID] }
        let gone = Set(deleted.map(\.objectID))
        let destinations = row.links(at: relationship.index).references.map(layout.objectID).filter(gone.contains)
        return destinations.isEmpty ? [violation.objectID] : destinations
    }
}

/// A store that can make several saves durable at the cost of one.
///
/// The coordinator lets contexts that save at the same time share the wait.
///
/// ```swift
/// extension LoggedStore: GroupCommittingResidentStore {
///     func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws {
///         try state.withLock { state in
///             for changes in group { try log.append(changes) }
///             try log.waitForDisk()  // Once for all of them
///             state = states.last ?? state
///         }
///     }
/// }
/// ```
public protocol GroupCommittingResidentStore: ResidentStore {
    /// Commits several consecutive change sets, all or none. When this returns, they are as durable as a single commit.
    ///
    /// - Parameters:
    ///   - group: At least one change set, none of them empty.
    ///   - states: The states after the change sets, in their order: the results of ``GraphSnapshot/applying(_:)``,
    ///     beginning with ``ResidentStore/snapshot``, which becomes the last of them without passing through the
    ///     others.
    /// - Throws: ``MergeConflictError`` if the states do not follow that of the store, or an error of the store.
    ///   Nothing changes then.
    func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws
}
