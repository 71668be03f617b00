import Foundation

/// A store of a coordinator, with its history.
struct AttachedStore: Sendable {
    let store: any ResidentStore
    /// The store as the program has given it.
    let original: any PersistentStore
    /// The entities whose objects it keeps; nil for all.
    let entityNames: Set<String>?
    /// Beside the objects where the store can, else in memory.
    let history: any PersistentHistoryStore
    /// What its tables are.
    let layout: GraphLayout
    /// Where they are; nil of the store that a coordinator begins with, whose place is never another's.
    let place: TablePlace?

    /// - Parameter model: What the store was opened for.
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

    /// Whether the program means this store, as it has given it or as it shows.
    func stands(for other: any PersistentStore) -> Bool { original === other || store === other }

    /// Has the store write a change set, and before it the history what it is about to do.
    ///
    /// - Parameter before: The store's state that the commit begins with.
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
