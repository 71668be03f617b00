/// The history of a store, which contains the changes of each save (rules HIS-1 to HIS-10).
///
/// A store that keeps its history returns it from ``PersistentStore/history``. For other stores, the history is in
/// memory. The coordinator writes from one task at a time, and reads from any task.
public protocol PersistentHistoryStore: AnyObject, Sendable {
    /// Whether saves are added. Lasts as long as the history does.
    var isTracking: Bool { get }

    /// Begins to add saves, or ends it and forgets all transactions. Numbers are not used again all the same.
    ///
    /// - Throws: An error of the store. Nothing has changed then.
    func setTracking(_ isTracking: Bool) throws

    /// The number of the last transaction, whether it has been removed since or not; 0 for none.
    var lastTransactionNumber: Int { get }

    /// The number up to which transactions have been removed; 0 for none.
    var lastRemovedTransactionNumber: Int { get }

    /// Adds a transaction, whose number is one more than that of the last one, before its save is written. When this
    /// returns, the transaction is as safe as the store promises of saves.
    ///
    /// - Throws: An error of the store. The save does not take place then.
    func append(_ transaction: PersistentHistoryTransaction) throws

    /// Takes the last transaction back, whose save has failed, unless the error says that the save may be there all the
    /// same. Its number is free again.
    ///
    /// A history may say too much of its last save, never too little: after a crash between ``append(_:)`` and the end of
    /// the save a transaction is there although the save is not.
    func takeBackLastTransaction(after error: any Error)

    /// The transactions after a number, the oldest first.
    ///
    /// - Throws: An error of the store.
    func transactions(after number: Int) throws -> [PersistentHistoryTransaction]

    /// The last transactions that changed an object, the latest first, each with its changes of that object only.
    ///
    /// - Parameters:
    ///   - objectID: An object of the store; there may be none of this identity any more.
    ///   - number: The transaction before which they come; nil for the latest ones.
    ///   - limit: The maximum number of transactions.
    /// - Throws: An error of the store.
    func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction]

    /// Removes the transactions up to a number, that one among them.
    ///
    /// - Throws: An error of the store. Nothing has changed then.
    func removeTransactions(upTo number: Int) throws
}

extension PersistentHistoryStore {
    /// Filters all transactions.
    public func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        let earlier = try transactions(after: 0).reversed().lazy.filter {
            $0.token.transactionNumber < number ?? .max
        }
        return Array(earlier.compactMap { $0.restricted(to: objectID) }.prefix(max(limit, 0)))
    }
}

extension PersistentHistoryTransaction {
    /// The transaction with its changes of one object only; nil if it has none.
    package func restricted(to objectID: ObjectID) -> PersistentHistoryTransaction? {
        var restricted = self
        restricted.changes = changes.filter { $0.changedObjectID == objectID }
        return restricted.changes.isEmpty ? nil : restricted
    }
}
