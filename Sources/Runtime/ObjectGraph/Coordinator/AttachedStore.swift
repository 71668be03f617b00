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
    /// Whether the history shows the transaction of a save that may still fail: it is in memory, or written apart from
    /// the objects. Stores that are queried write both together.
    private let showsUnfinishedSaves: Bool
    /// Whether the known state can lack what others have committed, as far as the store reports it: its usual views
    /// keep their states.
    let mayBeBehind: Bool
    /// The layout of the store's tables.
    let layout: GraphLayout
    /// The place of the tables; nil for a coordinator's first store, whose place is never another's.
    let range: TableRange?
    /// The line of the store's commits.
    let lane = CommitLane()
    /// The looks for what others have committed.
    let looks = SharedLook()
    /// The unique values of commits that run beside one another.
    let claims = ValueClaims()
    private let states: States
    /// The index of uniqueness constraints. Whoever has the lane alone changes it together with the store.
    private let uniqueness: Mutex<UniquenessIndex>
    private let log = Mutex(CommitLog())

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
            showsUnfinishedSaves = true
            mayBeBehind = false
            states = .resident(resident)
            layout = resident.snapshot.layout
        } else {
            showsUnfinishedSaves = store.history == nil
            let queried = try QueriedStore(store, model: model)
            mayBeBehind = queried.reportsChanges && !(store is any ViewPinningStore)
            states = .queried(queried)
            layout = queried.state.layout
        }
        uniqueness = Mutex(UniquenessIndex(layout: layout, of: store))
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

    /// Whether commits can run at the same time.
    var hasManyWriters: Bool { queried?.isConcurrent == true }

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

    // MARK: - Uniqueness

    /// Takes the store's place among others, while nothing is committed.
    func takePlace(in layout: GraphLayout) {
        let index = UniquenessIndex(layout: layout, of: store)
        uniqueness.withLock { $0 = index }
    }

    /// The edits of the index for a change set; see ``UniquenessIndex/edits(for:in:isRefused:)``.
    func uniquenessEdits(
        for changes: ChangeSet, in state: CommittedState, isRefused: Bool = false
    ) throws -> [UniquenessIndex.Edit] {
        guard queried != nil else {
            return try uniqueness.withLock { try $0.edits(for: changes, in: state, isRefused: isRefused) }
        }
        // Nothing is locked while the store searches. There is nothing to keep either.
        var index = uniqueness.withLock { $0 }
        return try index.edits(for: changes, in: state, isRefused: isRefused)
    }

    /// The values to claim for a change set; see ``UniquenessIndex/valuesToClaim(for:in:)``.
    func valuesToClaim(for changes: ChangeSet, in state: CommittedState) throws -> Set<UniquenessIndex.Slot> {
        try uniqueness.withLock { $0 }.valuesToClaim(for: changes, in: state)
    }

    /// Makes the index that of the state after a commit.
    func apply(_ edits: [UniquenessIndex.Edit]) { uniqueness.withLock { $0.apply(edits) } }

    /// Makes the next commit read the values again, because the index may have others than the store.
    func forgetValues() { uniqueness.withLock { $0.forgetValues() } }

    /// Determines which requests can be committed together. Afterwards, the index is that of the state after these.
    func group(_ requests: [CommitRequest]) -> CommitGroup {
        switch states {
        case .resident(let store):
            let before = store.snapshot
            return uniqueness.withLock { CommitGroup(requests, before: before, uniqueness: &$0) }
        case .queried(let store):
            var index = uniqueness.withLock { $0 }
            return CommitGroup(requests, asking: store.state, uniqueness: &index)
        }
    }

    // MARK: - Commits

    /// Writes the change sets of a group.
    ///
    /// - Returns: For each of them, a state that contains it, in which the context goes on.
    func commit(_ group: CommitGroup) throws -> [CommittedState] {
        let changes = group.accepted.map(\.changes)
        switch states {
        case .resident(let store):
            let snapshots = try noting(changes, in: store) {
                guard let store = store as? any GroupCommittingResidentStore else {
                    return try changes.map { try store.commit($0) }
                }
                try store.commit(changes, resultingIn: group.states)
                return group.states
            }
            return snapshots.map { CommittedState($0) }
        case .queried(let store): return try store.commit(changes, publish: note)
        }
    }

    /// Runs a commit with its change sets noted before it, because the store may show a state before it returns.
    ///
    /// - Parameter commit: Returns the states after the change sets.
    private func noting(
        _ group: [ChangeSet], in store: any ResidentStore, _ commit: () throws -> [GraphSnapshot]
    ) throws -> [GraphSnapshot] {
        func note(from first: Int) {
            log.withLock { log in
                for (place, changes) in group.enumerated() { log.append(changes, generation: first + place) }
            }
        }
        func takeBack() { log.withLock { log in for changes in group { log.remove(changes) } } }
        let first = store.snapshot.generation + 1
        note(from: first)
        do {
            let snapshots = try commit()
            if let actual = snapshots.first?.generation, actual != first {
                takeBack()
                note(from: actual)
            }
            return snapshots
        } catch {
            takeBack()
            throw error
        }
    }

    /// Whether a commit needs a transaction for the history, as far as that is known before it.
    private func needsTransaction() throws -> Bool {
        if let checkedHistory { return checkedHistory.lastTracking }
        return try history.readTracking()
    }

    private func note(_ changes: ChangeSet, generation: Int) {
        log.withLock { $0.append(changes, generation: generation) }
    }

    /// Notes what others have committed; nil if that is unknown.
    func note(_ changes: CommittedReferences?, generation: Int) {
        log.withLock { $0.append(changes, generation: generation) }
    }

    /// Returns what is known of the changes of the commits between two of the store's generations. Does not wait for a
    /// commit.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    func changes(after generation: Int, upTo latest: Int, without own: Set<Int>) -> CommitLog.Changes {
        let changes = log.withLock { $0.changes(after: generation, upTo: latest, without: own) }
        guard changes.mayComeLater, let queried else { return changes }
        // A state is shown a moment before its changes are noted.
        queried.waitForPublishing()
        return log.withLock { $0.changes(after: generation, upTo: latest, without: own) }
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

    /// Returns the number of the last transaction whose save has ended; nil if the history shows no others.
    ///
    /// If a save fails, its transaction is taken back, and the next one gets its number. Whoever had read that number
    /// would miss the next one. Do not call this in a turn of the lane.
    ///
    /// - Throws: `CancellationError` if the work was canceled while it waited for a commit.
    func lastFinishedTransactionNumber() throws -> Int? {
        try showsUnfinishedSaves ? lane.alone { history.lastTransactionNumber } : nil
    }

    /// Writes a change set without a history, beside other commits if the store has many writers.
    func commit(_ changes: ChangeSet) throws -> CommittedState {
        switch states {
        case .resident(let store):
            let snapshots = try noting([changes], in: store) { [try store.commit(changes)] }
            return CommittedState(snapshots[0])
        case .queried(let store): return try store.commit(changes, publish: note)
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
