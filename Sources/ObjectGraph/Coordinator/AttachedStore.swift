import Foundation
import Synchronization

/// A store of a coordinator, with its history.
struct AttachedStore: Sendable {
    let store: any ResidentStore
    /// The store that the program passed.
    let original: any PersistentStore
    /// The entities of the store; nil for all.
    let entityNames: Set<String>?
    /// Stored with the objects if the store supports it, otherwise in memory.
    let history: any PersistentHistoryStore
    /// The layout of the store's tables.
    let layout: GraphLayout
    /// The place of the tables; nil for a coordinator's first store, whose place is never another's.
    let place: TablePlace?

    /// - Parameter model: The model that the store was opened for.
    /// - Throws: The store's error if it cannot be read.
    init(
        _ original: any PersistentStore, of model: ManagedObjectModel, entityNames: Set<String>? = nil,
        place: TablePlace? = nil
    ) throws {
        self.original = original
        store = try original as? any ResidentStore ?? ViewedStore(original, model: model)
        self.entityNames = entityNames
        self.place = place
        history = store.history ?? InMemoryHistory()
        layout = store.snapshot.layout
    }

    var tables: GraphLayout.StoreTables {
        GraphLayout.StoreTables(
            identifier: store.identifier, ordinals: layout.stores.first?.ordinals ?? 0..<0, entityNames: entityNames,
            place: place)
    }

    /// Whether the program means this store.
    func stands(for other: any PersistentStore) -> Bool { original === other || store === other }

    /// Writes a change set, after recording it in the history.
    ///
    /// - Parameter before: The store's state before the commit.
    func commit(_ changes: ChangeSet, before: GraphSnapshot, at timestamp: () -> Date) throws -> GraphSnapshot {
        guard history.isTracking else { return try store.commit(changes) }
        let number = history.lastTransactionNumber + 1
        let token = PersistentHistoryToken(storeIdentifier: store.identifier, transactionNumber: number)
        try history.append(PersistentHistoryTransaction(changes, token: token, before: before, at: timestamp()))
        do {
            return try store.commit(changes)
        } catch {
            history.takeBackLastTransaction(after: error)
            throw error
        }
    }
}

/// The history of a store that does not record one: it lasts as long as the store is open.
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
