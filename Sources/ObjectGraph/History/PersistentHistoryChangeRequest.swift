public import Foundation

/// Asks for the history, or deletes a part of it, as Core Data's request does (rules HIS-3 to HIS-5).
public struct PersistentHistoryChangeRequest: Sendable {
    /// What to return. Deleting returns the status, whatever it says.
    public var resultType = PersistentHistoryResultType.transactionsAndChanges
    /// The stores that are asked; nil for all.
    public var affectedStores: [any PersistentStore]?
    let work: Work

    enum Work: Sendable {
        case fetchAfterToken(PersistentHistoryToken?)
        case fetchAfterDate(Date)
        case deleteBeforeToken(PersistentHistoryToken)
        case deleteBeforeDate(Date)
    }

    /// What came after a place; all for nil.
    public static func fetchHistory(after token: PersistentHistoryToken?) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .fetchAfterToken(token))
    }

    /// What came after a moment.
    public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .fetchAfterDate(date))
    }

    /// What came after a transaction in its store, and everything of other stores; all for nil.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction?
    ) -> PersistentHistoryChangeRequest {
        fetchHistory(after: transaction?.token)
    }

    /// Deletes what came up to a place.
    public static func deleteHistory(before token: PersistentHistoryToken) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .deleteBeforeToken(token))
    }

    /// Deletes what came before a moment.
    public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .deleteBeforeDate(date))
    }

    /// Deletes what came up to a transaction, that one among it.
    public static func deleteHistory(before transaction: PersistentHistoryTransaction) -> PersistentHistoryChangeRequest
    {
        deleteHistory(before: transaction.token)
    }
}

/// In which form a request for the history returns its result (rule HIS-4). The raw values are Core Data's.
public enum PersistentHistoryResultType: Int, Sendable, Hashable, CaseIterable {
    /// That it has succeeded.
    case statusOnly = 0
    /// The identities of the objects that were changed.
    case objectIDs = 1
    /// The number of changes.
    case count = 2
    /// The transactions, without their changes.
    case transactionsOnly = 3
    /// The changes of all transactions.
    case changesOnly = 4
    /// The transactions, with their changes.
    case transactionsAndChanges = 5
}

/// What a request for the history returns (rule HIS-4).
public enum PersistentHistoryResult: Sendable, Hashable {
    /// It has succeeded.
    case statusOnly
    /// The objects that were changed, each once, in the order of their first change.
    case objectIDs([ObjectID])
    /// The number of changes.
    case count(Int)
    /// The transactions, the oldest first, without their changes.
    case transactionsOnly([PersistentHistoryTransaction])
    /// The changes of all transactions, the oldest first.
    case changesOnly([PersistentHistoryChange])
    /// The transactions, the oldest first.
    case transactionsAndChanges([PersistentHistoryTransaction])

    /// Some transactions, with their changes, in the form that is asked for.
    package init(_ transactions: [PersistentHistoryTransaction], as type: PersistentHistoryResultType) {
        let changes = transactions.lazy.flatMap(\.changes)
        switch type {
        case .statusOnly: self = .statusOnly
        case .objectIDs:
            var seen: Set<ObjectID> = []
            self = .objectIDs(changes.map(\.changedObjectID).filter { seen.insert($0).inserted })
        case .count: self = .count(transactions.reduce(0) { $0 + $1.changes.count })
        case .transactionsOnly:
            self = .transactionsOnly(
                transactions.map { transaction in
                    var bare = transaction
                    bare.changes = []
                    return bare
                })
        case .changesOnly: self = .changesOnly(Array(changes))
        case .transactionsAndChanges: self = .transactionsAndChanges(transactions)
        }
    }
}

extension ManagedObjectContext {
    /// Does what a request for the history asks for.
    ///
    /// - Throws: ``PersistentHistoryTokenExpired``, or a store's error.
    public func execute(_ request: PersistentHistoryChangeRequest) throws -> PersistentHistoryResult {
        let (coordinator, stores) = (persistentStoreCoordinator, request.affectedStores)
        switch request.work {
        case .fetchAfterToken(let token):
            return PersistentHistoryResult(
                try coordinator.history(after: token, fromStores: stores), as: request.resultType)
        case .fetchAfterDate(let date):
            return PersistentHistoryResult(
                try coordinator.history(after: date, fromStores: stores), as: request.resultType)
        case .deleteBeforeToken(let token): try coordinator.deleteHistory(before: token, ofStores: stores)
        case .deleteBeforeDate(let date): try coordinator.deleteHistory(before: date, ofStores: stores)
        }
        return .statusOnly
    }
}
