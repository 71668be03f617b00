import Dispatch
public import Foundation
import Synchronization

/// A coordinator between contexts and their stores. It orders commits, enforces uniqueness, records the history, and
/// reports commits.
public final class PersistentStoreCoordinator: Sendable {
    /// The model of the stores' objects.
    public let managedObjectModel: ManagedObjectModel
    /// Held for moments only.
    private let assembly: Mutex<StoreAssembly>
    /// Held for a whole commit, while ``log`` is held for moments only: who asks does not wait for the medium.
    private let uniqueness: Mutex<UniquenessIndex>
    private let log = Mutex(CommitLog())
    /// Held from the moment when others' commits are shown until ``log`` has them.
    private let following = Mutex(())
    /// What savers want to be committed that wait for ``uniqueness``, in the order of their coming.
    private let waiting = Mutex<[CommitRequest]>([])
    private let observers = Observers<SavedObjectIDs>()
    let storeObservers = Observers<StoresChange>()
    private let otherObservers = Observers<Void>()
    private let center = Mutex<NotificationCenter?>(nil)
    private let changeOfStoresCount = Atomic<Int>(0)
    private let changeCount = Atomic<Int>(0)
    /// Whether others write to some of the stores.
    private let isShared = Atomic<Bool>(false)
    /// Whether a context follows what others save.
    private let isWatching = Atomic<Bool>(false)

    /// - Parameter assembly: The stores to begin with.
    init(_ assembly: StoreAssembly) {
        managedObjectModel = assembly.model
        uniqueness = Mutex(UniquenessIndex(layout: assembly.layout, exempt: assembly.enforcing))
        isShared.store(assembly.isShared, ordering: .releasing)
        self.assembly = Mutex(assembly)
    }

    /// The store that receives commits. Several stores appear as one.
    public var persistentStore: any ResidentStore { assembly.withLock { $0.visible } }

    /// The stores, in the order in which they were added.
    public var persistentStores: [any PersistentStore] { members.map(\.original) }

    /// The notification center for Core Data's notification about changes of stores, and the default
    /// ``ManagedObjectContext/notificationCenter`` of new contexts; nil to post none (rule NTF-5).
    public var notificationCenter: NotificationCenter? {
        get { center.withLock { $0 } }
        set { center.withLock { $0 = newValue } }
    }

    /// The stores with their histories, which are written to while ``uniqueness`` is held.
    var members: [AttachedStore] { assembly.withLock { $0.members } }

    /// What is unique, before anything is known of it.
    private var emptyUniqueness: UniquenessIndex {
        assembly.withLock { UniquenessIndex(layout: $0.layout, exempt: $0.enforcing) }
    }

    /// Whether others write to some of the stores, and it is known of them.
    var hasOtherWriters: Bool { isShared.load(ordering: .acquiring) }

    /// Takes what others have committed to stores since, as far as these tell it.
    ///
    /// - Parameter isCertain: Whether someone has committed something, as a conflict shows: stores that do not tell are
    ///   looked at again then.
    func followOthers(isCertain: Bool = false) {
        guard isCertain || hasOtherWriters else { return }
        let (members, isCombined) = assembly.withLock { ($0.members, $0.combined != nil) }
        for member in members {
            guard let store = member.store as? ViewedStore else { continue }
            let isAhead = following.withLock { _ in
                guard let (generation, changes) = store.followOthers(isCertain: isCertain) else { return false }
                // Of several stores nobody knows which of their states was shown when: contexts look at all that they have.
                if let changes, !isCombined { log.withLock { $0.append(changes, generation: generation) } }
                return true
            }
            guard isAhead else { continue }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            tellOfOthers(member)
        }
    }

    // MARK: - Others who write

    /// Has the stores say when others may have committed something, also while no context does anything.
    func watchOthers() {
        isWatching.store(true, ordering: .releasing)
        for member in members {
            (member.original as? any ChangeReportingStore)?.watchOthers { [weak self] in self?.followOthers() }
        }
    }

