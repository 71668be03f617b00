public import Foundation

// Adding and removing stores while contexts are in use (rules NTF-14 and STO-16).
extension PersistentStoreCoordinator {
    /// The name of the system that has an entity's objects; for nil, or in several, the names of all;
    /// nil if there is none.
    func systemName(of entity: EntityDescription? = nil) -> String? {
        let stores = members.filter { member in
            guard let entity, let names = member.entityNames else { return true }
            return names.contains(entity.name)
        }
        let names = Set(stores.map(\.store.systemName))
        return names.isEmpty ? nil : names.sorted().joined(separator: ",")
    }

    /// Opens another store and adds it after existing stores. Later fetches find its objects, and contexts see it when
    /// they move to a later state.
    ///
    /// ```swift
    /// let archive = try coordinator.addPersistentStore(with: .json(at: archiveURL), configuration: "Notes")
    /// let context = ManagedObjectContext(coordinator: coordinator)
    /// let note = Note(context: context)  // Goes to the archive, the only store with notes.
    /// try context.save()
    /// ```
    ///
    /// - Parameters:
    ///   - description: The store, such as `.inMemory`, or `.json(at:)` of the module `JSONStore`.
    ///   - configuration: The configuration with the entities of the store; nil for all entities.
    /// - Throws: ``UnknownConfigurationError``, ``CoordinatorError`` for a store that already exists, or the store's
    ///   error if it cannot be opened. In this case, nothing has changed.
    @discardableResult
    public func addPersistentStore(
        with description: any PersistentStoreDescription, configuration: String? = nil
    ) throws -> any PersistentStore {
        try managedObjectModel.refuseCompositesInThemselves()
        let entityNames = try managedObjectModel.entityNames(ofConfiguration: configuration)
        let range = try reserveTables()
        let model = managedObjectModel.withTables(startingAt: range.first)
        let store = try description.openStore(for: model)
        let member = try AttachedStore(store, of: model, entityNames: entityNames, range: range)
        try changeStores { try $0.add(member) }
        observeExternalChangesAgain()
        tell(StoreListChange(added: [store]))
        return store
    }

    /// Removes a store. Its file remains, and closes when the program releases the store.
    ///
    /// Fetches no longer find its objects. Contexts notice the removal when they process changes, fetch, or save.
    /// Objects without changes then behave like objects that the store does not contain (rule CTX-33), and contexts
    /// report them as ``ObjectChanges/invalidated``. Objects with changes keep them, and a save throws an error about
    /// the removed store.
    ///
    /// - Throws: ``CoordinatorError`` for a store that the coordinator does not have.
    public func remove(_ store: any PersistentStore) throws {
        let member = try changeStores { try $0.remove(store) }
        tell(StoreListChange(removed: [member.store]))
    }

    /// Returns the store with an identifier; nil if there is none.
    public func persistentStore(withIdentifier identifier: UUID) -> (any PersistentStore)? {
        persistentStores.first { $0.identifier == identifier }
    }

    /// Returns the store at a URL; nil if there is none.
    ///
    /// ```swift
    /// let isOpen = coordinator.persistentStore(for: archiveURL) != nil
    /// ```
    public func persistentStore(for url: URL) -> (any PersistentStore)? {
        let path = url.resolvingSymlinksInPath().standardizedFileURL
        return persistentStores.first { $0.storeURL?.resolvingSymlinksInPath().standardizedFileURL == path }
    }

    /// Returns a sequence of later additions and removals of stores, with one element for each change.
    ///
    /// When an element arrives, ``persistentStores`` contains the change. Each call returns a new sequence for one
    /// consumer, which ends when its task is canceled.
    public func storeListChanges() -> AsyncStream<StoreListChange> {
        AsyncStream { continuation in
            let number = storeObservers.add { continuation.yield($0) }
            continuation.onTermination = { [weak self] _ in self?.storeObservers.remove(number) }
        }
    }
}

/// The added and removed stores of a coordinator (rule NTF-14).
///
/// ```swift
/// for store in change.added { urls.append(store.storeURL) }
/// for store in change.removed { urls.removeAll { $0 == store.storeURL } }
/// ```
public struct StoreListChange: Sendable {
    /// The added stores, in the order in which they were added.
    public var added: [any PersistentStore] = []
    /// The removed stores, in the order in which they were removed.
    public var removed: [any PersistentStore] = []
    /// The stores with a changed identifier. A store keeps its identifier, so this is always empty. To replace a store,
    /// remove it and add another.
    public var uuidChanged: [(old: any PersistentStore, new: any PersistentStore)] = []
}

extension ManagedObjectModel {
    /// The entities of a configuration; nil for all.
    ///
    /// - Throws: ``UnknownConfigurationError``.
    func entityNames(ofConfiguration name: String?) throws -> Set<String>? {
        guard let name else { return nil }
        guard let configuration = schema.configurations.first(where: { $0.name == name }) else {
            throw UnknownConfigurationError(name: name)
        }
        return Set(configuration.entityNames)
    }
}
