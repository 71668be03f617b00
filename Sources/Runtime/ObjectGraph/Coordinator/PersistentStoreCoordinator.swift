import Dispatch
public import Foundation
import Synchronization

/// A coordinator between contexts and their stores. It orders commits, enforces uniqueness, records the history, and
/// reports commits.
///
/// ```swift
/// let coordinator = container.persistentStoreCoordinator
/// let archive = try coordinator.addPersistentStore(with: .json(at: archiveURL), configuration: "Notes")
/// let context = ManagedObjectContext(coordinator: coordinator)
/// let notes = try context.fetch(Note.fetchRequest())
/// try coordinator.remove(archive)
/// ```
public final class PersistentStoreCoordinator: Sendable {
    /// The model of the stores' objects.
    public let managedObjectModel: ManagedObjectModel
    /// Locked only briefly.
    private let assembly: Mutex<StoreAssembly>
    /// Locked for a whole commit to stores with one writer. ``log`` is locked only briefly,
    /// so readers do not wait for the medium.
    private let uniqueness: Mutex<UniquenessIndex>
    /// The index before any values are known, locked only briefly.
    private let constraints: Mutex<UniquenessIndex>
    /// What commits to a store with many writers pass, instead of waiting for one another.
    private let gate = CommitGate()
    private let log = Mutex(CommitLog())
    /// Locked while others' commits are searched for, so that everyone who asks afterward sees them.
    private let following = Mutex(())
    /// The requests of savers that wait for ``uniqueness``, in the order of their arrival.
    private let waiting = Mutex<[CommitRequest]>([])
    let precedence = SavePrecedence()
    private let observers = Observers<SavedObjectIDs>()
    let storeObservers = Observers<StoreListChange>()
    private let externalChangeObservers = Observers<Void>()
    private let center = Mutex<NotificationCenter?>(nil)
    private let changeOfStoresCount = Atomic<Int>(0)
    private let changeCount = Atomic<Int>(0)
    /// Whether others write to some of the stores.
    private let isShared = Atomic<Bool>(false)
    /// Whether a context follows others' saves, or the program is notified of them.
    private let isWatching = Atomic<Bool>(false)

    /// - Parameter assembly: The stores to begin with.
    init(_ assembly: StoreAssembly) {
        managedObjectModel = assembly.model
        uniqueness = Mutex(assembly.uniqueness)
        constraints = Mutex(assembly.uniqueness)
        isShared.store(assembly.isShared, ordering: .releasing)
        self.assembly = Mutex(assembly)
    }

    /// The latest committed state of all stores together.
    public var committedState: CommittedState { assembly.withLock { $0.state } }
    /// The first store; nil if there is none.
    public var persistentStore: (any PersistentStore)? { members.first?.store }
    /// The stores, in the order in which they were added.
    public var persistentStores: [any PersistentStore] { members.map(\.store) }

    /// The notification center for Core Data's notification about changes of stores, and the default
    /// ``ManagedObjectContext/notificationCenter`` of new contexts; nil to post none (rule NTF-5).
    public var notificationCenter: NotificationCenter? {
        get { center.withLock { $0 } }
        set { center.withLock { $0 = newValue } }
    }

    /// The stores with their histories, which are written while ``uniqueness`` is locked.
    var members: [AttachedStore] { assembly.withLock { $0.members } }

    /// An index before any values are known.
    private var emptyUniqueness: UniquenessIndex { constraints.withLock { $0 } }

    /// Whether others write to some of the stores, and these report it.
    var hasOtherWriters: Bool { isShared.load(ordering: .acquiring) }

    /// Reads what others have committed, if the stores report it.
    ///
    /// - Parameter isCertain: Whether somebody has committed something, as a conflict shows. In this case, it also
    ///   looks at stores that do not report changes.
    func processExternalChanges(isCertain: Bool = false) {
        guard isCertain || hasOtherWriters else { return }
        let (members, isCombined) = assembly.withLock { ($0.members, $0.combined != nil) }
        for member in members {
            guard let store = member.queried else { continue }
            let isAhead = following.withLock { _ in
                store.processExternalChanges(isCertain: isCertain) { note($1, generation: $0, isCombined: isCombined) }
            }
            if isAhead { notifyOfExternalChanges(member) }
        }
    }