    /// Has stores that have come say it too, where a context follows.
    func watchOthersAnew() {
        if isWatching.load(ordering: .acquiring) { watchOthers() }
    }

    /// Calls a closure, on any thread, when something was found that others have committed.
    package func observeOthers(_ handler: @escaping @Sendable () -> Void) { otherObservers.add { _ in handler() } }

    /// Tells that others have written to a store. Not on the thread of whoever has found it, which is in the middle of something.
    private func tellOfOthers(_ member: AttachedStore) {
        DispatchQueue.global().async { [weak self] in
            self?.otherObservers.tell {}
            self?.postRemoteChange(of: member)
        }
    }

    var layout: GraphLayout { assembly.withLock { $0.layout } }

    /// How often stores have been added and removed.
    var storesCount: Int { changeOfStoresCount.load(ordering: .acquiring) }

    /// Another number whenever something has been committed since, or stores have come or gone.
    package var commitCount: Int { changeCount.load(ordering: .acquiring) }

    /// Changes which stores there are, while nothing is committed.
    ///
    /// - Parameter forgettingCommits: Whether what was committed before may be of other stores than references of the
    ///   same tables are from now on.
    func changeStores<Result>(
        forgettingCommits: Bool = false, _ body: (inout StoreAssembly) throws -> Result
    ) throws -> Result {
        try uniqueness.withLock { uniqueness in
            let result = try assembly.withLock { try body(&$0) }
            uniqueness = emptyUniqueness
            isShared.store(assembly.withLock(\.isShared), ordering: .releasing)
            // A state like any other, which brings no changes of objects.
            log.withLock { log in
                if forgettingCommits { log = CommitLog() }
                log.append(ChangeSet(), generation: snapshot.generation)
            }
            changeOfStoresCount.add(1, ordering: .acquiringAndReleasing)
            changeCount.add(1, ordering: .acquiringAndReleasing)
            return result
        }
    }

    /// Where another store is to be opened.
    ///
    /// - Throws: ``CoordinatorError`` if there is no room for it.
    func takePlace() throws -> TablePlace { try assembly.withLock { try $0.takePlace() } }

    /// Returns the ID for a URI; nil if it belongs to another store (rule ID-6).
    public func managedObjectID(forURIRepresentation uri: URL) -> ObjectID? {
        let layout = layout
        return ObjectID(uriRepresentation: uri).flatMap(layout.reference).map(layout.objectID)
    }

    var snapshot: GraphSnapshot { persistentStore.snapshot }

    /// How many saves wait for the one that is being written.
    package var waitingCommitCount: Int { waiting.withLock { $0.count } }

    /// Commits a change set as a whole.
    ///
    /// Savers that come while another one's change is written wait. Where the store can write several at once, the first
    /// of them to go on commits for all.
    ///
    /// - Parameter timestamp: When, for the history.
    /// - Throws: ``MergeConflict``, ``ConstraintConflicts``, or what the store throws. Nothing has changed then.
    func commit(_ changes: ChangeSet, at timestamp: @autoclosure () -> Date) throws -> GraphSnapshot {
        // What a save writes nothing of is checked, and makes no other state (rules OBJ-11 and CTX-6).
        if changes.isEmpty { return try betweenCommits { try snapshot.applying(changes) } }
        let request = CommitRequest(changes)
        waiting.withLock { $0.append(request) }
        let after = try uniqueness.withLock { uniqueness in
            while request.outcome == nil {
                if let (store, requests) = takeGroup() {
                    commit(requests, to: store, &uniqueness)
                } else {
                    waiting.withLock { $0.removeAll { $0 === request } }
                    return try commitAlone(changes, &uniqueness, at: timestamp)
                }
            }
            return try request.outcome?.get() ?? snapshot
        }
        tell(changes, after.layout)
        return after
    }

