public import Foundation

// The histories of the stores (rules HIS-1 to HIS-10), each stored with its store's objects if the store supports it,
// otherwise in memory. A save that writes to several stores is a transaction in each.
extension PersistentStoreCoordinator {
    /// Whether any store records each save as a transaction. A store that records its history continues to do so when
    /// you reopen it.
    ///
    /// This may wait for a store. If it can't be read, the answer is the last known one; ``readTracksHistory()`` throws
    /// instead.
    public var tracksHistory: Bool { members.contains { $0.history.isTracking } }

    /// Returns whether any store records each save as a transaction, like ``tracksHistory``. This waits for the stores.
    ///
    /// - Throws: The error of a store that can't be read.
    public func readTracksHistory() throws -> Bool { try members.contains { try $0.history.readTracking() } }

    /// Starts recording each save as a transaction, or stops and deletes recorded transactions.
    ///
    /// ```swift
    /// try coordinator.setTracksHistory(true)
    /// let token = coordinator.currentPersistentHistoryToken  // All later saves are after it.
    /// ```
    ///
    /// - Parameters:
    ///   - tracksHistory: Whether to record transactions.
    ///   - stores: The affected stores; nil for all current stores. This does not affect stores that you add later.
    /// - Throws: A store's error. In this case, nothing has changed in that store and those after it.
    public func setTracksHistory(_ tracksHistory: Bool, ofStores stores: [any PersistentStore]? = nil) throws {
        for member in members(among: stores) {
            try member.lane.alone {
                guard try member.history.readTracking() != tracksHistory else { return }
                try member.history.setTracking(tracksHistory)
            }
        }
    }

    /// The position after the last transaction; nil if no store records a history (rule HIS-8).
    ///
    /// This may wait for a store. If it can't be read, the position is the last known one;
    /// ``readCurrentPersistentHistoryToken(fromStores:)`` throws instead.
    public var currentPersistentHistoryToken: PersistentHistoryToken? { currentPersistentHistoryToken(fromStores: nil) }

    /// Returns the position after the last transaction of each given store; nil if none records a history (rule HIS-8).
    ///
    /// This may wait for a store. If it can't be read, the position is the last known one;
    /// ``readCurrentPersistentHistoryToken(fromStores:)`` throws instead.
    ///
    /// - Parameter stores: The stores to request the history from; nil for all.
    public func currentPersistentHistoryToken(fromStores stores: [any PersistentStore]?) -> PersistentHistoryToken? {
        token(members(among: stores).filter { $0.history.isTracking }.map { ($0, $0.lastTransactionNumber) })
    }

    /// Returns the position after the last transaction, like ``currentPersistentHistoryToken(fromStores:)``. This waits
    /// for the stores.
    ///
    /// - Parameter stores: The stores to request the history from; nil for all.
    /// - Throws: The error of a store that can't be read.
    public func readCurrentPersistentHistoryToken(
        fromStores stores: [any PersistentStore]? = nil
    ) throws -> PersistentHistoryToken? {
        let tracking = try members(among: stores).filter { try $0.history.readTracking() }
        return token(try tracking.map { ($0, try $0.readLastTransactionNumber()) })
    }

    private func token(_ positions: [(member: AttachedStore, number: Int)]) -> PersistentHistoryToken? {
        guard let first = positions.first else { return nil }
        let others = positions.dropFirst().map { ($0.member.store.identifier, $0.number) }
        return PersistentHistoryToken(
            storeIdentifier: first.member.store.identifier, transactionNumber: first.number,
            otherTransactionNumbers: Dictionary(uniqueKeysWithValues: others))
    }

