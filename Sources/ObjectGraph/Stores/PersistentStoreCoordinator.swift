public import Foundation
import Synchronization

/// Stands between contexts and their stores: brings commits into an order, keeps what is unique unique, keeps the history,
/// and tells what has been committed.
public final class PersistentStoreCoordinator: Sendable {
    /// What the stores' objects are of.
    public let managedObjectModel: ManagedObjectModel
    /// Held for moments only.
    private let assembly: Mutex<StoreAssembly>
    /// Held for a whole commit, while ``log`` is held for moments only: who asks does not wait for the medium.
    private let uniqueness: Mutex<UniquenessIndex>
    private let log = Mutex(CommitLog())
    private let observers = Observers<SavedObjectIDs>()
    let storeObservers = Observers<StoresChange>()
    private let center = Mutex<NotificationCenter?>(nil)
    private let changeOfStoresCount = Atomic<Int>(0)

    /// - Parameter assembly: The stores to begin with.
    init(_ assembly: StoreAssembly) {
        managedObjectModel = assembly.model
        uniqueness = Mutex(UniquenessIndex(layout: assembly.layout))
        self.assembly = Mutex(assembly)
    }

    /// Where commits go; several stores show as one.
    public var persistentStore: any PersistentStore { assembly.withLock { $0.visible } }

    /// The stores that objects are kept in, in the order in which they were added.
    public var persistentStores: [any PersistentStore] { members.map(\.store) }

    /// Where changes of stores are posted as Core Data's notification, and what contexts that are made from now on begin
    /// with as their ``ManagedObjectContext/notificationCenter``; nil to post none (rule NTF-5).
    public var notificationCenter: NotificationCenter? {
        get { center.withLock { $0 } }
        set { center.withLock { $0 = newValue } }
    }

    /// The stores with their histories, which are written to while ``uniqueness`` is held.
    var members: [AttachedStore] { assembly.withLock { $0.members } }

    var layout: GraphLayout { assembly.withLock { $0.layout } }

    /// How often stores have been added and removed.
    var storesCount: Int { changeOfStoresCount.load(ordering: .acquiring) }

    /// Changes which stores there are, while nothing is committed.
    func changeStores<Result>(_ body: (inout StoreAssembly) throws -> Result) throws -> Result {
        try uniqueness.withLock { uniqueness in
            let (result, layout) = try assembly.withLock { (try body(&$0), $0.layout) }
            uniqueness = UniquenessIndex(layout: layout)
            // A state like any other, which brings no changes of objects.
            log.withLock { $0.append(ChangeSet(), generation: snapshot.generation) }
            changeOfStoresCount.add(1, ordering: .acquiringAndReleasing)
            return result
        }
    }

    /// The model to open another store for.
    ///
    /// - Throws: ``CoordinatorError`` when there is no room for it.
    func modelForNextStore() throws -> ManagedObjectModel {
        try assembly.withLock { try $0.modelForNextStore() }
    }

    /// The identity that a URI stands for; nil for one of another store (rule ID-6).
    public func managedObjectID(forURIRepresentation uri: URL) -> ObjectID? {
        let layout = layout
        return ObjectID(uriRepresentation: uri).flatMap(layout.reference).map(layout.objectID)
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

    private func write(
        _ changes: ChangeSet, before: GraphSnapshot, at timestamp: () -> Date
    ) throws -> GraphSnapshot {
        let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
        if let combined { return try combined.commit(changes, at: timestamp()) }
        return try members[0].commit(changes, before: before, at: timestamp)
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
            let number = observers.add { continuation.yield($0) }
            continuation.onTermination = { [weak self] _ in self?.observers.remove(number) }
        }
    }

    /// Calls a closure after each commit, on whatever thread has made it.
    func observe(_ handler: @escaping @Sendable (SavedObjectIDs) -> Void) {
        observers.add(handler)
    }

    private func tell(_ changes: ChangeSet) {
        let layout = layout
        observers.tell {
            SavedObjectIDs(
                inserted: Set(changes.inserted.map { layout.objectID(for: $0.reference) }),
                updated: Set((changes.updated.map(\.reference) + changes.touched).map(layout.objectID)),
                deleted: Set(changes.deleted.map { layout.objectID(for: $0.reference) }))
        }
    }
}
