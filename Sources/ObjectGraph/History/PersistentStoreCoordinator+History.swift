public import Foundation

// The history of the store (rules HIS-1 to HIS-10): kept beside its objects where the store can, else in memory.
extension PersistentStoreCoordinator {
    /// Whether each save is kept as a transaction. A store that keeps its history still does when it is opened again.
    public var tracksHistory: Bool { history.isTracking }

    /// Begins to keep each save as a transaction, or ends it and forgets those that are kept.
    ///
    /// - Throws: The store's error. Nothing has changed then.
    public func setTracksHistory(_ tracksHistory: Bool) throws {
        guard tracksHistory != history.isTracking else { return }
        try betweenCommits { try history.setTracking(tracksHistory) }
    }

    /// The place after the last transaction; nil while no history is kept (rule HIS-8).
    public var currentPersistentHistoryToken: PersistentHistoryToken? {
        guard history.isTracking else { return nil }
        return PersistentHistoryToken(
            storeIdentifier: layout.storeIdentifier, transactionNumber: history.lastTransactionNumber)
    }

    /// The transactions after a token, the oldest first; nil for all. Empty while no history is kept (rule HIS-10).
    ///
    /// - Throws: ``PersistentHistoryTokenExpired`` where transactions after the token have been deleted, or it is another
    ///   store's; or the store's error.
    public func history(after token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
        guard history.isTracking else { return [] }
        guard let token else { return try history.transactions(after: 0) }
        guard token.storeIdentifier == layout.storeIdentifier,
            token.transactionNumber >= history.lastRemovedTransactionNumber,
            token.transactionNumber <= history.lastTransactionNumber
        else { throw PersistentHistoryTokenExpired() }
        return try history.transactions(after: token.transactionNumber)
    }

    /// The transactions after a moment, the oldest first.
    ///
    /// - Throws: The store's error.
    public func history(after date: Date) throws -> [PersistentHistoryTransaction] {
        try history(after: PersistentHistoryToken?.none).filter { $0.timestamp > date }
    }

    /// Deletes the transactions up to a token, that one among them (rule HIS-5).
    ///
    /// - Throws: The store's error. Nothing has changed then.
    public func deleteHistory(before token: PersistentHistoryToken) throws {
        guard token.storeIdentifier == layout.storeIdentifier else { return }
        try betweenCommits { try history.removeTransactions(upTo: token.transactionNumber) }
    }

    /// Deletes the transactions before a moment: all up to the first that is not.
    ///
    /// - Throws: The store's error. Nothing has changed then.
    public func deleteHistory(before date: Date) throws {
        try betweenCommits {
            let old = try history.transactions(after: 0).prefix { $0.timestamp < date }
            if let last = old.last { try history.removeTransactions(upTo: last.token.transactionNumber) }
        }
    }
}
