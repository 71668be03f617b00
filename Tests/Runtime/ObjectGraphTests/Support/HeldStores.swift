import Foundation
import ObjectGraph
import Synchronization

/// Holds up those who pass while it is closed, for a quarter of an hour at most, so that a test which waits for them
/// fails.
final class Hold: Sendable {
    private struct State {
        var isClosed = false
        /// How many more it lets pass while it is closed.
        var freeCount = 0
        var waitingCount = 0
        var count = 0
    }

    private let state = Mutex(State())
    private let condition = NSCondition()

    /// How many it holds up.
    var waitingCount: Int { state.withLock { $0.waitingCount } }
    /// How many have come.
    var count: Int { state.withLock { $0.count } }

    /// - Parameter count: How many it first lets pass.
    func close(after count: Int = 0) { state.withLock { ($0.isClosed, $0.freeCount) = (true, count) } }

    func open() {
        condition.withLock {
            state.withLock { $0.isClosed = false }
            condition.broadcast()
        }
    }

    func pass() {
        let deadline = Date(timeIntervalSinceNow: 1_000)
        condition.withLock {
            let isFree = state.withLock { state in
                state.count += 1
                if state.isClosed, state.freeCount > 0 {
                    state.freeCount -= 1
                    return true
                }
                state.waitingCount += 1
                return false
            }
            if isFree { return }
            while state.withLock(\.isClosed), condition.wait(until: deadline) {}
            state.withLock { $0.waitingCount -= 1 }
        }
    }
}

/// A store in memory that shows a commit at once, and then takes as long as it is held up to end it.
final class HeldStore: ResidentStore {
    let hold = Hold()
    private let store: InMemoryStore

    init(model: ManagedObjectModel) { store = InMemoryStore(model: model) }

    var identifier: UUID { store.identifier }
    var snapshot: GraphSnapshot { store.snapshot }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        let snapshot = try store.commit(changes)
        hold.pass()
        return snapshot
    }
}

/// A store in memory that holds up commits before they are written, can refuse one, and commits several change sets at
/// once.
final class HeldGroupStore: GroupCommittingResidentStore {
    let commits = Hold()
    private let store: InMemoryStore
    private let refusal = Mutex<(any Error)?>(nil)
    private let sizes = Mutex<[Int]>([])

    init(model: ManagedObjectModel) { store = InMemoryStore(model: model) }

    var identifier: UUID { store.identifier }
    var snapshot: GraphSnapshot { store.snapshot }
    /// How many change sets were committed together, each time.
    var groupSizes: [Int] { sizes.withLock { $0 } }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    /// Makes the next single commit fail.
    func refuseOnce(with error: any Error) { refusal.withLock { $0 = error } }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        commits.pass()
        let error = refusal.withLock { refusal in
            defer { refusal = nil }
            return refusal
        }
        if let error { throw error }
        return try store.commit(changes)
    }

    func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws {
        commits.pass()
        sizes.withLock { $0.append(group.count) }
        for changes in group { _ = try store.commit(changes) }
    }
}

/// A store that is queried, with many writers, others who write to it, and no idea of uniqueness.
final class HeldServer: ConcurrentlyCommittingStore, ChangeReportingStore {
    /// Holds up commits before they are written.
    let commits = Hold()
    /// Holds up looks for others' commits, of which there are none.
    let looks = Hold()
    private let store: InMemoryStore

    init(model: ManagedObjectModel) { store = InMemoryStore(model: model) }

    var identifier: UUID { store.identifier }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() -> any StoreView { store.openView() }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        commits.pass()
        return try store.commit(changes)
    }

    func externalChanges() -> ExternalChanges? {
        looks.pass()
        return nil
    }
}

/// A store that is queried, whose usual views always show the latest rows, as a server's do without a transaction. It
/// holds up queries and commits apart.
final class HeldDatabase: ViewPinningStore {
    /// Holds up queries before they are answered.
    let queries = Hold()
    /// Holds up commits before they are written.
    let commits = Hold()
    private let store: InMemoryStore

    init(model: ManagedObjectModel) { store = InMemoryStore(model: model) }

    var identifier: UUID { store.identifier }
    var pinningCost: String { "a view" }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() -> any StoreView { HeldView(of: store, queries, isPinned: false) }
    func openPinnedView() -> any PinnedStoreView { HeldView(of: store, queries, isPinned: true) }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        commits.pass()
        return try store.commit(changes)
    }
}

/// A view whose queries are held up, and which shows the latest rows unless it is pinned.
private final class HeldView: PinnedStoreView {
    private let store: InMemoryStore
    private let queries: Hold
    /// The state that the view keeps.
    private let kept: Mutex<(any StoreView)?>

    init(of store: InMemoryStore, _ queries: Hold, isPinned: Bool) {
        (self.store, self.queries) = (store, queries)
        kept = Mutex(isPinned ? store.openView() : nil)
    }

    func unpin() { kept.withLock { $0 = nil } }

    /// The state for one query.
    private func state() -> any StoreView {
        queries.pass()
        return kept.withLock { $0 } ?? store.openView()
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try state().rows(of: objectIDs) }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try state().destinations(of: relationship, from: objectIDs)
    }

    func execute(_ query: StoreQuery) throws -> StoreResult { try state().execute(query) }

    func count(_ query: StoreQuery) throws -> Int? { try state().count(query) }
}

/// Opens a store beside others, and remembers it.
final class Remembering<Store: PersistentStore>: PersistentStoreDescription {
    private let open: @Sendable (ManagedObjectModel) -> Store
    private let opened = Mutex<Store?>(nil)

    init(_ open: @escaping @Sendable (ManagedObjectModel) -> Store) { self.open = open }

    /// The store that was opened last.
    var store: Store? { opened.withLock { $0 } }

    func openStore(for model: ManagedObjectModel) -> any PersistentStore {
        let store = open(model)
        opened.withLock { $0 = store }
        return store
    }
}

/// Waits until something holds, for ten minutes at most, because other tests can go first.
///
/// - Parameters:
///   - isolation: The actor that looks.
///   - condition: What has to hold.
/// - Returns: Whether it does.
func becomes(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async -> Bool {
    // Tests beside this one can keep the tasks that it waits for from beginning.
    let deadline = ContinuousClock.now + .seconds(600)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
