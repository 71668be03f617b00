public import Foundation

/// A container that manages a model, its stores, and the contexts that work on them.
///
/// ```swift
/// let container = try PersistentContainer(model: .app, store: .inMemory)
/// let hero = Hero(context: container.viewContext)
/// hero.name = "Batgirl"
/// try container.viewContext.save()
/// ```
public final class PersistentContainer: Sendable {
    /// The name of the container, which is the model's name by default.
    public let name: String
    /// The model that the program was built with.
    public let managedObjectModel: ManagedObjectModel
    /// The coordinator through which all contexts of the container save.
    public let persistentStoreCoordinator: PersistentStoreCoordinator

    /// The first store; nil if it was removed.
    public var persistentStore: (any PersistentStore)? { persistentStoreCoordinator.persistentStore }

    /// The context of the main actor, for user interfaces and short programs.
    ///
    /// It processes changes automatically when the main actor is free, and supports Swift's observation. If it merges
    /// what others have saved, it reads that without blocking the main actor, as
    /// ``ManagedObjectContext/processPendingChangesAsynchronously(isolation:)`` does. If a store cannot be read then,
    /// it tries again after a second, and later after up to a minute, until it succeeds.
    @MainActor public var viewContext: ManagedObjectContext {
        if let openedViewContext { return openedViewContext }
        let context = ManagedObjectContext(coordinator: persistentStoreCoordinator)
        context.name = "viewContext"
        context.isObservable = true
        context.scheduleProcessing = { [weak self] in self?.processViewContext() }
        context.scheduleMerge = { [weak self] in self?.processViewContext(ifItMerges: true) }
        openedViewContext = context
        persistentStoreCoordinator.observe { [weak self] _ in self?.processViewContext(ifItMerges: true) }
        persistentStoreCoordinator.addExternalChangeObserver { [weak self] in self?.processViewContext(ifItMerges: true)
        }
        persistentStoreCoordinator.storeObservers.add { [weak self] _ in self?.processViewContext() }
        return context
    }

    @MainActor private var openedViewContext: ManagedObjectContext?
    /// Whether the view context is reading what others have saved.
    @MainActor private var isMerging = false
    /// Whether something has happened since the view context began to read.
    @MainActor private var mergesAgain = false

    /// Processes the view context's changes when the main actor is free.
    ///
    /// - Parameter ifItMerges: Whether only a context that automatically merges others' changes processes them.
    private func processViewContext(ifItMerges: Bool = false) {
        Task { @MainActor [weak self] in await self?.processOpenedViewContext(ifItMerges: ifItMerges) }
    }

    @MainActor private func processOpenedViewContext(ifItMerges: Bool) async {
        guard let context = openedViewContext, !ifItMerges || context.automaticallyMergesChangesFromParent else {
            return
        }
        guard !isMerging else {
            // Its own changes need not wait for a store.
            mergesAgain = true
            return context.processOwnChanges()
        }
        isMerging = true
        defer { isMerging = false }
        repeat {
            mergesAgain = false
            await context.processPendingChangesAsynchronously()
        } while mergesAgain
    }

    /// Returns the folder for a program's stores by the platform's convention: a folder with the program's name in
    /// Application Support, which on Linux is `$XDG_DATA_HOME` or `~/.local/share`. The folder might not exist.
    public static func defaultDirectoryURL() -> URL {
        let base =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(filePath: NSHomeDirectory())
        return base.appending(path: ProcessInfo.processInfo.processName, directoryHint: .isDirectory)
    }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - name: The name of the container. The default is the name of the model.
    ///   - model: The model that the program was built with.
    ///   - store: The store, such as `.inMemory`, or `.json(at:)` of the module `JSONStore`.
    /// - Throws: ``CoordinatorError`` for a model with a composite that contains itself, or the store's error if it
    ///   cannot be opened. In this case, nothing has changed.
    public init(name: String? = nil, model: ManagedObjectModel, store: some PersistentStoreDescription) throws {
        try model.refuseCompositesInThemselves()
        self.name = name ?? model.name
        managedObjectModel = model
        persistentStoreCoordinator = PersistentStoreCoordinator(
            try StoreAssembly(model: model, store: store.openStore(for: model)))
    }

    /// Opens several stores, each for the entities of a configuration of the model (rule STO-25).
    ///
    /// You can add and remove stores later; see ``PersistentStoreCoordinator``.
    ///
    /// ```swift
    /// let container = try PersistentContainer(
    ///     model: .app,
    ///     stores: [("Heroes", .json(at: heroesURL)), ("Notes", .sqlite(at: notesURL))])
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the container. The default is the name of the model.
    ///   - model: The model that the program was built with.
    ///   - stores: The stores with their configurations. A new object goes to the first store whose configuration has
    ///     its entity, unless you assign it to another. A store without a configuration is for all entities. Pass an
    ///     empty array to add all stores later.
    /// - Throws: ``UnknownConfigurationError``, ``CoordinatorError``, or a store's error if it cannot be opened. Stores
    ///   before it in the array may have been created or migrated, and are closed again.
    public init(
        name: String? = nil, model: ManagedObjectModel,
        stores: [(configuration: String?, store: any PersistentStoreDescription)]
    ) throws {
        self.name = name ?? model.name
        managedObjectModel = model
        persistentStoreCoordinator = PersistentStoreCoordinator(StoreAssembly(model: model))
        for (configuration, store) in stores {
            try persistentStoreCoordinator.addPersistentStore(with: store, configuration: configuration)
        }
    }

    /// Creates a context for any task.
    ///
    /// ```swift
    /// actor Importer {
    ///     let context: ManagedObjectContext
    ///     init(container: PersistentContainer) { context = container.newContext() }
    ///
    ///     func addHero(named name: String) throws {
    ///         Hero(context: context).name = name
    ///         try context.save()
    ///     }
    /// }
    /// ```
    public func newContext() -> sending ManagedObjectContext {
        ManagedObjectContext(coordinator: persistentStoreCoordinator)
    }
}
