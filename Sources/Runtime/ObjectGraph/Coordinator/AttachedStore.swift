import Foundation
import Synchronization

/// A store of a coordinator, with its committed states and its history.
final class AttachedStore: Sendable {
    /// The store that the program passed.
    let store: any PersistentStore
    /// The entities of the store; nil for all.
    let entityNames: Set<String>?
    /// Stored with the objects if the store supports it, otherwise in memory.
    let history: any PersistentHistoryStore
    /// The history, if commits find out themselves whether they need a transaction for it.
    private let checkedHistory: (any CommitCheckedHistory)?
    /// The layout of the store's tables.
    let layout: GraphLayout
    /// The place of the tables; nil for a coordinator's first store, whose place is never another's.
    let range: TableRange?
    private let states: States

    private enum States: Sendable {
        case resident(any ResidentStore)
        case queried(QueriedStore)
    }

    /// - Parameter model: The model that the store was opened for.
    /// - Throws: The store's error if it cannot be read.
    init(
        _ store: any PersistentStore, of model: ManagedObjectModel, entityNames: Set<String>? = nil,
        range: TableRange? = nil
    ) throws {
        self.store = store
        self.entityNames = entityNames
        self.range = range
        history = store.history ?? InMemoryHistory()
        checkedHistory = history as? any CommitCheckedHistory
        if let resident = store as? any ResidentStore {
            states = .resident(resident)
            layout = resident.snapshot.layout
        } else {
            let queried = try QueriedStore(store, model: model)
            states = .queried(queried)
            layout = queried.state.layout
        }
    }

    var tables: GraphLayout.StoreTables {
        GraphLayout.StoreTables(
            identifier: store.identifier, ordinals: layout.stores.first?.ordinals ?? 0..<0, entityNames: entityNames,
            range: range)
    }

    /// The latest committed state.
    var state: CommittedState {
        switch states {
        case .resident(let store): CommittedState(store.snapshot)
        case .queried(let store): store.state
        }
    }

    /// The store's states if it is queried.
    var queried: QueriedStore? {
        if case .queried(let store) = states { store } else { nil }
    }

    /// Whether several change sets can be committed at the cost of one: the store can, and no history numbers them.
    var commitsGroups: Bool {
        let canGroup =
            switch states {
            case .resident(let store): store is any GroupCommittingResidentStore
            case .queried(let store): store.commitsGroups
            }
        // If the store cannot say, each save is committed alone, and reports the error.
        return canGroup && (try? history.readTracking()) == false
    }

    /// Determines which requests can be committed together.
    ///
    /// - Parameter uniqueness: The index of the latest state; afterwards, of the state after the accepted requests.
    func group(_ requests: [CommitRequest], uniqueness: inout UniquenessIndex) -> CommitGroup {
        switch states {
        case .resident(let store): CommitGroup(requests, before: store.snapshot, uniqueness: &uniqueness)
        case .queried(let store): CommitGroup(requests, asking: store.state, uniqueness: &uniqueness)
        }
    }

    /// Writes the change sets of a group.
    ///
    /// - Returns: For each of them, a state that contains it, in which the context goes on,
    ///   and the number of its own state.
    func commit(_ group: [ChangeSet]) throws -> [(state: CommittedState, generation: Int)] {
        switch states {
        case .resident(let store):
            let snapshots =
                try (store as? any GroupCommittingResidentStore)?.commit(group) ?? group.map { try store.commit($0) }
            return snapshots.map { (CommittedState($0), $0.generation) }
        case .queried(let store):
            let states = try store.commit(group)
            return states.enumerated().map { place, state in (state, state.generation - states.count + place + 1) }
        }
    }

    /// Whether a commit needs a transaction for the history, as far as that is known before it.
    private func needsTransaction() throws -> Bool {
        if let checkedHistory { return checkedHistory.lastTracking }
        return try history.readTracking()
    }

    /// Writes a change set, after recording it in the history.
    ///
    /// - Parameter before: The store's state before the commit.
    func commit(_ changes: ChangeSet, before: CommittedState, at timestamp: () -> Date) throws -> CommittedState {
        if try !needsTransaction() {
            do {
                return try commit(changes)
            } catch is HistoryStartedError {
                // Nothing was written.
            }
        }
        let number = history.lastTransactionNumber + 1
        let token = PersistentHistoryToken(storeIdentifier: store.identifier, transactionNumber: number)
        try history.append(try PersistentHistoryTransaction(changes, token: token, before: before, at: timestamp()))
        do {
            return try commit(changes)
        } catch {
            history.revertLastTransaction(after: error)
            throw error
        }
    }

    private func commit(_ changes: ChangeSet) throws -> CommittedState {
        switch states {
        case .resident(let store): CommittedState(try store.commit(changes))
        case .queried(let store): try store.commit(changes)
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

    func revertLastTransaction(after error: any Error) {
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
