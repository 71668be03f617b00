public import Foundation

/// A request that fetches or deletes a part of the history, like Core Data's request (rules HIS-3 to HIS-5).
///
/// ```swift
/// var request = PersistentHistoryChangeRequest.fetchHistory(after: Date(timeIntervalSinceNow: -86_400))
/// request.resultType = .objectIDs
/// let changedToday = try context.execute(request)
/// ```
public struct PersistentHistoryChangeRequest: Sendable {
    /// The form of the result. Deleting always returns the status.
    public var resultType = PersistentHistoryResultType.transactionsAndChanges
    /// The stores to request the history from; nil for all.
    public var affectedStores: [any PersistentStore]?
    let work: Work

    /// Whether the request deletes a part of the history.
    package var deletes: Bool {
        switch work {
        case .fetchAfterToken, .fetchAfterDate: false
        case .deleteBeforeToken, .deleteBeforeDate: true
        }
    }

    enum Work: Sendable {
        case fetchAfterToken(PersistentHistoryToken?)
        case fetchAfterDate(Date)
        case deleteBeforeToken(PersistentHistoryToken)
        case deleteBeforeDate(Date)
    }

    /// Returns a request for the history after a position; nil for all.
    public static func fetchHistory(after token: PersistentHistoryToken?) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .fetchAfterToken(token))
    }

    /// Returns a request for the history after a date.
    ///
    /// ```swift
    /// var request = PersistentHistoryChangeRequest.fetchHistory(after: Date(timeIntervalSinceNow: -3600))
    /// request.resultType = .objectIDs
    /// let result = try context.execute(request)
    /// ```
    public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .fetchAfterDate(date))
    }

    /// Returns a request for the history after a transaction in its store, and for the whole history of other stores;
    /// nil for all.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction?
    ) -> PersistentHistoryChangeRequest {
        fetchHistory(after: transaction?.token)
    }

    /// Returns a request that deletes the history before a position. The transaction at the position remains.
    public static func deleteHistory(before token: PersistentHistoryToken) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .deleteBeforeToken(token))
    }

    /// Returns a request that deletes the history before a date.
    ///
    /// ```swift
    /// let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400)
    /// _ = try context.execute(PersistentHistoryChangeRequest.deleteHistory(before: lastWeek))
    /// ```
    public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(work: .deleteBeforeDate(date))
    }

    /// Returns a request that deletes the history before a transaction, which remains.
    public static func deleteHistory(before transaction: PersistentHistoryTransaction) -> PersistentHistoryChangeRequest
    {
        deleteHistory(before: transaction.token)
    }
}

/// The form of the result of a request for the history (rule HIS-4). The raw values are Core Data's.
///
/// ```swift
/// var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
/// request.resultType = .count  // Quick, to decide whether to read the changes
/// if case .count(let count) = try context.execute(request) { print(count, "changes") }
/// ```
public enum PersistentHistoryResultType: Int, Sendable, Hashable, CaseIterable {
    /// The status.
    case statusOnly = 0
    /// The IDs of the changed objects.
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

/// The result of a request for the history (rule HIS-4).
///
/// ```swift
/// switch try context.execute(request) {
/// case .statusOnly: print("Done")
/// case .count(let count): print(count)
/// case .objectIDs(let objectIDs): print(objectIDs)
/// case .changesOnly(let changes): print(changes.map(\.changedObjectID))
/// case .transactionsOnly(let transactions), .transactionsAndChanges(let transactions):
///     print(transactions.map(\.timestamp))
/// }
/// ```
public enum PersistentHistoryResult: Sendable, Hashable {
    /// The request succeeded.
    case statusOnly
    /// The changed objects, each once, in the order of their first change.
    case objectIDs([ObjectID])
    /// The number of changes.
    case count(Int)
    /// The transactions, the oldest first, without their changes.
    case transactionsOnly([PersistentHistoryTransaction])
    /// The changes of all transactions, the oldest first.
    case changesOnly([PersistentHistoryChange])
    /// The transactions, the oldest first.
    case transactionsAndChanges([PersistentHistoryTransaction])

    /// Creates a result of a type from transactions with their changes.
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
