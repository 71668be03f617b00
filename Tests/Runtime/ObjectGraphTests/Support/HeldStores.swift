import Foundation
import ObjectGraph
import Synchronization

/// Holds up those who pass while it is closed, for some minutes at most, so that a test which waits for them fails.
final class Hold: Sendable {
    private struct State {
        var isClosed = false
        var waitingCount = 0
        var count = 0
    }

    private let state = Mutex(State())
    private let condition = NSCondition()

    /// How many it holds up.
    var waitingCount: Int { state.withLock { $0.waitingCount } }
    /// How many have come.
    var count: Int { state.withLock { $0.count } }

    func close() { state.withLock { $0.isClosed = true } }

    func open() {
        condition.withLock {
            state.withLock { $0.isClosed = false }
            condition.broadcast()
        }
    }

    func pass() {
        let deadline = Date(timeIntervalSinceNow: 200)
        condition.withLock {
            state.withLock { state in
                state.count += 1
                state.waitingCount += 1
            }
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

    func commit(_ group: [ChangeSet]) throws -> [GraphSnapshot] {
        commits.pass()
        sizes.withLock { $0.append(group.count) }
        return try group.map { try store.commit($0) }
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

/// Waits until something holds, for a hundred seconds at most.
///
/// - Returns: Whether it does.
func becomes(_ condition: () -> Bool) async -> Bool {
    // Tests beside this one can keep the tasks that it waits for from beginning.
    let deadline = ContinuousClock.now + .seconds(100)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