    /// Returns the transactions after a token, oldest first; nil for all. The result is empty if no store records a
    /// history (rule HIS-10).
    ///
    /// A store that keeps its history apart from its objects lets a commit that it is writing end first, because its
    /// transaction is taken back if it fails.
    ///
    /// The transactions of several stores are sorted by time. For a store that the token does not include, the result
    /// has all transactions.
    ///
    /// ```swift
    /// let transactions = try coordinator.history(after: token)
    /// for transaction in transactions { context.mergeChanges(from: transaction.objectIDs) }
    /// let nextToken = transactions.last?.token ?? token  // Where the next call begins
    /// ```
    ///
    /// - Parameters:
    ///   - token: The position before the first transaction; nil for all.
    ///   - stores: The stores to request the history from; nil for all.
    /// - Throws: ``PersistentHistoryTokenExpiredError`` if transactions after the token have been deleted, or if it
    ///   belongs to another store; or a store's error.
    public func history(
        after token: PersistentHistoryToken?, fromStores stores: [any PersistentStore]? = nil
    ) throws -> [PersistentHistoryTransaction] {
        let tracking = try members(among: stores).filter { try $0.history.readTracking() }
        if let token, !tracking.isEmpty, tracking.allSatisfy({ token.transactionNumber(of: $0) == nil }) {
            throw PersistentHistoryTokenExpiredError()
        }
        return Self.merged(try tracking.map { try $0.transactions(after: token?.transactionNumber(of: $0)) })
    }

    /// Returns the last transactions that changed an object, latest first, each with only its changes of that object.
    /// The result is empty if its store records no history, or if the object was never saved.
    ///
    /// ```swift
    /// for edit in try coordinator.history(of: hero.objectID, limit: 10) {
    ///     print(edit.timestamp, edit.author ?? "unknown", edit.changes.flatMap(\.updatedProperties))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - objectID: The object, which might have been deleted.
    ///   - token: The position before which the transactions occurred; nil for the latest ones.
    ///   - limit: The maximum number of transactions.
    /// - Throws: A store's error.
    public func history(
        of objectID: ObjectID, before token: PersistentHistoryToken? = nil, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        let member = members.first { $0.store.identifier == objectID.storeIdentifier }
        guard let member, try member.history.readTracking(), !objectID.isTemporaryID else { return [] }
        var end = token?.transactionNumber(of: member)
        if let last = try member.lastFinishedTransactionNumber() { end = min(end ?? .max, last + 1) }
        return try member.history.transactions(changing: objectID, before: end, limit: limit)
    }

    /// Returns the transactions after a date, oldest first.
    ///
    /// ```swift
    /// let lastHour = try coordinator.history(after: Date(timeIntervalSinceNow: -3600))
    /// ```
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - stores: The stores to request the history from; nil for all.
    /// - Throws: A store's error.
    public func history(
        after date: Date, fromStores stores: [any PersistentStore]? = nil
    ) throws -> [PersistentHistoryTransaction] {
        try history(after: PersistentHistoryToken?.none, fromStores: stores).filter { $0.timestamp > date }
    }

    /// Deletes the transactions before a token, in its histories (rule HIS-5). As with Core Data, the transaction at
    /// the token remains.
    ///
    /// ```swift
    /// if let token = coordinator.currentPersistentHistoryToken {
    ///     try coordinator.deleteHistory(before: token)  // Everybody has read up to here.
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - token: The position of the first transaction to keep.
    ///   - stores: The stores of the histories; nil for all.
    /// - Throws: A store's error. In this case, nothing has changed in that store and those after it.
    public func deleteHistory(
        before token: PersistentHistoryToken, ofStores stores: [any PersistentStore]? = nil
    ) throws {
        for member in members(among: stores) {
            try member.lane.alone {
                let removedNumber = member.history.lastRemovedTransactionNumber
                guard let number = token.transactionNumber(of: member), number > removedNumber,
                    number - 1 > removedNumber
                else { return }
                try member.history.removeTransactions(upTo: number - 1)
            }
        }
    }

