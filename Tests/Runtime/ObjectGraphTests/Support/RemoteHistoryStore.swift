import Foundation
import ObjectGraph
import Synchronization

/// A store in memory whose history is elsewhere: it counts the calls of the main actor, and can be away.
final class RemoteHistoryStore: ResidentStore {
    private let store: InMemoryStore
    let remote = RemoteHistory()

    init(model: ManagedObjectModel) {
        store = InMemoryStore(model: model)
    }

    var identifier: UUID { store.identifier }
    var snapshot: GraphSnapshot { store.snapshot }
    var history: (any PersistentHistoryStore)? { remote }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot { try store.commit(changes) }
}

final class RemoteHistory: PersistentHistoryStore {
    struct AwayError: Error, Equatable {}

    private struct State {
        var isTracking = false
        var isAway = false
        var mainActorCallCount = 0
        var transactions: [PersistentHistoryTransaction] = []
        /// What was last known of the history while it was not away.
        var knownNumber = 0
    }

    private let state = Mutex(State())

    /// Whether the history cannot be reached.
    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// How many calls the main actor has made since it was set back.
    var mainActorCallCount: Int {
        get { state.withLock { $0.mainActorCallCount } }
        set { state.withLock { $0.mainActorCallCount = newValue } }
    }

    private func ask<Result>(_ body: (inout State) throws -> Result) throws -> Result {
        try state.withLock { state in
            if isOnMainQueue { state.mainActorCallCount += 1 }
            if state.isAway { throw AwayError() }
            return try body(&state)
        }
    }

    var isTracking: Bool { (try? readTracking()) ?? state.withLock { $0.isTracking } }

    func readTracking() throws -> Bool { try ask { $0.isTracking } }

    func setTracking(_ isTracking: Bool) throws { try ask { $0.isTracking = isTracking } }

    var lastTransactionNumber: Int {
        let number = try? ask { state in
            state.knownNumber = state.transactions.last?.token.transactionNumber ?? 0
            return state.knownNumber
        }
        return number ?? state.withLock { $0.knownNumber }
    }

    var lastRemovedTransactionNumber: Int { 0 }

    func append(_ transaction: PersistentHistoryTransaction) throws {
        try ask { $0.transactions.append(transaction) }
    }

    func revertLastTransaction(after error: any Error) {
        state.withLock { _ = $0.transactions.popLast() }
    }

    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        try ask { state in state.transactions.filter { $0.token.transactionNumber > number } }
    }

    func removeTransactions(upTo number: Int) throws {
        try ask { state in state.transactions.removeAll { $0.token.transactionNumber <= number } }
    }
}