    /// Returns the latest state in views that keep it, so that what is read of several objects belongs together; nil if
    /// the stores' usual views keep their states, if there are several stores, whose states are not consistent with one
    /// another, or if another context's commit is held up.
    ///
    /// - Throws: The store's error if it cannot be read.
    func consistentState() throws -> (state: CommittedState, views: PinnedViews)? {
        let (members, isCombined) = assembly.withLock { ($0.members, $0.combined != nil) }
        guard !isCombined, let store = members[0].queried, members[0].store is any ViewPinningStore else { return nil }
        // No commit of this coordinator is half visible.
        return try gate.alone(within: Self.longestWaitForCommits) {
            var isAhead = false
            let found = try following.withLock { _ in
                try store.consistentState { generation, changes in
                    note(changes, generation: generation, isCombined: false)
                    isAhead = true
                }
            }
            if isAhead { notifyOfExternalChanges(members[0]) }
            return found.map { ($0.state, PinnedViews([$0.view])) }
        }
    }

    /// The maximum time that a merge waits for commits, in seconds. They usually take a few milliseconds.
    private static let longestWaitForCommits: TimeInterval = 0.1

    /// Records what others have committed. With several stores, the order of their states is unknown, so contexts
    /// look at all of their objects.
    private func note(_ changes: CommittedReferences?, generation: Int, isCombined: Bool) {
        if !isCombined { log.withLock { $0.append(changes, generation: generation) } }
        changeCount.add(1, ordering: .acquiringAndReleasing)
    }

    // MARK: - Pinned states

    /// What it costs to keep a state, one reason for each store where it has a cost.
    var pinningCosts: [String] {
        members.compactMap { ($0.store as? any ViewPinningStore)?.pinningCost }
    }

    /// Returns the latest state, with pinned views for the stores whose usual views do not keep it, and these views.
    func pinnedState() throws -> (state: CommittedState, views: PinnedViews?) {
        processExternalChanges()
        // Read before the views are opened: a state that has later rows only makes a context look at some changes
        // again.
        var (state, members) = assembly.withLock { ($0.state, $0.members) }
        var views: [any PinnedStoreView] = []
        for member in members {
            guard let (part, view) = try member.queried?.pinnedState() else { continue }
            views.append(view)
            let layout = state.layout
            state.takeTables(
                member.tables.ordinals.filter { member.tables.has(layout.entities[$0]) }, from: part)
        }
        return (state, views.isEmpty ? nil : PinnedViews(views))
    }

    // MARK: - Others who write

    /// Makes the stores report others' commits even if no context is active.
    package func observeExternalChanges() {
        isWatching.store(true, ordering: .releasing)
        for member in members {
            (member.store as? any ChangeReportingStore)?.observeExternalChanges { [weak self] in
                self?.processExternalChanges()
            }
        }
    }

    /// Makes added stores also report others' commits, if anyone follows them.
    func observeExternalChangesAgain() {
        if isWatching.load(ordering: .acquiring) { observeExternalChanges() }
    }

    /// Calls a closure, on any thread, when others' commits were found.
    package func addExternalChangeObserver(_ handler: @escaping @Sendable () -> Void) {
        externalChangeObservers.add { _ in handler() }
    }

    /// Reports that others have written to a store, on another thread,
    /// because the current one is in the middle of something.
    private func notifyOfExternalChanges(_ member: AttachedStore) {
        DispatchQueue.global().async { [weak self] in
            self?.externalChangeObservers.tell {}
            self?.postRemoteChange(of: member)
        }
    }

    var layout: GraphLayout { assembly.withLock { $0.layout } }
    /// How often stores have been added and removed.
    var storesCount: Int { changeOfStoresCount.load(ordering: .acquiring) }
    /// A number that differs whenever something has been committed, or stores were added or removed.
    package var commitCount: Int { changeCount.load(ordering: .acquiring) }

