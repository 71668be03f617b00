public import Foundation

// The histories of the stores (rules HIS-1 to HIS-10): each kept beside its store's objects where the store can, else in
// memory. A save that writes to several stores is a transaction in each.
extension PersistentStoreCoordinator {
    /// Whether some store keeps each save as a transaction. A store that keeps its history still does when it is opened
    /// again.
    public var tracksHistory: Bool { members.contains { $0.history.isTracking } }

    /// Begins to keep each save as a transaction, or ends it and forgets those that are kept.
    ///
    /// - Parameters:
    ///   - tracksHistory: Whether to keep them.
    ///   - stores: The stores that are to do it; nil for all that are there. One that is added later is told by itself.
    /// - Throws: A store's error. Nothing has changed then in that store and those after it.
    public func setTracksHistory(_ tracksHistory: Bool, ofStores stores: [any PersistentStore]? = nil) throws {
        try betweenCommits {
            for member in members(among: stores) where member.history.isTracking != tracksHistory {
                try member.history.setTracking(tracksHistory)
            }
        }
    }

    /// The place after the last transaction; nil while no history is kept (rule HIS-8).
    public var currentPersistentHistoryToken: PersistentHistoryToken? { currentPersistentHistoryToken(fromStores: nil) }

    /// The place after the last transaction of each of some stores; nil where none keeps a history (rule HIS-8).
    ///
    /// - Parameter stores: The stores that are asked; nil for all.
    public func currentPersistentHistoryToken(fromStores stores: [any PersistentStore]?) -> PersistentHistoryToken? {
        let tracking = members(among: stores).filter { $0.history.isTracking }
        guard let first = tracking.first else { return nil }
        let others = tracking.dropFirst().map { ($0.store.identifier, $0.history.lastTransactionNumber) }
        return PersistentHistoryToken(
            storeIdentifier: first.store.identifier, transactionNumber: first.history.lastTransactionNumber,
            otherTransactionNumbers: Dictionary(uniqueKeysWithValues: others))
    }

    /// The transactions after a token, the oldest first; nil for all. Empty while no history is kept (rule HIS-10).
    ///
    /// Those of several stores come by their moments. Of a store that the token says nothing of, all come.
    ///
    /// - Parameters:
    ///   - token: The place after which they come; nil for all.
    ///   - stores: The stores that are asked; nil for all.
    /// - Throws: ``PersistentHistoryTokenExpired`` where transactions after the token have been deleted, or it is another
    ///   store's; or a store's error.
    public func history(
        after token: PersistentHistoryToken?, fromStores stores: [any PersistentStore]? = nil
    ) throws -> [PersistentHistoryTransaction] {
        let tracking = members(among: stores).filter { $0.history.isTracking }
        if let token, !tracking.isEmpty, tracking.allSatisfy({ token.transactionNumber(of: $0) == nil }) {
            throw PersistentHistoryTokenExpired()
        }
        return Self.merged(try tracking.map { try $0.transactions(after: token?.transactionNumber(of: $0)) })
    }

    /// The last transactions that changed an object, the latest first, each with its changes of that object only. Empty
    /// while its store keeps no history, and for an object that was never saved.
    ///
    /// - Parameters:
    ///   - objectID: The object; it may have been deleted.
    ///   - token: The place of the transaction before which they come; nil for the latest ones.
    ///   - limit: How many are wanted at most.
    /// - Throws: A store's error.
    public func history(
        of objectID: ObjectID, before token: PersistentHistoryToken? = nil, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        let member = members.first { $0.store.identifier == objectID.storeIdentifier }
        guard let member, member.history.isTracking, !objectID.isTemporaryID else { return [] }
        return try member.history.transactions(
            changing: objectID, before: token?.transactionNumber(of: member), limit: limit)
    }

    /// The transactions after a moment, the oldest first.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - stores: The stores that are asked; nil for all.
    /// - Throws: A store's error.
    public func history(
        after date: Date, fromStores stores: [any PersistentStore]? = nil
    ) throws -> [PersistentHistoryTransaction] {
        try history(after: PersistentHistoryToken?.none, fromStores: stores).filter { $0.timestamp > date }
    }

    /// Deletes the transactions up to a token, that one among them, in the histories that it is of (rule HIS-5).
    ///
    /// - Parameters:
    ///   - token: The place up to which they go.
    ///   - stores: The stores whose histories are meant; nil for all.
    /// - Throws: A store's error. Nothing has changed then in that store and those after it.
    public func deleteHistory(
        before token: PersistentHistoryToken, ofStores stores: [any PersistentStore]? = nil
    ) throws {
        try betweenCommits {
            for member in members(among: stores) {
                guard let number = token.transactionNumber(of: member) else { continue }
                try member.history.removeTransactions(upTo: number)
            }
        }
    }

    /// Deletes the transactions before a moment: all up to the first that is not, in each history.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - stores: The stores whose histories are meant; nil for all.
    /// - Throws: A store's error. Nothing has changed then in that store and those after it.
    public func deleteHistory(before date: Date, ofStores stores: [any PersistentStore]? = nil) throws {
        try betweenCommits {
            for member in members(among: stores) {
                let old = try member.history.transactions(after: 0).prefix { $0.timestamp < date }
                if let last = old.last { try member.history.removeTransactions(upTo: last.token.transactionNumber) }
            }
        }
    }

    private func members(among stores: [any PersistentStore]?) -> [AttachedStore] {
        guard let stores else { return members }
        return members.filter { member in stores.contains(where: member.stands) }
    }

    /// Several histories as one, each in its own order, by their moments.
    private static func merged(_ histories: [[PersistentHistoryTransaction]]) -> [PersistentHistoryTransaction] {
        guard histories.count > 1 else { return histories.first ?? [] }
        var rest = histories.map { $0[...] }
        var merged: [PersistentHistoryTransaction] = []
        while true {
            let heads = rest.indices.compactMap { index in rest[index].first.map { (index, $0.timestamp) } }
            guard let next = heads.min(by: { $0.1 < $1.1 })?.0 else { return merged }
            merged.append(rest[next].removeFirst())
        }
    }
}

extension PersistentHistoryToken {
    fileprivate func transactionNumber(of member: AttachedStore) -> Int? {
        transactionNumber(ofStore: member.store.identifier)
    }
}

extension AttachedStore {
    /// - Parameter number: nil for all.
    /// - Throws: ``PersistentHistoryTokenExpired`` where later ones have been deleted.
    fileprivate func transactions(after number: Int?) throws -> [PersistentHistoryTransaction] {
        guard let number else { return try history.transactions(after: 0) }
        guard number >= history.lastRemovedTransactionNumber, number <= history.lastTransactionNumber else {
            throw PersistentHistoryTokenExpired()
        }
        return try history.transactions(after: number)
    }
}
