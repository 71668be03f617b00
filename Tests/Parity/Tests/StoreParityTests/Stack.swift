import CoreData
import Foundation
import ParityModels
import Testing

/// Apple's framework on a store that this project's `SQLiteStore` has written.
struct Stack {
    let context: NSManagedObjectContext
    private let store: NSPersistentStore

    /// Opens a store of `Generated/Stores` with a model that Apple's compiler has made. A store that doesn't fit it
    /// exactly is an error.
    init(_ name: String, model: String, options: [String: Any] = [:]) throws {
        let model = try #require(NSManagedObjectModel(contentsOf: ParityFiles.appleModel(model)))
        // Classes that this program lacks would be looked for.
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        let url = ParityFiles.store(name)
        try #require(FileManager.default.fileExists(atPath: url.path), "make parity writes the store")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    /// Closes the store, so that its journal is in the file.
    func close() throws {
        context.performAndWait { context.reset() }
        try context.persistentStoreCoordinator?.remove(store)
    }

    /// The objects of an entity, in the order of a key.
    func objects(_ entity: String, by key: String, _ format: String? = nil) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        request.predicate = format.map { NSPredicate(format: $0) }
        return try context.fetch(request)
    }
}

extension NSManagedObject {
    /// The values of a key of the destinations of an ordered relationship.
    func ordered<Value>(_ relationship: String, _ key: String) -> [Value] {
        let destinations = (value(forKey: relationship) as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
        return destinations.compactMap { $0.value(forKey: key) as? Value }
    }

    /// The strings of a key of the destinations of an unordered relationship.
    func texts(_ relationship: String, _ key: String) -> Set<String> {
        let destinations = (value(forKey: relationship) as? NSSet)?.allObjects as? [NSManagedObject] ?? []
        return Set(destinations.compactMap { $0.value(forKey: key) as? String })
    }
}
