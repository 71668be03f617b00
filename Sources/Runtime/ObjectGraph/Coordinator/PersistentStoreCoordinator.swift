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
    /// Locked only briefly, like all locks here. What waits for a store has a turn in its ``AttachedStore/lane``.
    private let assembly: Mutex<StoreAssembly>
    /// The line of changes of the stores, each of which then has a turn alone in the lane of every store.
    private let storeChanges = CommitLane()
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
        isShared.store(assembly.isShared, ordering: .releasing)
        self.assembly = Mutex(assembly)
    }

    /// The latest committed state of all stores together.
    public var committedState: CommittedState { latest.state }
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

    /// The latest committed state, and the stores that it is of.
    private var latest: (state: CommittedState, members: [AttachedStore]) {
        while true {
            let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
            // A store that other processes write to may read its file for this.
            let state = combined?.state ?? members[0].state
            // Otherwise, stores were added or removed meanwhile.
            if assembly.withLock({ $0.combined === combined }) { return (state, members) }
        }
    }

    /// The stores with their histories, which are written in turns of their lanes.
    var members: [AttachedStore] { assembly.withLock { $0.members } }

    /// Whether others write to some of the stores, and these report it.
    var hasOtherWriters: Bool { isShared.load(ordering: .acquiring) }

    /// Reads what others have committed, if the stores report it.
    ///
    /// - Parameter isCertain: Whether somebody has committed something, as a conflict shows. In this case, it also
    ///   looks at stores that do not report changes.
    func processExternalChanges(isCertain: Bool = false) {
        guard isCertain || hasOtherWriters else { return }
        for member in members { processExternalChanges(of: member, isCertain: isCertain) }
    }

    /// How many wait for another thread that looks for others' commits.
    package var waitingLookCount: Int { members.reduce(0) { $0 + $1.looks.waitingCount } }

    private func processExternalChanges(of member: AttachedStore, isCertain: Bool = false) {
        guard let store = member.queried, isCertain || store.reportsChanges else { return }
        member.looks.look(isCertain: isCertain) { isCertain in
            let isAhead = store.processExternalChanges(isCertain: isCertain) { generation, changes in
                note(changes, of: member, generation: generation)
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
        guard let member = onlyMember, let store = member.queried, member.store is any ViewPinningStore else {
            return nil
        }
        // No commit of this coordinator is half visible: a view shows a commit before its generation is known. So they
        // wait for the queries that open the view and look for others' commits in it.
        return try member.lane.alone(within: Self.longestWaitForCommits) {
            var isAhead = false
            let found = try member.looks.alone {
                try store.consistentState { generation, changes in
                    note(changes, of: member, generation: generation)
                    isAhead = true
                }
            }
            if isAhead { notifyOfExternalChanges(member) }
            return found.map { ($0.state, PinnedViews([$0.view])) }
        }
    }

    /// The maximum time that a merge waits for commits. They usually take a few milliseconds.
    private static let longestWaitForCommits = DispatchTimeInterval.milliseconds(100)

    /// Records what others have committed.
    private func note(_ changes: CommittedReferences?, of member: AttachedStore, generation: Int) {
        member.note(changes, generation: generation)
        changeCount.add(1, ordering: .acquiringAndReleasing)
    }

    /// The store whose states contexts see; nil if they see the combined state of several.
    private var onlyMember: AttachedStore? { assembly.withLock { $0.combined == nil ? $0.members[0] : nil } }

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
        var (state, members) = latest
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
    func changeStores<Result>(_ body: (inout StoreAssembly) throws -> Result) throws -> Result {
        try storeChanges.alone {
            var entered: [AttachedStore] = []
            defer { for member in entered { member.lane.end(.alone) } }
            for member in members {
                try member.lane.begin(.alone)
                entered.append(member)
            }
            let result = try assembly.withLock { try body(&$0) }
            isShared.store(assembly.withLock(\.isShared), ordering: .releasing)
            changeOfStoresCount.add(1, ordering: .acquiringAndReleasing)
            changeCount.add(1, ordering: .acquiringAndReleasing)
            return result
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

    // MARK: - Commits

    /// How many saves wait for others to the same store.
    package var waitingCommitCount: Int {
        members.reduce(0) { $0 + $1.lane.waitingCount + $1.claims.waitingCount }
    }

    /// Commits a change set atomically.
    ///
    /// Saves to a store wait while another one's changes are written to it, unless it has many writers. If the store
    /// can write several change sets at once, the next saver commits for all that wait. Saves to other stores do not
    /// wait for it.
    ///
    /// - Parameter timestamp: The time for the history.
    /// - Throws: ``MergeConflictError``, ``ConstraintConflictError``, the store's error, or `CancellationError`. In
    ///   this case, nothing has changed.
    func commit(_ changes: ChangeSet, at timestamp: @autoclosure () -> Date) throws -> CommittedState {
        // On whatever thread.
        try RequestingContext.named(changes.contextName) {
            // An empty change set is checked, and creates no state (rules OBJ-11 and CTX-6).
            if changes.isEmpty {
                let state = committedState
                try state.checkConflicts(of: changes)
                return state
            }
            return try StoreActivity.measure(
                .saving(
                    inserted: changes.inserted.count, updated: changes.updated.count, deleted: changes.deleted.count,
                    in: systemName(), for: changes.contextName)
            ) {
                try commitInTurn(changes, at: timestamp)
            }
        }
    }

    private func commitInTurn(_ changes: ChangeSet, at timestamp: () -> Date) throws -> CommittedState {
        precedence.waitForOthers()
        do {
            while true {
                let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
                let after =
                    if let combined {
                        try commit(changes, to: combined, at: timestamp)
                    } else {
                        try commit(changes, to: members[0], at: timestamp)
                    }
                // Otherwise, stores were added or removed before its turn.
                guard let after else { continue }
                tell(changes, after.layout)
                return after
            }
        } catch let partial as PartialCommitError {
            for part in partial.written { tell(part, partial.state.layout) }
            throw partial
        }
    }

    /// Waits for a turn in the lane of a store, to write one change set.
    private func beginTurn(in member: AttachedStore) throws -> CommitLane.Turn {
        guard member.hasManyWriters else {
            try member.lane.begin(.alone)
            return .alone
        }
        // The history numbers the commits, so they come one after the other.
        if try member.history.readTracking() {
            try member.lane.begin(.alone)
            return .alone
        }
        try member.lane.begin(.beside)
        do {
            // It may have been started before the turn began.
            guard try member.history.readTracking() else { return .beside }
        } catch {
            member.lane.end(.beside)
            throw error
        }
        member.lane.end(.beside)
        try member.lane.begin(.alone)
        return .alone
    }

    /// Commits to the only store.
    ///
    /// - Returns: The state after the commit; nil if it is no longer the only store, and nothing was written.
    private func commit(
        _ changes: ChangeSet, to member: AttachedStore, at timestamp: () -> Date
    ) throws -> CommittedState? {
        var turn = CommitLane.Turn.alone
        var request: CommitRequest?
        if member.hasManyWriters {
            turn = try beginTurn(in: member)
        } else if !member.lane.beginAtOnce(.alone) {
            let waiting = CommitRequest(changes, at: timestamp())
            guard try member.lane.begin(for: waiting) else { return try waiting.outcome?.get() }
            request = waiting
        }
        defer { member.lane.end(turn) }
        guard onlyMember != nil else { return nil }
        switch turn {
        case .alone:
            if let request, commitWithOthers(request, to: member) { return try request.outcome?.get() }
            return try commitAlone(changes, to: member, at: timestamp)
        case .beside: return try commitBesideOthers(changes, to: member)
        }
    }

    /// Commits to a store with many writers.
    private func commitBesideOthers(_ changes: ChangeSet, to member: AttachedStore) throws -> CommittedState {
        let values = try member.valuesToClaim(for: changes, in: member.state)
        if !values.isEmpty {
            // Between the search and the commit, no other context may save an equal value.
            try member.claims.claim(values)
        }
        defer { if !values.isEmpty { member.claims.release(values) } }
        if !values.isEmpty { _ = try member.uniquenessEdits(for: changes, in: member.state) }
        let after = try findingAllConflicts(of: changes, in: member) { try member.commit(changes) }
        changeCount.add(1, ordering: .acquiringAndReleasing)
        return after
    }

    private func commitAlone(
        _ changes: ChangeSet, to member: AttachedStore, at timestamp: () -> Date
    ) throws -> CommittedState {
        let (before, edits) = try comparingWithOthers([member], { member.state }) {
            [try member.uniquenessEdits(for: changes, in: $0)]
        }
        let after = try findingAllConflicts(of: changes, in: member) {
            try member.commit(changes, before: before, at: timestamp)
        }
        for edits in edits where !edits.isEmpty { member.apply(edits) }
        changeCount.add(1, ordering: .acquiringAndReleasing)
        return after
    }

    /// Compares unique values in the latest state. If there are any, and others can have committed something since the
    /// known state, it is compared again: the stores do not keep these values unique themselves.
    ///
    /// - Parameters:
    ///   - members: The stores with the values. No commit runs in them.
    ///   - compare: Returns the edits of the indexes for the commit after a state.
    /// - Returns: The state, and the edits for it.
    private func comparingWithOthers(
        _ members: [AttachedStore], _ state: () -> CommittedState,
        _ compare: (CommittedState) throws -> [[UniquenessIndex.Edit]]
    ) throws -> (state: CommittedState, edits: [[UniquenessIndex.Edit]]) {
        let known = state()
        let found = Result { try compare(known) }
        let behind = members.filter(\.mayBeBehind)
        guard !behind.isEmpty, (try? found.get().allSatisfy(\.isEmpty)) != true else { return (known, try found.get()) }
        for member in behind { processExternalChanges(of: member) }
        let latest = state()
        return (latest, latest.generation == known.generation ? try found.get() : try compare(latest))
    }

    /// Runs a commit. If a store that enforces uniqueness refuses it, all conflicts of the changes are found.
    private func findingAllConflicts(
        of changes: ChangeSet, in member: AttachedStore, _ commit: () throws -> CommittedState
    ) throws -> CommittedState {
        do {
            return try commit()
        } catch let conflicts as ConstraintConflictError {
            processExternalChanges(of: member)
            _ = try member.uniquenessEdits(for: changes, in: member.state, isRefused: true)
            // The other object has just been deleted or changed.
            throw conflicts
        }
    }

    /// Commits a request together with those that wait, if there are any and the store can write several at once: not
    /// if it records a history, whose transactions are written one by one.
    ///
    /// - Returns: Whether the request is settled.
    private func commitWithOthers(_ request: CommitRequest, to member: AttachedStore) -> Bool {
        guard member.lane.waitingCount > 0, member.commitsGroups else { return false }
        // Values that may have to be compared with others' are committed alone in any case.
        if member.mayBeBehind {
            let values = try? member.valuesToClaim(for: request.changes, in: member.state)
            guard values?.isEmpty == true else { return false }
        }
        let others = member.lane.takeRequests()
        guard !others.isEmpty else { return false }
        // Canceling the task of one saver does not cancel the others' saves.
        StoreCancellation.ignoringCancellation { commit([request] + others, to: member) }
        member.lane.settle(others)
        return request.outcome != nil
    }

    /// Commits the requests that can be committed together, and settles them.
    private func commit(_ requests: [CommitRequest], to member: AttachedStore) {
        let group = member.group(requests)
        guard !group.accepted.isEmpty else { return }
        do {
            let states = try member.commit(group.accepted.map(\.changes))
            changeCount.add(1, ordering: .acquiringAndReleasing)
            for (request, state) in zip(group.accepted, states) { request.settle(.success(state)) }
        } catch  where error is MergeConflictError || error is GroupCommitError {
            // Others have changed something, or one of the change sets cannot be written:
            // each saver receives its own outcome.
            member.forgetValues()
            for request in group.accepted {
                request.settle(Result { try commitAlone(request.changes, to: member, at: { request.date }) })
            }
        } catch {
            // The index has seen states that will never exist.
            member.forgetValues()
            for request in group.accepted { request.settle(.failure(error)) }
        }
    }

    // MARK: - Commits to several stores

    /// Commits to the stores that the changes concern.
    ///
    /// - Returns: The state after the commit; nil if stores were added or removed before, and nothing was written.
    private func commit(
        _ changes: ChangeSet, to combined: CombinedStores, at timestamp: () -> Date
    ) throws -> CommittedState? {
        var parts: [CombinedStores.Part] = []
        defer { for part in parts { part.member.lane.end(part.turn) } }
        // In the order of the stores, so that no two saves wait for each other.
        for (member, part) in zip(combined.members, try StoreParts(changes, of: combined.layout).parts)
        where !part.concernsNothing {
            parts.append(CombinedStores.Part(member: member, turn: try beginTurn(in: member), changes: part))
        }
        guard assembly.withLock({ $0.combined === combined }) else { return nil }
        var claims: [(claims: ValueClaims, values: Set<UniquenessIndex.Slot>)] = []
        defer { for claim in claims { claim.claims.release(claim.values) } }
        for part in parts where part.turn == .beside {
            let values = try part.member.valuesToClaim(for: part.changes, in: combined.state)
            guard !values.isEmpty else { continue }
            try part.member.claims.claim(values)
            claims.append((part.member.claims, values))
        }
        // Those that are alone may be behind others.
        let alone = parts.filter { $0.turn == .alone }.map(\.member)
        let edits = try comparingWithOthers(alone, { combined.state }) {
            try uniquenessEdits(for: parts, in: $0)
        }.edits
        do {
            let after = try combined.commit(parts, at: timestamp)
            for (part, edits) in zip(parts, edits) where !edits.isEmpty { part.member.apply(edits) }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            return after
        } catch let conflicts as ConstraintConflictError {
            for part in parts { processExternalChanges(of: part.member) }
            _ = try uniquenessEdits(for: parts, in: combined.state, isRefused: true)
            // The other object has just been deleted or changed.
            throw conflicts
        } catch let partial as PartialCommitError {
            // The indexes know nothing of what some of the stores have written.
            for part in parts { part.member.forgetValues() }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            throw partial
        }
    }

    /// The edits of the indexes for the parts of a save, in their order.
    ///
    /// - Throws: ``ConstraintConflictError`` with the conflicts of all parts.
    private func uniquenessEdits(
        for parts: [CombinedStores.Part], in state: CommittedState, isRefused: Bool = false
    ) throws -> [[UniquenessIndex.Edit]] {
        var edits: [[UniquenessIndex.Edit]] = []
        var conflicts: [ConstraintConflict] = []
        for part in parts {
            do {
                edits.append(try part.member.uniquenessEdits(for: part.changes, in: state, isRefused: isRefused))
            } catch let error as ConstraintConflictError {
                conflicts += error.conflicts
            }
        }
        guard !conflicts.isEmpty else { return edits }
        // Those that the other stores would find are found as well.
        if !isRefused, parts.count > 1 { _ = try uniquenessEdits(for: parts, in: state, isRefused: true) }
        throw ConstraintConflictError(conflicts: conflicts)
    }

    /// Returns what is known of the changes of the commits between two generations. Does not wait for a commit.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    func changes(after generation: Int, upTo latest: Int, without own: Set<Int>) -> CommitLog.Changes {
        let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
        if let combined { return combined.changes(after: generation, upTo: latest, without: own) }
        return members[0].changes(after: generation, upTo: latest, without: own)
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