    /// Changes the stores while nothing is committed.
    ///
    /// - Parameter forgettingCommits: Whether earlier commits may concern removed stores whose references are used
    ///   again.
    func changeStores<Result>(
        forgettingCommits: Bool = false, _ body: (inout StoreAssembly) throws -> Result
    ) throws -> Result {
        try gate.alone {
            try uniqueness.withLock { uniqueness in
                let result = try assembly.withLock { try body(&$0) }
                uniqueness = assembly.withLock(\.uniqueness)
                constraints.withLock { [uniqueness] in $0 = uniqueness }
                isShared.store(assembly.withLock(\.isShared), ordering: .releasing)
                // A state like any other, without changes of objects.
                log.withLock { log in
                    if forgettingCommits { log = CommitLog() }
                    log.append(ChangeSet(), generation: committedState.generation)
                }
                changeOfStoresCount.add(1, ordering: .acquiringAndReleasing)
                changeCount.add(1, ordering: .acquiringAndReleasing)
                return result
            }
        }
    }

    /// Returns a place for another store.
    ///
    /// - Throws: ``CoordinatorError`` if there is no room for it.
    func reserveTables() throws -> TableRange { try assembly.withLock { try $0.reserveTables() } }

    /// Returns the ID for a URI; nil if it belongs to another store (rule ID-6).
    ///
    /// ```swift
    /// if let noteID = coordinator.managedObjectID(forURIRepresentation: link) {  // Of a store that is open
    ///     title = (try context.existingObject(with: noteID) as? Note)?.title
    /// }
    /// ```
    public func managedObjectID(forURIRepresentation uri: URL) -> ObjectID? {
        let layout = layout
        return ObjectID(uriRepresentation: uri).flatMap(layout.reference).map(layout.objectID)
    }

    /// How many saves wait for the one that is being written.
    package var waitingCommitCount: Int { waiting.withLock { $0.count } }

    /// Commits a change set atomically.
    ///
    /// Savers wait while another one's changes are written, unless the store has many writers. If the store can write
    /// several change sets at once, the next saver commits for all that wait.
    ///
    /// - Parameter timestamp: The time for the history.
    /// - Throws: ``MergeConflictError``, ``ConstraintConflictError``, or the store's error. In this case, nothing has
    ///   changed.
    func commit(_ changes: ChangeSet, at timestamp: @autoclosure () -> Date) throws -> CommittedState {
        // On whatever thread.
        try RequestingContext.named(changes.contextName) {
            // An empty change set is checked, and creates no state (rules OBJ-11 and CTX-6).
            if changes.isEmpty { return try check(changes) }
            return try StoreActivity.measure(
                .saving(
                    inserted: changes.inserted.count, updated: changes.updated.count, deleted: changes.deleted.count,
                    in: systemName(), for: changes.contextName)
            ) {
                try commitInTurn(changes, at: timestamp)
            }
        }
    }

    private func check(_ changes: ChangeSet) throws -> CommittedState {
        func check() throws -> CommittedState {
            let state = committedState
            try state.checkConflicts(of: changes)
            return state
        }
        return try assembly.withLock(\.concurrent) == nil ? betweenCommits(check) : check()
    }

    private func commitInTurn(_ changes: ChangeSet, at timestamp: () -> Date) throws -> CommittedState {
        let concurrent = assembly.withLock(\.concurrent)
        precedence.waitForOthers()
        if let concurrent, let store = concurrent.queried {
            // The history numbers the commits, so they come one after the other.
            let after =
                try StoreCancellation.ignoringCancellation({ try concurrent.history.readTracking() })
                ? try gate.alone { try uniqueness.withLock { try commitAlone(changes, &$0, at: timestamp) } }
                : try gate.commit { try commitBesideOthers(changes, to: store) }
            tell(changes, after.layout)
            return after
        }
        do {
            // Usually, no one else saves.
            let own = try uniqueness.withLockIfAvailable { uniqueness -> CommittedState? in
                guard waitingCommitCount == 0 else { return nil }
                return try commitAlone(changes, &uniqueness, at: timestamp)
            }
            let after = if let own, let own { own } else { try commitWithOthers(changes, at: timestamp) }
            tell(changes, after.layout)
            return after
        } catch let partial as PartialCommitError {
            for part in partial.written { tell(part, partial.state.layout) }
            throw partial
        }
    }

