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
    let assembly: Mutex<StoreAssembly>
    /// The line of changes of the stores, each of which then has a turn alone in the lane of every store.
    private let storeChanges = CommitLane()
    let precedence = SavePrecedence()
    private let observers = Observers<SavedObjectIDs>()
    let storeObservers = Observers<StoreListChange>()
    private let externalChangeObservers = Observers<Void>()
    private let center = Mutex<NotificationCenter?>(nil)
    private let changeOfStoresCount = Atomic<Int>(0)
    let changeCount = Atomic<Int>(0)
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

    func processExternalChanges(of member: AttachedStore, isCertain: Bool = false) {
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
    var onlyMember: AttachedStore? { assembly.withLock { $0.combined == nil ? $0.members[0] : nil } }

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

    // MARK: - Telling of commits

    /// Returns what is known of the changes of the commits between two generations. Does not wait for a commit.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    func changes(after generation: Int, upTo latest: Int, without own: Set<Int>) -> CommitLog.Changes {
        let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
        if let combined { return combined.changes(after: generation, upTo: latest, without: own) }
        return members[0].changes(after: generation, upTo: latest, without: own)
    }

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

    func tell(_ changes: ChangeSet, _ layout: GraphLayout) {
        observers.tell {
            SavedObjectIDs(
                inserted: Set(changes.inserted.map { layout.objectID(for: $0.reference) }),
                updated: Set((changes.updated.map(\.reference) + changes.indirectlyUpdated).map(layout.objectID)),
                deleted: Set(changes.deleted.map { layout.objectID(for: $0.reference) }))
        }
        postRemoteChanges(changes)
    }
}