    /// Deletes the transactions before a date: all before the first one that is not, in each history.
    ///
    /// ```swift
    /// try coordinator.deleteHistory(before: Date(timeIntervalSinceNow: -7 * 86_400))  // Keeps a week.
    /// ```
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - stores: The stores of the histories; nil for all.
    /// - Throws: A store's error. In this case, nothing has changed in that store and those after it.
    public func deleteHistory(before date: Date, ofStores stores: [any PersistentStore]? = nil) throws {
        for member in members(among: stores) {
            try member.lane.alone {
                let old = try member.history.transactions(after: 0).prefix { $0.timestamp < date }
                if let last = old.last { try member.history.removeTransactions(upTo: last.token.transactionNumber) }
            }
        }
    }

    private func members(among stores: [any PersistentStore]?) -> [AttachedStore] {
        guard let stores else { return members }
        return members.filter { member in stores.contains { $0 === member.store } }
    }

    /// Merges several histories by time, and keeps the order of each.
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
    /// The number of the last transaction, as far as it is known.
    fileprivate var lastTransactionNumber: Int {
        let finished = try? StoreCancellation.ignoringCancellation { try lastFinishedTransactionNumber() }
        return finished ?? history.lastTransactionNumber
    }

    /// - Parameter number: nil for all.
    /// - Throws: ``PersistentHistoryTokenExpiredError`` if later ones have been deleted.
    fileprivate func transactions(after number: Int?) throws -> [PersistentHistoryTransaction] {
        // Commits do not wait while the transactions are read.
        let last = try lastFinishedTransactionNumber() ?? .max
        return try shownTransactions(after: number).filter { $0.token.transactionNumber <= last }
    }

    /// The transactions after a number, including one whose save may still fail.
    private func shownTransactions(after number: Int?) throws -> [PersistentHistoryTransaction] {
        guard let number else { return try history.transactions(after: 0) }
        guard !isKnown(number) else { return try history.transactions(after: number) }
        // A store that cannot be read does not know its numbers, either. Its own error says so.
        let transactions = try history.transactions(after: number)
        guard isKnown(number) else { throw PersistentHistoryTokenExpiredError() }
        return transactions
    }

    /// - Throws: The error of a store that can't be read.
    fileprivate func readLastTransactionNumber() throws -> Int {
        let finished = try lastFinishedTransactionNumber()
        let known = finished ?? history.lastTransactionNumber
        // A store that can't be read doesn't know its numbers, either. Its own error says so.
        let later = try history.transactions(after: known).last?.token.transactionNumber
        return finished ?? later ?? known
    }

    /// Whether the history has all transactions after a number.
    private func isKnown(_ number: Int) -> Bool {
        number >= history.lastRemovedTransactionNumber && number <= history.lastTransactionNumber
    }
}

extension PersistentHistoryTransaction {
    /// Creates a transaction for a save.
    ///
    /// - Parameters:
    ///   - token: The position after the transaction.
    ///   - before: The state before the save, for the tombstones of deleted objects.
    /// - Throws: The error of the store that is queried for them.
    init(_ changes: ChangeSet, token: PersistentHistoryToken, before: CommittedState, at timestamp: Date) throws {
        let layout = before.layout
        let relinked = changes.updated.filter { !$0.links.isEmpty }
        try before.readAhead((changes.deleted.map(\.reference) + relinked.map(\.reference)).sorted())
        let otherSides = try OtherSides(of: changes, before: before)
        self.init(
            token: token, timestamp: timestamp, author: changes.author, contextName: changes.contextName,
            processID: String(ProcessInfo.processInfo.processIdentifier),
            changes: changes.inserted.map { PersistentHistoryChange($0, in: layout) }
                + changes.updated.map { PersistentHistoryChange($0, otherSides.names(of: $0.reference), in: layout) }
                + otherSides.remaining(after: changes).map { reference, names in
                    PersistentHistoryChange(
                        changedObjectID: layout.objectID(for: reference), changeType: .update, updatedProperties: names)
                }
                + (try changes.deleted.map { try PersistentHistoryChange($0, before: before) }))
    }
}

