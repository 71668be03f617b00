import Synchronization

/// The history of a store that keeps none: it lasts as long as the store is open.
final class InMemoryHistory: PersistentHistoryStore {
    private struct State {
        var isTracking = false
        var transactions: [PersistentHistoryTransaction] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    var isTracking: Bool { state.withLock { $0.isTracking } }

    var lastTransactionNumber: Int { state.withLock { $0.lastNumber } }

    var lastRemovedTransactionNumber: Int { state.withLock { $0.lastNumber - $0.transactions.count } }

    func setTracking(_ isTracking: Bool) {
        state.withLock { state in
            state.isTracking = isTracking
            if !isTracking { state.transactions = [] }
        }
    }

    func append(_ transaction: PersistentHistoryTransaction) {
        state.withLock { state in
            state.transactions.append(transaction)
            state.lastNumber += 1
        }
    }

    func takeBackLastTransaction(after error: any Error) {
        state.withLock { state in
            guard state.transactions.popLast() != nil else { return }
            state.lastNumber -= 1
        }
    }

    func transactions(after number: Int) -> [PersistentHistoryTransaction] {
        state.withLock { state in Array(state.transactions.drop { $0.token.transactionNumber <= number }) }
    }

    func removeTransactions(upTo number: Int) {
        state.withLock { $0.transactions.removeAll { $0.token.transactionNumber <= number } }
    }
}
