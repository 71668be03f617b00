public import Foundation
import ObjectGraph

// Unchecked: what changes is set up by one thread before stores are loaded.
/// A model, its stores, and the contexts that work on them.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    /// The name it was given.
    public final let name: String
    /// The context of the main queue (rule STO-5).
    public final let viewContext: NSManagedObjectContext
    /// What the objects are of.
    public final let managedObjectModel: NSManagedObjectModel
    /// What all contexts of the container save through.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The stores to open. At first one of Core Data's SQLite format, named after the container, in the default folder
    /// (rule STO-1).
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// The folder for a program's stores: a folder with the program's name in Application Support, which on Linux is
    /// `$XDG_DATA_HOME` or `~/.local/share` (rule STO-8).
    open class func defaultDirectoryURL() -> URL { PersistentContainer.defaultDirectoryURL() }

    /// A container of the generated model with a name. Nothing is to be registered: generated models are known to the program
    /// that they are part of.
    ///
    /// - Precondition: The program has the model (rule STO-2).
    public convenience init(name: String) {
        guard let model = GeneratedModels.model(named: name) else {
            let known = GeneratedModels.names.map { "'\($0)'" }.joined(separator: ", ")
            preconditionFailure(
                "Failed to load model named '\(name)': "
                    + (known.isEmpty
                        ? "the program has no generated model; add the plugin ModelGenPlugin to the model's target"
                        : "the program has the models \(known)"))
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// A container of a model. Its stores are opened by ``loadPersistentStores(completionHandler:)``.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        persistentStoreDescriptions = []
        super.init()
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        viewContext.name = "viewContext"
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: Self.defaultDirectoryURL().appending(path: "\(name).sqlite"))
        ]
    }

    /// Opens the stores of the descriptions, and says of each how that went (rule STO-3).
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            do {
                try makeFolder(of: description)
            } catch {
                block(description, error)
                continue
            }
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// Makes the default folder where a store is to be in it (rule STO-4).
    private func makeFolder(of description: NSPersistentStoreDescription) throws {
        guard let folder = description.url?.deletingLastPathComponent(), description.type != NSInMemoryStoreType,
            folder.standardizedFileURL == Self.defaultDirectoryURL().standardizedFileURL
        else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A context that works on a queue of its own, each time a new one (rule STO-6).
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs work later with a context of its own, on a queue of its own (rule STO-7). Changes that the work does not save are
    /// gone.
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs work with a context of its own, and returns what the work does.
    open func performBackgroundTask<T, Failure: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(Failure) -> T
    ) async throws(Failure) -> T {
        let context = newBackgroundContext()
        return try await context.perform { () throws(Failure) in try block(context) }
    }
}
