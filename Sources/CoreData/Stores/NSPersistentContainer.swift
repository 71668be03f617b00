public import Foundation
import ObjectGraph

// Unchecked: a lock guards what changes.
/// A container that manages a model, its stores, and the contexts that work on them.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Superheroes")
/// container.persistentStoreDescriptions.first?.url = url  // The default is a file in Application Support.
/// container.loadPersistentStores { description, error in
///     if let error { print("\(description) cannot be opened: \(error)") }
/// }
/// Superhero(context: container.viewContext).name = "Batgirl"
/// try container.viewContext.save()
/// ```
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    /// The name of the container.
    public final let name: String
    /// The context of the main queue (rule STO-5).
    public final let viewContext: NSManagedObjectContext
    /// The model of the stores' objects.
    public final let managedObjectModel: NSManagedObjectModel
    /// The coordinator that all contexts of the container save to.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The stores to open: initially a SQLite store named after the container, in the default folder
    /// (rule STO-1).
    ///
    /// Set them up before you load the stores: a description itself belongs to one thread.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
        get { lock.withLock { descriptions } }
        set {
            // Released after the lock, because a subclass may do anything when it is deallocated.
            var former = newValue
            lock.withLock { swap(&descriptions, &former) }
        }
    }
    private let lock = NSLock()
    private var descriptions: [NSPersistentStoreDescription] = []

    /// The folder for a program's stores: a folder with the program's name in Application Support, which on Linux is
    /// `$XDG_DATA_HOME` or `~/.local/share` (rule STO-8). It is created if it does not exist and can be created.
    open class func defaultDirectoryURL() -> URL {
        let folder = PersistentContainer.defaultDirectoryURL()
        // Loading a store reports why it cannot be created.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Creates a container with the generated model that has a name. Programs register their models automatically.
    ///
    /// - Precondition: The program has the model (rule STO-2).
    public convenience init(name: String) {
        guard let model = GeneratedModels.model(named: name) else {
            let known = GeneratedModels.names.map { "'\($0)'" }.joined(separator: ", ")
            endProgram(
                "Failed to load model named '\(name)': "
                    + (known.isEmpty
                        ? "the program has no generated model; add the plugin ModelGenPlugin to the model's target"
                        : "the program has the models \(known)"))
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// Creates a container for a model. ``loadPersistentStores(completionHandler:)`` opens its stores.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        super.init()
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        viewContext.name = "viewContext"
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: Self.defaultDirectoryURL().appending(path: "\(name).sqlite"))
        ]
    }

    /// Opens the stores of the descriptions, and calls a handler with each result (rule STO-3). Descriptions whose
    /// stores are open already, by an earlier call, are left out. The folder of a new store is created if it does not
    /// exist (rule STO-4).
    ///
    /// ```swift
    /// container.loadPersistentStores { description, error in
    ///     if let error { print("\(description) cannot be opened: \(error)") }
    /// }
    /// ```
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let opened = persistentStoreCoordinator.persistentStores.compactMap(\.openedDescription)
        for description in persistentStoreDescriptions where !opened.contains(where: { $0 === description }) {
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// Returns a new context with its own queue (rule STO-6).
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs a block later with a new context, on the context's queue (rule STO-7). Changes that the block does
    /// not save are discarded.
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs a block with a new context, and returns its result.
    ///
    /// ```swift
    /// let objectIDs = try await container.performBackgroundTask { context in
    ///     let heroes = names.map { _ in Superhero(context: context) }
    ///     for (hero, name) in zip(heroes, names) { hero.name = name }
    ///     try context.save()
    ///     return heroes.map(\.objectID)
    /// }
    /// ```
    ///
    /// - Throws: The error of the block.
    open func performBackgroundTask<T, Failure: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(Failure) -> T
    ) async throws(Failure) -> T {
        let context = newBackgroundContext()
        return try await context.perform { () throws(Failure) in try block(context) }
    }
}
