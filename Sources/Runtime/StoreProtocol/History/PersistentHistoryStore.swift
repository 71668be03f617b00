/// The history of a store, which contains the changes of each save (rules HIS-1 to HIS-10).
///
/// A store that keeps its history returns it from ``PersistentStore/history``. For other stores, the history is in
/// memory. The coordinator writes from one task at a time, and reads from any task.
///
/// ```swift
/// func append(_ transaction: PersistentHistoryTransaction) { table.withLock { $0.rows.append(transaction) } }
///
/// func revertLastTransaction(after error: any Error) {
///     // The save may have taken place, so the history keeps the transaction.
///     if (error as? any UncertainCommitError)?.mayHaveSucceeded == true { return }
///     table.withLock { _ = $0.rows.popLast() }
/// }
/// ```
public protocol PersistentHistoryStore: AnyObject, Sendable {
    /// Whether the history records saves. This lasts as long as the history.
    var isTracking: Bool { get }

    /// Returns whether the history records saves, like ``isTracking``.
    ///
    /// - Throws: An error of a store that cannot find out at present. A save does not take place then, because the
    ///   history could lack it.
    func readTracking() throws -> Bool

    /// Starts recording saves, or stops and deletes all transactions. Their numbers are not reused.
    ///
    /// - Throws: An error of the store. In this case, nothing has changed.
    func setTracking(_ isTracking: Bool) throws

    /// The number of the last transaction, even if it has been removed; 0 if there is none.
    var lastTransactionNumber: Int { get }
    /// The number of the last removed transaction; 0 if there is none.
    var lastRemovedTransactionNumber: Int { get }

    /// Adds a transaction, whose number follows that of the last one, before its save is written. When this method
    /// returns, the transaction is as durable as a save.
    ///
    /// - Throws: An error of the store. In this case, the save does not take place.
    func append(_ transaction: PersistentHistoryTransaction) throws

    /// Removes the last transaction, whose save failed, unless the error says that the save may have succeeded. Its
    /// number is free again.
    ///
    /// A history may contain more than the saves, but never less: after a crash between ``append(_:)`` and the end of
    /// the save, the transaction exists without the save.
    func revertLastTransaction(after error: any Error)

    /// Returns the transactions after a number, oldest first.
    ///
    /// - Throws: An error of the store.
    func transactions(after number: Int) throws -> [PersistentHistoryTransaction]

    /// Returns the last transactions that changed an object, latest first, each with only its changes of that object.
    ///
    /// - Parameters:
    ///   - objectID: An object of the store, which might no longer exist.
    ///   - number: The transaction before which they occurred; nil for the latest ones.
    ///   - limit: The maximum number of transactions.
    /// - Throws: An error of the store.
    func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction]

    /// Removes the transactions up to and including a number.
    ///
    /// - Throws: An error of the store. In this case, nothing has changed.
    func removeTransactions(upTo number: Int) throws
}

extension PersistentHistoryStore {
    /// Returns ``isTracking``, for a history that always knows.
    public func readTracking() throws -> Bool { isTracking }

    /// Filters all transactions.
    public func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        let earlier = try transactions(after: 0).reversed().lazy.filter { $0.token.transactionNumber < number ?? .max }
        return Array(earlier.compactMap { $0.restricted(to: objectID) }.prefix(max(limit, 0)))
    }
}

extension PersistentHistoryTransaction {
    /// Returns the transaction with only its changes of one object; nil if it has none.
    package func restricted(to objectID: ObjectID) -> PersistentHistoryTransaction? {
        var restricted = self
        restricted.changes = changes.filter { $0.changedObjectID == objectID }
        return restricted.changes.isEmpty ? nil : restricted
    }
}

/// A history whose store finds out itself, in each commit, whether another program has started or ended the history.
package protocol CommitCheckedHistory: PersistentHistoryStore {
    /// Whether the history recorded saves when the store last looked. This reads nothing. If it is false, and no longer
    /// true, a commit throws ``HistoryStartedError``.
    var lastTracking: Bool { get }
}

/// The error of a commit without a transaction to a store that records saves, since another program has just started
/// its history. Nothing was written.
package struct HistoryStartedError: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "another program has started the history of the store; save again" }
}
