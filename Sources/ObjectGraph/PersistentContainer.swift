public import Foundation

/// A model, its stores, and the contexts that work on them.
public final class PersistentContainer: Sendable {
    /// The name it was given, or the model's.
    public let name: String
    /// What the program was built with.
    public let managedObjectModel: ManagedObjectModel
    /// What all contexts of the container save through.
    public let persistentStoreCoordinator: PersistentStoreCoordinator

    /// Where objects are kept; several stores of one container show as one.
    public var persistentStore: any ResidentStore { persistentStoreCoordinator.persistentStore }

    /// The context of the main actor, for user interfaces and short programs.
    ///
    /// It processes changes on its own whenever the main actor comes to it, and tells Swift's observation of what is
    /// read and changed.
    @MainActor public var viewContext: ManagedObjectContext {
        if let openedViewContext { return openedViewContext }
        let context = ManagedObjectContext(coordinator: persistentStoreCoordinator)
        context.name = "viewContext"
        context.isObservable = true
        context.scheduleProcessing = { [weak self] in
            Task { @MainActor in self?.openedViewContext?.processPendingChanges() }
        }
        openedViewContext = context
        persistentStoreCoordinator.observe { [weak self] _ in self?.processFollowedChanges() }
        persistentStoreCoordinator.observeOthers { [weak self] in self?.processFollowedChanges() }
        persistentStoreCoordinator.storeObservers.add { [weak self] _ in
            Task { @MainActor in self?.openedViewContext?.processPendingChanges() }
        }
        return context
    }

    @MainActor private var openedViewContext: ManagedObjectContext?

    /// Has the main actor's context take what has been saved, where it follows that.
    private func processFollowedChanges() {
        Task { @MainActor [weak self] in
            guard let context = self?.openedViewContext, context.automaticallyMergesChangesFromParent else { return }
            context.processPendingChanges()
        }
    }

    /// The folder for a program's stores, by the platform's convention: a folder with the program's name in
    /// Application Support, which on Linux is `$XDG_DATA_HOME` or `~/.local/share`. It need not exist.
    public static func defaultDirectoryURL() -> URL {
        let base =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(filePath: NSHomeDirectory())
        return base.appending(path: ProcessInfo.processInfo.processName, directoryHint: .isDirectory)
    }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - name: The container's name; the model's when left out.
    ///   - model: The model that the program was built with.
    ///   - store: Which store, such as `.inMemory`, or `.json(at:)` of the module `JSONStore`.
    /// - Throws: The store's error when it cannot be opened. Nothing has been changed then.
    public init(
        name: String? = nil, model: ManagedObjectModel, store: some PersistentStoreDescription
    ) throws {
        self.name = name ?? model.name
        managedObjectModel = model
        persistentStoreCoordinator = PersistentStoreCoordinator(
            try StoreAssembly(model: model, store: store.openStore(for: model)))
    }

    /// Opens several stores, each for the entities of a configuration of the model (rule STO-25).
    ///
    /// More can be added later, and each can be removed; see ``PersistentStoreCoordinator``.
    ///
    /// - Parameters:
    ///   - name: The container's name; the model's when left out.
    ///   - model: The model that the program was built with.
    ///   - stores: New objects go to the first whose configuration has their entity, unless they are assigned to
    ///     another one; a store without a configuration is for all entities. None where all are to be added later.
    /// - Throws: ``UnknownConfiguration``, ``CoordinatorError``, or a store's error when it cannot be opened.
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

    /// A context of its own, for whatever task it is handed to.
    public func newContext() -> sending ManagedObjectContext {
        ManagedObjectContext(coordinator: persistentStoreCoordinator)
    }

    /// Runs work with a context of its own, off the caller's actor.
    ///
    /// Objects cannot leave the closure; identities and other `Sendable` results can. Changes that the closure does
    /// not save are gone.
    public func performBackgroundTask<Result: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        try await Task.detached {
            try body(self.newContext())
        }.value
    }
}

/// A store was to be opened for a configuration that the model does not have.
public struct UnknownConfiguration: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name that was asked for.
    public var name: String

    /// - Parameter name: The name that was asked for.
    public init(name: String) {
        self.name = name
    }

    public var description: String { "the model has no configuration '\(name)'" }
}
