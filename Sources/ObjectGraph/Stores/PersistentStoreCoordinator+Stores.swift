public import Foundation

// Stores come and go while contexts are at work (rules NTF-14 and STO-16).
extension PersistentStoreCoordinator {
    /// Opens another store and adds it after those that are there. Its objects are found by fetches from now on; contexts
    /// see it when they move on.
    ///
    /// - Parameters:
    ///   - description: Which store, such as `.inMemory`, or `.json(at:)` of the module `JSONStore`.
    ///   - configuration: The entities whose objects the store keeps; nil for all.
    /// - Throws: ``UnknownConfiguration``, ``CoordinatorError`` for a store that is there already, or the store's error
    ///   when it cannot be opened. Nothing has changed then.
    @discardableResult
    public func addPersistentStore(
        with description: any PersistentStoreDescription, configuration: String? = nil
    ) throws -> any PersistentStore {
        let entityNames = try managedObjectModel.entityNames(ofConfiguration: configuration)
        let place = try takePlace()
        let model = managedObjectModel.placed(at: place.first)
        let store = try description.openStore(for: model)
        let member = try AttachedStore(store, of: model, entityNames: entityNames, place: place)
        try changeStores(forgettingCommits: place.wasOthers) { try $0.add(member) }
        watchOthersAnew()
        tell(StoresChange(added: [store]))
        return store
    }

    /// Removes a store. Its file stays, and is closed when the program holds the store no longer.
    ///
    /// Fetches do not find its objects any more. Contexts notice when they process changes, fetch or save: objects without
    /// changes are then as ones that the store does not hold (rule CTX-33), and are told as
    /// ``ObjectsChange/invalidated``. Objects with changes keep them, and a save says that their store is gone.
    ///
    /// - Throws: ``CoordinatorError`` for a store that the coordinator does not have.
    public func remove(_ store: any PersistentStore) throws {
        let member = try changeStores { try $0.remove(store) }
        tell(StoresChange(removed: [member.original]))
    }

    /// The store with an identity; nil for none.
    public func persistentStore(withIdentifier identifier: UUID) -> (any PersistentStore)? {
        persistentStores.first { $0.identifier == identifier }
    }

    /// The store at a place; nil for none.
    public func persistentStore(for url: URL) -> (any PersistentStore)? {
        let path = url.resolvingSymlinksInPath().standardizedFileURL
        return persistentStores.first { $0.storeURL?.resolvingSymlinksInPath().standardizedFileURL == path }
    }

    /// The stores that are added and removed from now on, as it happens: one element for each change.
    ///
    /// When an element comes, the change is in ``persistentStores``. Each call gives a sequence of its own for one reader,
    /// which ends when the task that reads it is cancelled.
    public func storesChanges() -> AsyncStream<StoresChange> {
        AsyncStream { continuation in
            let number = storeObservers.add { continuation.yield($0) }
            continuation.onTermination = { [weak self] _ in self?.storeObservers.remove(number) }
        }
    }
}

/// Which stores of a coordinator have come and gone (rule NTF-14).
public struct StoresChange: Sendable {
    /// Those that were added.
    public var added: [any PersistentStore] = []
    /// Those that were removed.
    public var removed: [any PersistentStore] = []
    /// Those that have another identity now, beside the one before. A store keeps its identity, so there are none; a
    /// program that puts one store in another's place removes and adds.
    public var uuidChanged: [(old: any PersistentStore, new: any PersistentStore)] = []
}

extension ManagedObjectModel {
    /// The entities of a configuration; nil for all.
    ///
    /// - Throws: ``UnknownConfiguration``.
    func entityNames(ofConfiguration name: String?) throws -> Set<String>? {
        guard let name else { return nil }
        guard let configuration = schema.configurations.first(where: { $0.name == name }) else {
            throw UnknownConfiguration(name: name)
        }
        return Set(configuration.entityNames)
    }
}