extension PersistentHistoryChange {
    fileprivate init(_ insertion: ChangeSet.Insertion, in layout: GraphLayout) {
        self.init(changedObjectID: layout.objectID(for: insertion.reference), changeType: .insert)
    }

    /// - Parameter otherSides: The names of relationships that other objects' changes have changed.
    fileprivate init(_ update: ChangeSet.Update, _ otherSides: Set<String>, in layout: GraphLayout) {
        let entity = layout.entities[update.reference.entityOrdinal]
        let names =
            update.values.map { entity.attributeNames[$0.index] }
            + update.links.map { entity.relationshipNames[$0.index] }
        self.init(
            changedObjectID: layout.objectID(for: update.reference), changeType: .update,
            updatedProperties: otherSides.union(names).sorted())
    }

    fileprivate init(_ deletion: ChangeSet.Deletion, before: CommittedState) throws {
        let entity = before.layout.entities[deletion.reference.entityOrdinal]
        var tombstone: [String: AttributeValue] = [:]
        let kept = entity.attributes.indices.filter { entity.attributes[$0].preservesValueInHistoryOnDeletion }
        if !kept.isEmpty, let row = try before.row(of: deletion.reference) {
            for index in kept { tombstone[entity.attributeNames[index]] = row.value(at: index) }
        }
        self.init(
            changedObjectID: before.layout.objectID(for: deletion.reference), changeType: .delete,
            tombstone: tombstone)
    }
}

/// The relationships that a save changes without writing them: the other sides of those that it writes (rule REL-17).
///
/// Core Data's stores have a history row of an update for them, such as for a recipe when one of its components is
/// inserted or deleted. Their versions do not change here.
private struct OtherSides {
    private var names: [ObjectReference: Set<String>] = [:]
    private let layout: GraphLayout

    /// - Throws: The error of the store that is queried for earlier links.
    init(of changes: ChangeSet, before: CommittedState) throws {
        layout = before.layout
        for insertion in changes.inserted {
            for index in entity(of: insertion.reference).storedLinkIndexes {
                note(insertion.links[index].references, at: index, of: insertion.reference)
            }
        }
        for update in changes.updated where !update.links.isEmpty {
            let row = try before.row(of: update.reference)
            for (index, links) in update.links {
                guard let base = try row?.readLinks(at: index) else {
                    note(links.references, at: index, of: update.reference)
                    continue
                }
                let (removed, added) = base.difference(to: links)
                note(removed + added, at: index, of: update.reference)
            }
        }
        for deletion in changes.deleted {
            let indexes = entity(of: deletion.reference).storedLinkIndexes
            guard !indexes.isEmpty, let row = try before.row(of: deletion.reference) else { continue }
            for index in indexes {
                note(try row.readLinks(at: index).references, at: index, of: deletion.reference)
            }
        }
    }

    private func entity(of reference: ObjectReference) -> EntityDescription { layout.entities[reference.entityOrdinal] }

    private mutating func note(_ destinations: [ObjectReference], at index: Int, of reference: ObjectReference) {
        guard let inverse = entity(of: reference).relationships[index].inverseIndex else { return }
        for destination in destinations {
            let relationships = entity(of: destination).relationshipNames
            if inverse < relationships.count { names[destination, default: []].insert(relationships[inverse]) }
        }
    }

    /// The names of relationships that other objects' changes have changed.
    func names(of reference: ObjectReference) -> Set<String> { names[reference] ?? [] }

    /// The objects that a save does not write itself, by their references, with the sorted names of their
    /// relationships.
    func remaining(after changes: ChangeSet) -> [(ObjectReference, [String])] {
        guard !names.isEmpty else { return [] }
        let written = Set(
            changes.inserted.map(\.reference) + changes.updated.map(\.reference) + changes.deleted.map(\.reference))
        return names.filter { !written.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }
}
