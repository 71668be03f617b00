public import Foundation
import ObjectGraph
import SQLiteStore

// Unchecked: a lock guards what changes.
/// A coordinator between contexts and their stores.
///
/// ```swift
/// let coordinator = NSPersistentStoreCoordinator(managedObjectModel: container.managedObjectModel)
/// try coordinator.addPersistentStore(type: .sqlite, at: url)
/// let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
/// context.persistentStoreCoordinator = coordinator
/// ```
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    /// The model of the stores' objects.
    public final let managedObjectModel: NSManagedObjectModel
    let graphCoordinator: PersistentStoreCoordinator
    /// The queue of the program's work with the coordinator. Contexts don't need it.
    private let queue = CoordinatorQueue()
    private let lock = NSLock()
    private var stores: [NSPersistentStore] = []
    /// The contexts that look at the changes of others whenever these have saved.
    final let followers = CommitFollowers()
    private var ownName: String?
    /// A name for logs.
    open var name: String? {
        get { lock.withLock { ownName } }
        set { lock.withLock { ownName = newValue } }
    }

    /// Creates a coordinator without stores. The model can no longer be changed (rule MOD-11).
    public required init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        do {
            graphCoordinator = try PersistentContainer(model: model.graphModel, stores: []).persistentStoreCoordinator
        } catch {
            endProgram("a coordinator without stores cannot be created: \(error)")
        }
        super.init()
    }

    /// Creates a coordinator of a model without entities.
    public convenience override init() { self.init(managedObjectModel: NSManagedObjectModel()) }

    /// The stores, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { lock.withLock { stores } }

    /// Opens a store and adds it (rule STO-13).
    ///
    /// ```swift
    /// let options = [
    ///     NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
    ///     NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    /// ]
    /// let store = try coordinator.addPersistentStore(
    ///     ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: 134000 for an unknown type, 134010 for a file of another
    ///   type, 134080 and 259 for one that cannot be read, 134100 for one of another model version that the options do
    ///   not migrate, 134140 or 134190 for one that cannot be migrated, 134110 if the mapping model for it uses
    ///   policies, and 134060 for a derived attribute of the model whose expression is none for derivations. Nothing
    ///   has changed then.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: storeType, configurationName: configuration, at: storeURL, options: options, copying: nil)
    }

    /// - Parameter source: The store whose objects the new one starts with; nil for none.
    final func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]?, copying source: (any PersistentStore)?
    ) throws -> NSPersistentStore {
        try managedObjectModel.checkDerivations()
        let configuration = managedObjectModel.ownConfigurationName(configuration)
        if let storeClass = RegisteredStores.storeClass(forType: storeType) {
            return try addRegisteredStore(
                of: storeClass, type: storeType, configurationName: configuration, at: storeURL, options: options,
                copying: source)
        }
        let opening = StoreOpening(
            type: storeType, configurationName: configuration, url: storeURL, options: options ?? [:],
            model: managedObjectModel, coordinator: graphCoordinator, source: source)
        let opened = try opening.open()
        let store = NSPersistentStore(
            opened.store, metadata: opened.metadata, type: storeType, configurationName: configuration, url: storeURL,
            options: options, isReadOnly: opening.isReadOnly, coordinator: self)
        take(store)
        return store
    }

    /// Adds an opened store.
    final func take(_ store: NSPersistentStore) {
        lock.withLock { stores.append(store) }
        StoresInUse.add(store)
        if store.tellsRemoteChanges { tellRemoteChanges() }
        post([store], NSAddedPersistentStoresKey)
    }

    /// Opens a store and adds it, with the names of the current interface.
    ///
    /// ```swift
    /// let store = try coordinator.addPersistentStore(
    ///     type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
    /// ```
    ///
    /// - Throws: The errors of ``addPersistentStore(ofType:configurationName:at:options:)``.
    @discardableResult
    public final func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: url, options: options)
    }

    /// Opens the store of a description, adds it, and calls a handler with the result: at once, unless the description
    /// is asynchronous.
    ///
    /// The folder of a new store is created if it does not exist (rule STO-4), except for a class of the program, which
    /// decides where its stores are.
    ///
    /// ```swift
    /// let description = NSPersistentStoreDescription(url: url)
    /// coordinator.addPersistentStore(with: description) { description, error in
    ///     if let error { print("\(description) cannot be opened: \(error)") }
    /// }
    /// ```
    open func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        // Read now, because the caller may change the description while another thread opens the store.
        let (type, configuration) = (storeDescription.type, storeDescription.configuration)
        let (url, options) = (storeDescription.url, storeDescription.allOptions)
        let work = {
            do {
                let isReadOnly = (options[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue == true
                if let url, !isReadOnly { try StoreFile(url, ofType: type).createFolder() }
                let store = try self.addPersistentStore(
                    ofType: type, configurationName: configuration, at: url, options: options)
                store.openedDescription = storeDescription
                block(storeDescription, nil)
            } catch {
                block(storeDescription, error)
            }
        }
        if storeDescription.shouldAddStoreAsynchronously {
            DispatchQueue.global().runLater(work)
        } else {
            work()
        }
    }

    /// Removes a store. Its file remains (rule STO-16), and can be opened again, although the program has objects of
    /// the store.
    ///
    /// ```swift
    /// if let store = coordinator.persistentStore(for: url) {
    ///     try coordinator.remove(store)  // The file remains.
    /// }
    /// ```
    ///
    /// - Throws: An error with the code 134070 for a store that the coordinator does not have.
    ///   Nothing has changed then.
    open func remove(_ store: NSPersistentStore) throws {
        guard persistentStores.contains(where: { $0 === store }) else {
            throw NSError(code: NSPersistentStoreOperationError, "the coordinator does not have the store")
        }
        store.willRemove(from: self)
        try ErrorAdapting.reporting { try graphCoordinator.remove(store.graphStore) }
        lock.withLock { stores.removeAll { $0 === store } }
        store.persistentStoreCoordinator = nil
        store.close()
        post([store], NSRemovedPersistentStoresKey)
    }

    /// Returns the store at a URL; nil if there is none.
    open func persistentStore(for url: URL) -> NSPersistentStore? {
        let path = url.resolvingSymlinksInPath().standardizedFileURL
        return persistentStores.first { $0.url?.resolvingSymlinksInPath().standardizedFileURL == path }
    }

    /// Returns the URL of a store.
    open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(filePath: "/dev/null") }

    /// Returns the ID for a URI; nil if it is not of a store of the coordinator (rules ID-4 and ID-6).
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        registeredObjectID(forURIRepresentation: url)
            ?? graphCoordinator.managedObjectID(forURIRepresentation: url).map(NSManagedObjectID.init)
    }

    /// Returns the metadata of a store (rule STO-11).
    open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Sets the metadata of a store, which the next save of a context to the coordinator writes to the store's file
    /// (rule STO-12). The store's own values, such as the hashes of the model, stay as they are.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        store.metadata = metadata
        store.hasUnsavedMetadata = true
    }

    /// Deletes the contents of a store (rule STO-17). The coordinator's own store at the URL is removed first. An empty
    /// file remains of a SQLite store, which opens as a new store. A store in memory has no files: for the type
    /// `NSInMemoryStoreType`, and at `/dev/null`, nothing is deleted.
    ///
    /// ```swift
    /// try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    /// ```
    ///
    /// - Throws: An error with the code 134000 for an unknown type; one with the path if there is a device, a pipe, a
    ///   socket, a folder, or a file that is not a store of the type, in which case nothing has changed; and the
    ///   store's if a file cannot be removed.
    open func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
        try removeStore(at: url, ofType: storeType) { try $0.destroyLeavingEmptyFile() }
    }

    /// Executes a request of any kind in a context, which saves to the coordinator.
    ///
    /// - Returns: For a fetch request an array of its results, for another request an ``NSPersistentStoreResult``.
    /// - Throws: The errors of the context's `fetch(_:)` and `execute(_:)`, or one with the code 134070 for a context
    ///   of another coordinator.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
        guard context.persistentStoreCoordinator === self else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "the context belongs to another coordinator; execute the request in a context of this one")
        }
        guard let fetch = request as? any AnyFetchRequest else { return try context.execute(request) }
        return try fetch.results(in: context)
    }

    // MARK: - Work on the queue

    /// Runs a block on the coordinator's queue later, after earlier blocks.
    open func perform(_ block: @escaping () -> Void) { queue.run(block) }

    /// Runs a block on the coordinator's queue, after earlier blocks, and returns when it is done. You can nest calls.
    open func performAndWait(_ block: () -> Void) { queue.runAndWait(block) }

    /// Does the same, and returns the result of the block or throws its error.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try queue.runAndWait(block) }

    /// Runs a block on the coordinator's queue, after earlier blocks, and returns its result or throws its error.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor. Leave it out.
    ///   - block: The work.
    /// - Throws: The error of the block.
    public func perform<T, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        let outcome: Result<T, Failure> = await withCheckedContinuation { continuation in
            queue.run {
                // Unsafe: as with Apple's SDKs before 26, the program decides what may leave the queue.
                nonisolated(unsafe) let outcome = Result<T, Failure> { () throws(Failure) in try block() }
                continuation.resume(returning: outcome)
            }
        }
        return try outcome.get()
    }

    // MARK: - Store files

    /// Reads the metadata of a store from its file: its UUID, its type, the hashes of the model that it was written
    /// with, and what programs have added.
    ///
    /// ```swift
    /// let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
    ///     ofType: NSSQLiteStoreType, at: url)
    /// let identifier = metadata[NSStoreUUIDKey] as? String
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: 134000 for an unknown type, and 134080 and 259 for a file that is
    ///   not a store of the type.
    open class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if let storeClass = RegisteredStores.storeClass(forType: storeType) {
            return try storeClass.metadataForPersistentStore(with: url)
        }
        return try ErrorAdapting.reporting { try StoreFile(url, ofType: storeType).metadata() }
    }

    /// Returns the model that a SQLite store contains, with objects of `NSManagedObject`.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain` if the file is not a store, or contains no readable model.
    open class func cachedModelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel? {
        try ErrorAdapting.reporting { NSManagedObjectModel(try SQLiteStore.model(at: url).schema, classes: [:]) }
    }

    /// Writes the metadata of a store that is not open, at once (rule STO-12).
    ///
    /// - Throws: The errors of the class; one with the code 134000 for a type that no class is registered for.
    open class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        if let storeClass = RegisteredStores.storeClass(forType: storeType) {
            return try storeClass.setMetadata(metadata, forPersistentStoreAt: url)
        }
        try ErrorAdapting.reporting {
            try ProgramMetadata(metadata ?? [:]).write(toStoreOfType: storeType, at: url)
        }
    }

    /// Replaces a store, which need not exist, by a copy of another one. The coordinator's own store at the URL is
    /// removed first.
    ///
    /// The copy is complete before anything is removed. A program that is killed between the two leaves the copy in a
    /// hidden folder next to the URL, `.modelgen-…`.
    ///
    /// ```swift
    /// try coordinator.replacePersistentStore(
    ///     at: backupURL, withPersistentStoreFrom: url, ofType: NSSQLiteStoreType)
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`; 134070 if both are the same file. If the source is not a store, or
    ///   the destination is anything but a store's file, or if the copy cannot be written, nothing has changed.
    open func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        try replaceStore(at: destinationURL, byCopyOf: sourceURL, ofType: storeType)
    }

    /// Copies the objects of a store to a new one, which replaces it. The file of the old store remains.
    ///
    /// The new store has its own UUID, so fetch the objects again. The history is not copied.
    ///
    /// ```swift
    /// let newStore = try coordinator.migratePersistentStore(store, to: newURL, withType: NSSQLiteStoreType)
    /// ```
    ///
    /// - Returns: The new store.
    /// - Throws: An error of `NSCocoaErrorDomain`; 134070 if there is a file at the URL already. The coordinator has
    ///   the old store then.
    @discardableResult
    open func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        try moveStore(store, to: storeURL, options: options, ofType: storeType)
    }

    // MARK: - Types of stores

    /// The classes of stores by type, including those of this module. The values only say which class it is.
    open class var registeredStoreTypes: [String: NSValue] { RegisteredStores.classes }

    /// Registers the class of a type's stores, for stores that are added afterward.
    ///
    /// - Parameters:
    ///   - storeClass: A subclass of ``NSAtomicStore`` or ``NSIncrementalStore``; nil to forget the type.
    ///   - storeType: The name of the type. A type of this module is replaced.
    open class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
        RegisteredStores.register(storeClass, forType: storeType)
    }

    // MARK: - History

    /// Returns the current position in the history of some stores; nil if they record no history (rule HIS-8).
    ///
    /// ```swift
    /// let token = coordinator.currentPersistentHistoryToken(fromStores: nil)  // Of all stores
    /// ```
    open func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let members = stores?.compactMap { ($0 as? NSPersistentStore)?.graphStore }
        return graphCoordinator.currentPersistentHistoryToken(fromStores: members).map(NSPersistentHistoryToken.init)
    }
}
