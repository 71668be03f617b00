public import Foundation
import Synchronization

/// Stands between contexts and their store: brings commits into an order, keeps what is unique unique, and tells what
/// has been committed.
public final class PersistentStoreCoordinator: Sendable {
    public let managedObjectModel: ManagedObjectModel
    public let persistentStore: any PersistentStore
    let layout: GraphLayout
    private let state: Mutex<State>

    private struct State {
        var uniqueness: UniquenessIndex
        var log = CommitLog()
    }

    init(model: ManagedObjectModel, store: any PersistentStore) {
        managedObjectModel = model
        persistentStore = store
        layout = store.snapshot.layout
        state = Mutex(State(uniqueness: UniquenessIndex(layout: layout)))
    }

    /// The identity that a URI stands for; nil for one of another store (rule ID-6).
    public func managedObjectID(forURIRepresentation uri: URL) -> ObjectID? {
        guard let objectID = ObjectID(uriRepresentation: uri), let reference = layout.reference(for: objectID) else {
            return nil
        }
        return layout.objectID(for: reference)
    }

    var snapshot: GraphSnapshot { persistentStore.snapshot }

    /// Commits a change set as a whole.
    ///
    /// - Throws: ``MergeConflict``, ``ConstraintConflicts``, or what the store throws. Nothing has changed then.
    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try state.withLock { state in
            let before = persistentStore.snapshot
            let edits = try state.uniqueness.edits(for: changes, in: before)
            let after = try persistentStore.commit(changes)
            state.uniqueness.apply(edits)
            state.log.append(changes, generation: after.generation)
            return after
        }
    }

    /// What commits have changed after one generation and up to another; nil when that is not known any more.
    func changes(after generation: Int, upTo latest: Int) -> CommittedReferences? {
        state.withLock { $0.log.changes(after: generation, upTo: latest) }
    }
}
