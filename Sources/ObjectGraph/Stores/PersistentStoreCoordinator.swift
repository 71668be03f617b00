public import Foundation
import Synchronization

/// Stands between contexts and their store: brings commits into an order, keeps what is unique unique, keeps the history,
/// and tells what has been committed.
public final class PersistentStoreCoordinator: Sendable {
    /// What the store's objects are of.
    public let managedObjectModel: ManagedObjectModel
    /// Where commits go; several stores show as one.
    public let persistentStore: any PersistentStore
    let layout: GraphLayout
    /// Held for a whole commit, while ``state`` is held for moments only: who asks does not wait for the medium.
    private let uniqueness: Mutex<UniquenessIndex>
    private let state = Mutex(State())
    private let observers = Mutex<[Int: @Sendable (SavedObjectIDs) -> Void]>([:])
    private let lastObserver = Atomic<Int>(0)

    private struct State {
        var log = CommitLog()
        /// nil while no history is kept.
        var history: HistoryLog?
    }

    init(model: ManagedObjectModel, store: any PersistentStore) {
        managedObjectModel = model
        persistentStore = store
        layout = store.snapshot.layout
        uniqueness = Mutex(UniquenessIndex(layout: layout))
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
            let after = try persistentStore.commit(changes)
            uniqueness.apply(edits)
            state.withLock { state in
                state.log.append(changes, generation: after.generation)
                state.history?.append(changes, before: before, at: timestamp())
            }
            return after
        }
        if !changes.isEmpty { tell(changes) }
        return after
    }

    /// What commits have changed after one generation and up to another; nil when that is not known any more.
    func changes(after generation: Int, upTo latest: Int) -> CommittedReferences? {
        state.withLock { $0.log.changes(after: generation, upTo: latest) }
    }

    // MARK: - Telling of commits

    /// What is committed from now on, by any context, as it happens (rule NTF-15).
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

// The history of the store, kept in memory from when it is turned on (rules HIS-1 to HIS-10).
extension PersistentStoreCoordinator {
    /// Whether each save is kept as a transaction.
    public var tracksHistory: Bool {
        get { state.withLock { $0.history != nil } }
        set {
            state.withLock { state in
                if newValue != (state.history != nil) { state.history = newValue ? HistoryLog(layout: layout) : nil }
            }
        }
    }

    /// The place after the last transaction; nil while no history is kept (rule HIS-8).
    public var currentPersistentHistoryToken: PersistentHistoryToken? {
        state.withLock { $0.history?.lastToken }
    }

    /// The transactions after a token, the oldest first; nil for all. Empty while no history is kept (rule HIS-10).
    ///
    /// - Throws: ``PersistentHistoryTokenExpired`` where transactions after the token have been deleted.
    public func history(after token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
        try state.withLock { try $0.history?.transactions(after: token) ?? [] }
    }

    /// The transactions after a moment, the oldest first.
    public func history(after date: Date) -> [PersistentHistoryTransaction] {
        let all = (try? history(after: PersistentHistoryToken?.none)) ?? []
        return all.filter { $0.timestamp > date }
    }

    /// Deletes the transactions up to a token, that one among them (rule HIS-5).
    public func deleteHistory(before token: PersistentHistoryToken) {
        state.withLock { $0.history?.remove { $0.token.transactionNumber <= token.transactionNumber } }
    }

    /// Deletes the transactions before a moment.
    public func deleteHistory(before date: Date) {
        state.withLock { $0.history?.remove { $0.timestamp < date } }
    }
}