    private func commitAlone(
        _ changes: ChangeSet, _ uniqueness: inout UniquenessIndex, at timestamp: () -> Date
    ) throws -> GraphSnapshot {
        let before = persistentStore.snapshot
        let edits = try uniqueness.edits(for: changes, in: before)
        let after = try write(changes, before: before, at: timestamp)
        uniqueness.apply(edits)
        log.withLock { $0.append(changes, generation: after.generation) }
        changeCount.add(1, ordering: .acquiringAndReleasing)
        return after
    }

    /// Takes the requests that wait; nil if there is one only, or they cannot be committed together: to several stores,
    /// to one that keeps a history, whose transactions are written one by one, or to one that can only write one by one.
    private func takeGroup() -> (store: any GroupCommittingStore, requests: [CommitRequest])? {
        guard waitingCommitCount > 1 else { return nil }
        let (members, isCombined) = assembly.withLock { ($0.members, $0.combined != nil) }
        guard !isCombined, !members[0].history.isTracking, let store = members[0].store as? any GroupCommittingStore
        else { return nil }
        let requests = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        return (store, requests)
    }

    /// Commits what can be committed together, settles it, and leaves the rest to wait.
    private func commit(
        _ requests: [CommitRequest], to store: any GroupCommittingStore, _ uniqueness: inout UniquenessIndex
    ) {
        let group = CommitGroup(requests, before: store.snapshot, uniqueness: &uniqueness)
        waiting.withLock { $0.insert(contentsOf: group.postponed, at: 0) }
        guard !group.accepted.isEmpty else { return }
        do {
            let states = try store.commit(group.accepted.map(\.changes))
            log.withLock { log in
                for (request, state) in zip(group.accepted, states) {
                    log.append(request.changes, generation: state.generation)
                }
            }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            for (request, state) in zip(group.accepted, states) { request.settle(.success(state)) }
        } catch is MergeConflict {
            // Somebody commits to the store past the coordinator: each saver is to learn of its own conflicts only.
            uniqueness = emptyUniqueness
            for request in group.accepted {
                request.settle(Result { try commitAlone(request.changes, &uniqueness, at: Date.init) })
            }
        } catch {
            // It has seen states that are not going to be.
            uniqueness = emptyUniqueness
            for request in group.accepted { request.settle(.failure(error)) }
        }
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
        if let changes = log.withLock({ $0.changes(after: generation, upTo: latest) }) { return changes }
        // Whoever has made the latest state shows it before it says what has changed.
        return uniqueness.withLock { _ in
            following.withLock { _ in log.withLock { $0.changes(after: generation, upTo: latest) } }
        }
    }

    // MARK: - Telling of commits

    /// Returns a sequence of later commits by any context (rule NTF-15), with one element for each save that writes
    /// something, including batch requests. An element contains the IDs of the written objects.
    ///
    /// When an element arrives, ``ResidentStore/snapshot`` contains the commit. The sequence buffers elements without a
    /// limit. Each call returns a new sequence for one consumer, which ends when its task is canceled. The sequence
    /// does not include saves of other processes.
    public func commits() -> AsyncStream<SavedObjectIDs> {
        AsyncStream { continuation in
            let number = observers.add { continuation.yield($0) }
            continuation.onTermination = { [weak self] _ in self?.observers.remove(number) }
        }
    }

    /// Calls a closure after each commit, on whatever thread has made it.
    package func observe(_ handler: @escaping @Sendable (SavedObjectIDs) -> Void) { observers.add(handler) }

    private func tell(_ changes: ChangeSet, _ layout: GraphLayout) {
        observers.tell {
            SavedObjectIDs(
                inserted: Set(changes.inserted.map { layout.objectID(for: $0.reference) }),
                updated: Set((changes.updated.map(\.reference) + changes.touched).map(layout.objectID)),
                deleted: Set(changes.deleted.map { layout.objectID(for: $0.reference) }))
        }
        postRemoteChanges(changes)
    }
}