    /// Waits for other commits, and commits alone, or for all that wait.
    private func commitWithOthers(_ changes: ChangeSet, at timestamp: () -> Date) throws -> CommittedState {
        let request = CommitRequest(changes)
        waiting.withLock { $0.append(request) }
        let wait = beginWait()
        return try uniqueness.withLock { uniqueness in
            wait?.end()
            while request.outcome == nil {
                if let (store, requests) = takeGroup() {
                    // Canceling the task of one saver does not cancel the others' saves.
                    StoreCancellation.ignoringCancellation { commit(requests, to: store, &uniqueness) }
                } else {
                    waiting.withLock { $0.removeAll { $0 === request } }
                    return try commitAlone(changes, &uniqueness, at: timestamp)
                }
            }
            return try request.outcome?.get() ?? committedState
        }
    }

    /// Begins to wait for another commit, which is measured; nil if there is none.
    private func beginWait() -> StoreActivity.Measurement? {
        guard StoreActivity.isMeasuring, uniqueness.withLockIfAvailable({ _ in true }) == nil else { return nil }
        return StoreActivity.begin(.wait(for: .save, of: nil))
    }

    /// Commits to a store with many writers.
    private func commitBesideOthers(_ changes: ChangeSet, to store: QueriedStore) throws -> CommittedState {
        func commit(_ uniqueness: inout UniquenessIndex) throws -> CommittedState {
            try findingAllConflicts(of: changes, &uniqueness) {
                try store.commit(changes) { after in
                    log.withLock { $0.append(changes, generation: after.generation) }
                    changeCount.add(1, ordering: .acquiringAndReleasing)
                }
            }
        }
        var known = emptyUniqueness
        guard try known.isNeeded(for: changes, in: store.state) else { return try commit(&known) }
        // Between the search and the commit, no other context may save an equal value.
        let wait = beginWait()
        return try uniqueness.withLock { uniqueness in
            wait?.end()
            _ = try uniqueness.edits(for: changes, in: store.state)
            return try commit(&uniqueness)
        }
    }

    /// Runs a commit. If a store that enforces uniqueness refuses it, all conflicts of the changes are found.
    private func findingAllConflicts(
        of changes: ChangeSet, _ uniqueness: inout UniquenessIndex, _ commit: () throws -> CommittedState
    ) throws -> CommittedState {
        do {
            return try commit()
        } catch let conflicts as ConstraintConflictError {
            processExternalChanges()
            _ = try uniqueness.edits(for: changes, in: committedState, isRefused: true)
            // The other object has just been deleted or changed.
            throw conflicts
        }
    }

    private func commitAlone(
        _ changes: ChangeSet, _ uniqueness: inout UniquenessIndex, at timestamp: () -> Date
    ) throws -> CommittedState {
        let before = committedState
        let edits = try uniqueness.edits(for: changes, in: before)
        var partCount = 1
        do {
            let after = try findingAllConflicts(of: changes, &uniqueness) {
                try write(changes, before: before, partCount: &partCount, at: timestamp)
            }
            uniqueness.apply(edits)
            // What a context that has seen only some of the parts still has to know comes with the last one.
            note(Array(repeating: ChangeSet(), count: partCount - 1) + [changes], between: before, and: after)
            return after
        } catch let partial as PartialCommitError {
            // The index knows nothing of what some of the stores have written.
            uniqueness = emptyUniqueness
            note(partial.written, between: before, and: partial.state)
            throw partial
        }
    }

    /// Records a commit to one store or several, each of which has advanced by one state.
    ///
    /// - Parameter parts: What contexts have to know of each state. If others have moved the stores on, too, the order
    ///   of the states is unknown, and contexts look at all of their objects.
    private func note(_ parts: [ChangeSet], between before: CommittedState, and after: CommittedState) {
        if after.generation - before.generation == parts.count || parts.count == 1 {
            log.withLock { log in
                for (place, part) in parts.enumerated() {
                    log.append(part, generation: after.generation - parts.count + place + 1)
                }
            }
        }
        changeCount.add(1, ordering: .acquiringAndReleasing)
    }

