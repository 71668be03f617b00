import Foundation
import ModelExpressions
import ObjectGraph
import Synchronization

// The store with a server in the doc comments of the protocols for what only some stores can do. Its server is a store
// in memory.

/// Connections to the server.
struct ConnectionPool: Sendable {
    let server: InMemoryStore

    func withTransaction<Result>(_ body: (InMemoryStore) throws -> Result) rethrows -> Result { try body(server) }
}

final class ServerStore: PersistentStore {
    let pool: ConnectionPool
    /// The number of commits that the store has reported.
    let lastSeen = Mutex(0)
    /// The properties that have an index in the database.
    let uniqueIndexes: Set<[String]> = [["universe"]]

    init(model: ManagedObjectModel) { pool = ConnectionPool(server: InMemoryStore(model: model)) }

    var identifier: UUID { pool.server.identifier }
    /// The number of commits of all programs.
    var commitCount: Int { pool.server.snapshot.generation }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        pool.server.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() -> any StoreView { ServerView(pool.server, transaction: nil) }
}

// Example: ConcurrentlyCommittingStore
extension ServerStore: ConcurrentlyCommittingStore {
    // Commits of several contexts call this at the same time.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try pool.withTransaction { transaction in try transaction.commit(changes) }
    }
}
// End

// Example: UniquenessEnforcingStore
extension ServerStore: UniquenessEnforcingStore {
    func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool {
        // The database compares the bytes of strings, so the coordinator looks for equal ones.
        uniqueIndexes.contains(propertyNames) && values.allSatisfy { if case .integer = $0 { true } else { false } }
    }
}
// End

// Example: ViewPinningStore
extension ServerStore: ViewPinningStore {
    var pinningCost: String { "an open transaction" }

    func openPinnedView() throws -> any PinnedStoreView {
        ServerView(pool.server, transaction: pool.server.openView())
    }
}
// End

// Example: ChangeReportingStore
extension ServerStore: ChangeReportingStore {
    func externalChanges() throws -> ExternalChanges? {
        lastSeen.withLock { lastSeen in
            let latest = commitCount  // One number, which is fast to read.
            defer { lastSeen = latest }
            return latest == lastSeen ? nil : .unknown
        }
    }
}
// End

final class ServerView: StoreView {
    private let server: InMemoryStore
    private let transaction: Mutex<(any StoreView)?>

    init(_ server: InMemoryStore, transaction: (any StoreView)?) {
        self.server = server
        self.transaction = Mutex(transaction)
    }

    /// The view of the transaction that is open; otherwise, that of one for each query.
    private var view: any StoreView { transaction.withLock { $0 } ?? server.openView() }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        // Example: RequestingContext
        let start = ContinuousClock.now
        let rows = try view.rows(of: objectIDs)
        print(RequestingContext.name ?? "a context without a name", "has waited for", ContinuousClock.now - start)
        // End
        return rows
    }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        // Example: StoreDestinations
        let found = try view.destinations(of: relationship, from: objectIDs).objectIDs
        // The rows are of the same answer, so the context need not ask for them.
        let rows = try view.rows(of: Array(Set(found.joined())))
        return StoreDestinations(found, rows: rows)
        // End
    }

    // Example: StoreActivity
    func execute(_ query: StoreQuery) throws -> StoreResult {
        try StoreActivity.measure(.wait(for: .connection, of: "server")) {
            try waitForConnection()
        }
        return try view.execute(query)
    }
    // End

    private func waitForConnection() throws {}

    // Example: StoreStatement
    func statement(for query: StoreQuery) -> StoreStatement? {
        let selections = query.entityNames.map { "SELECT *\nFROM \($0)" }
        return StoreStatement(
            text: selections.joined(separator: "\nUNION ALL\n"), remainingParts: [.predicate, .order, .range])
    }
    // End
}

// Example: PinnedStoreView
extension ServerView: PinnedStoreView {
    func unpin() { transaction.withLock { $0 = nil } }  // Each later query is a transaction of its own.
}
// End

final class MemoryHistory: PersistentHistoryStore {
    private let table = Mutex(HistoryTable())

    // Example: PersistentHistoryStore
    func append(_ transaction: PersistentHistoryTransaction) { table.withLock { $0.rows.append(transaction) } }

    func revertLastTransaction(after error: any Error) {
        // The save may have taken place, so the history keeps the transaction.
        if (error as? any UncertainCommitError)?.mayHaveSucceeded == true { return }
        table.withLock { _ = $0.rows.popLast() }
    }
    // End

    var isTracking: Bool { table.withLock { $0.isTracking } }
    var lastTransactionNumber: Int {
        table.withLock { $0.rows.last?.token.transactionNumber ?? $0.lastRemovedNumber }
    }
    var lastRemovedTransactionNumber: Int { table.withLock { $0.lastRemovedNumber } }

    func setTracking(_ isTracking: Bool) throws {
        if !isTracking { try removeTransactions(upTo: lastTransactionNumber) }
        table.withLock { $0.isTracking = isTracking }
    }

    func transactions(after number: Int) -> [PersistentHistoryTransaction] {
        table.withLock { $0.rows.filter { $0.token.transactionNumber > number } }
    }

    func removeTransactions(upTo number: Int) throws {
        table.withLock { table in
            table.rows.removeAll { $0.token.transactionNumber <= number }
            table.lastRemovedNumber = max(table.lastRemovedNumber, number)
        }
    }
}

private struct HistoryTable {
    var isTracking = false
    var rows: [PersistentHistoryTransaction] = []
    var lastRemovedNumber = 0
}

// Example: UncertainCommitError
struct LostConnectionError: UncertainCommitError {
    /// Whether the server had received the commit.
    var hadSentCommit: Bool
    var mayHaveSucceeded: Bool { hadSentCommit }
}
// End

/// Where a resident store writes its commits.
struct CommitLog: Sendable {
    // Example: ChangeSet
    func commit(_ changes: ChangeSet, to state: inout GraphSnapshot) throws -> GraphSnapshot {
        // Throws an error for objects that have changed since, and the state stays as it is.
        let after = try state.applying(changes)
        try append(changes)
        try waitForDisk()
        state = after
        return after
    }
    // End

    func append(_ changes: ChangeSet) throws {}
    func waitForDisk() throws {}
}

// Example: ResidentStore
final class LoggedStore: ResidentStore {
    private let (numbers, log) = (NumberSource(), CommitLog())
    private let state: Mutex<GraphSnapshot>
    let identifier = UUID()
    init(model: ManagedObjectModel) { state = Mutex(InMemoryStore(model: model, identifier: identifier).snapshot) }

    var snapshot: GraphSnapshot { state.withLock { $0 } }
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 { numbers.reserve(count) }
    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try state.withLock { try log.commit(changes, to: &$0) }
    }
}
// End

// Example: GroupCommittingResidentStore
extension LoggedStore: GroupCommittingResidentStore {
    func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws {
        try state.withLock { state in
            for changes in group { try log.append(changes) }
            try log.waitForDisk()  // Once for all of them
            state = states.last ?? state
        }
    }
}
// End

final class NumberSource: Sendable {
    private let last = Mutex<Int64>(0)

    func reserve(_ count: Int) -> Int64 {
        last.withLock { last in
            defer { last += Int64(count) }
            return last + 1
        }
    }
}
