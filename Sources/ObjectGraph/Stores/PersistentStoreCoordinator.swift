public import Foundation
import Synchronization

/// Stands between contexts and their store: brings commits into an order, keeps what is unique unique, keeps the history,
/// and tells what has been committed.
public final class PersistentStoreCoordinator: Sendable {
    /// What the store's objects are of.
    public let managedObjectModel: ManagedObjectModel
    /// Where commits go; several stores show as one.
    public let persistentStore: any PersistentStore
    /// The stores that objects are kept in: several where the container was made with several.
    public var persistentStores: [any PersistentStore] {
        (persistentStore as? CombinedStore)?.stores ?? [persistentStore]
    }
    let layout: GraphLayout
    /// Held for a whole commit, while ``log`` is held for moments only: who asks does not wait for the medium.
    private let uniqueness: Mutex<UniquenessIndex>
    private let log = Mutex(CommitLog())
    /// Written to while ``uniqueness`` is held.
    let history: any PersistentHistoryStore
    private let observers = Mutex<[Int: @Sendable (SavedObjectIDs) -> Void]>([:])
    private let lastObserver = Atomic<Int>(0)

    init(model: ManagedObjectModel, store: any PersistentStore) {
        managedObjectModel = model
        persistentStore = store
        layout = store.snapshot.layout
        uniqueness = Mutex(UniquenessIndex(layout: layout))
        history = store.history ?? InMemoryHistory()
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
    /// - Parameter timestamp: When, for the history.
    /// - Throws: ``MergeConflict``, ``ConstraintConflicts``, or what the store throws. Nothing has changed then.
    func commit(_ changes: ChangeSet, at timestamp: @autoclosure () -> Date) throws -> GraphSnapshot {
        let after = try uniqueness.withLock { uniqueness in
            let before = persistentStore.snapshot
            // What a save writes nothing of is checked, and makes no other state (rules OBJ-11 and CTX-6).
            if changes.isEmpty { return try before.applying(changes) }
            let edits = try uniqueness.edits(for: changes, in: before)
            let after = try write(changes, before: before, at: timestamp)
            uniqueness.apply(edits)
            log.withLock { $0.append(changes, generation: after.generation) }
            return after
        }
        if !changes.isEmpty { tell(changes) }
        return after
    }

    /// Runs work while nothing is committed.
    func betweenCommits<Result>(_ body: () throws -> Result) rethrows -> Result {
        try uniqueness.withLock { _ in try body() }
    }

    /// Has the store write a change set, and before it the history what it is about to do.
    private func write(
        _ changes: ChangeSet, before: GraphSnapshot, at timestamp: () -> Date
    ) throws -> GraphSnapshot {
        guard history.isTracking else { return try persistentStore.commit(changes) }
        let number = history.lastTransactionNumber + 1
        try history.append(PersistentHistoryTransaction(changes, number: number, before: before, at: timestamp()))
        do {
            return try persistentStore.commit(changes)
        } catch {
            history.takeBackLastTransaction(after: error)
            throw error
        }
    }

    /// What commits have changed after one generation and up to another; nil when that is not known any more.
    func changes(after generation: Int, upTo latest: Int) -> CommittedReferences? {
        log.withLock { $0.changes(after: generation, upTo: latest) }
    }

    // MARK: - Telling of commits

    /// What is committed from now on, by any context, as it happens (rule NTF-15): one element for each save that has
    /// written something, batch requests among them, with the identities of the objects it wrote.
    ///
    /// When an element comes, the commit is in ``PersistentStore/snapshot``. Elements are kept for a reader that is
    /// slow, without a limit. Each call gives a sequence of its own for one reader; it ends when the task that reads it
    /// is cancelled. Saves of other processes are not among them.
    public func commits() -> AsyncStream<SavedObjectIDs> {
        AsyncStream { continuation in
            let number = observe { continuation.yield($0) }
            continuation.onTermination = { [weak self] _ in
                self?.observers.withLock { $0[number] = nil }
            }
        }
    }

    /// Calls a closure after each commit, on whatever thread has made it.
    @discardableResult
    func observe(_ handler: @escaping @Sendable (SavedObjectIDs) -> Void) -> Int {
        let number = lastObserver.add(1, ordering: .relaxed).newValue
        observers.withLock { $0[number] = handler }
        return number
    }

    private func tell(_ changes: ChangeSet) {
        let handlers = observers.withLock { observers in observers.sorted { $0.key < $1.key }.map(\.value) }
        guard !handlers.isEmpty else { return }
        let saved = SavedObjectIDs(
            inserted: Set(changes.inserted.map { layout.objectID(for: $0.reference) }),
            updated: Set((changes.updated.map(\.reference) + changes.touched).map(layout.objectID)),
            deleted: Set(changes.deleted.map { layout.objectID(for: $0.reference) }))
        for handler in handlers { handler(saved) }
    }
}