    /// Takes the waiting requests; nil if there is only one, or they cannot be committed together: to several stores,
    /// to one that records a history, whose transactions are written one by one,
    /// or to one that can only write one by one.
    private func takeGroup() -> (store: AttachedStore, requests: [CommitRequest])? {
        guard waitingCommitCount > 1 else { return nil }
        let (members, isCombined) = assembly.withLock { ($0.members, $0.combined != nil) }
        guard !isCombined, members[0].commitsGroups else { return nil }
        let requests = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        return (members[0], requests)
    }

    /// Commits the requests that can be committed together, and lets the others wait.
    private func commit(_ requests: [CommitRequest], to store: AttachedStore, _ uniqueness: inout UniquenessIndex) {
        let group = store.group(requests, uniqueness: &uniqueness)
        waiting.withLock { $0.insert(contentsOf: group.postponed, at: 0) }
        guard !group.accepted.isEmpty else { return }
        do {
            let commits = try store.commit(group.accepted.map(\.changes))
            log.withLock { log in
                for (request, commit) in zip(group.accepted, commits) {
                    log.append(request.changes, generation: commit.generation)
                }
            }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            for (request, commit) in zip(group.accepted, commits) { request.settle(.success(commit.state)) }
        } catch  where error is MergeConflictError || error is GroupCommitError {
            // Others have changed something, or one of the change sets cannot be written:
            // each saver receives its own outcome.
            commitAlone(group.accepted, &uniqueness)
        } catch {
            // The index has seen states that will never exist.
            uniqueness = emptyUniqueness
            for request in group.accepted { request.settle(.failure(error)) }
        }
    }

    /// Commits requests one by one, from a state of which the index knows nothing.
    private func commitAlone(_ requests: [CommitRequest], _ uniqueness: inout UniquenessIndex) {
        uniqueness = emptyUniqueness
        for request in requests {
            request.settle(Result { try commitAlone(request.changes, &uniqueness, at: Date.init) })
        }
    }

    /// Runs work while nothing is committed.
    func betweenCommits<Result>(_ body: () throws -> Result) rethrows -> Result {
        try gate.alone { try uniqueness.withLock { _ in try body() } }
    }

    private func write(
        _ changes: ChangeSet, before: CommittedState, partCount: inout Int, at timestamp: () -> Date
    ) throws -> CommittedState {
        let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
        if let combined {
            let (state, count) = try combined.commit(changes, at: timestamp)
            partCount = count
            return state
        }
        return try members[0].commit(changes, before: before, at: timestamp)
    }

    /// Returns what is known of the changes of the commits between two generations.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    func changes(after generation: Int, upTo latest: Int, without own: Set<Int>) -> CommitLog.Changes {
        let changes = log.withLock { $0.changes(after: generation, upTo: latest, without: own) }
        guard changes.mayComeLater else { return changes }
        // A commit publishes its state before its changes.
        return uniqueness.withLock { _ in
            for member in members { member.queried?.waitForPublishing() }
            return log.withLock { $0.changes(after: generation, upTo: latest, without: own) }
        }
    }

    // MARK: - Telling of commits

    /// Returns a sequence of later commits by any context (rule NTF-15), with one element for each save that writes
    /// something, including batch requests. An element contains the IDs of the written objects.
    ///
    /// When an element arrives, ``committedState`` contains the commit. The sequence buffers elements without a
    /// limit. Each call returns a new sequence for one consumer, which ends when its task is canceled. The sequence
    /// does not include saves of other processes.
    public func commits() -> AsyncStream<SavedObjectIDs> {
        AsyncStream { continuation in
            let number = observers.add { continuation.yield($0) }
            continuation.onTermination = { [weak self] _ in self?.observers.remove(number) }
        }
    }

    /// Calls a closure after each commit, on the thread of the commit.
    package func observe(_ handler: @escaping @Sendable (SavedObjectIDs) -> Void) { observers.add(handler) }

    private func tell(_ changes: ChangeSet, _ layout: GraphLayout) {
        observers.tell {
            SavedObjectIDs(
                inserted: Set(changes.inserted.map { layout.objectID(for: $0.reference) }),
                updated: Set((changes.updated.map(\.reference) + changes.indirectlyUpdated).map(layout.objectID)),
                deleted: Set(changes.deleted.map { layout.objectID(for: $0.reference) }))
        }
        postRemoteChanges(changes)
    }
}
