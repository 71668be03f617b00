import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of stores and transformers.
@MainActor
@Suite struct StoreExampleTests {
    private let folder: TemporaryFolder
    private let container = makeContainer()
    private var url: URL { folder.url.appending(path: "Heroes.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("The example of a store reads its metadata, and where it is")
    func stores() throws {
        let coordinator = container.persistentStoreCoordinator
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        var lines: [String] = []
        // Example: NSPersistentStore
        for store in coordinator.persistentStores {
            let metadata = coordinator.metadata(for: store)
            lines.append("\(store.type) \(metadata[NSStoreUUIDKey] ?? ""): \(store.url?.path ?? "in memory")")
        }
        // End
        let identifiers = coordinator.persistentStores.map { $0.identifier ?? "" }
        #expect(identifiers.allSatisfy { UUID(uuidString: $0) != nil } && lines.count == 2)
        #expect(lines.first?.hasPrefix("InMemory \(identifiers[0]): ") == true)
        #expect(lines.last == "SQLite \(identifiers[1]): \(url.path)")
    }

    @Test("The example of an atomic store keeps a name in its file")
    func anAtomicStore() throws {
        NSPersistentStoreCoordinator.registerStoreClass(NameStore.self, forStoreType: "Names")
        let (file, model) = (folder.url.appending(path: "names.json"), container.managedObjectModel)
        func open() throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(ofType: "Names", configurationName: nil, at: file, options: nil)
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let context = try open()
        Superhero(context: context).name = "Oracle"
        try context.save()
        let heroes = try open().fetch(NSFetchRequest<Superhero>(entityName: "Superhero"))
        #expect(heroes.map(\.name) == ["Oracle"])
    }

    @Test("The example of an incremental store reads and writes names of a server")
    func anIncrementalStore() throws {
        NSPersistentStoreCoordinator.registerStoreClass(NameServerStore.self, forStoreType: "NameServer")
        let server = NameServer()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: container.managedObjectModel)
        try coordinator.addPersistentStore(
            ofType: "NameServer", configurationName: nil, at: nil, options: ["server": server])
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let heroes = try context.fetch(NSFetchRequest<Superhero>(entityName: "Superhero"))
        #expect(heroes.map(\.name) == ["Batgirl", "Robin"])
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        #expect(try context.count(for: request) == 2)
        request.predicate = NSPredicate(format: "name == %@", "Robin")
        #expect(throws: (any Error).self) { try context.fetch(request) }
        heroes[0].name = "Oracle"
        context.delete(heroes[1])
        Superhero(context: context).name = "Huntress"
        try context.save()
        #expect(server.names == [1: "Oracle", 3: "Huntress"])
    }

    @Test("The examples of transformers find one by its name, and archive a list")
    func transformers() {
        // Example: NSValueTransformerName
        let name = NSValueTransformerName("BookTags")
        ValueTransformer.setValueTransformer(TagsTransformer(), forName: name)  // Before a store is opened
        let transformer = ValueTransformer(forName: name)
        // End
        #expect(transformer is TagsTransformer)
        let archiver = PathTransformer()
        let archive = archiver.reverseTransformedValue(NSArray(array: ["a", "b"]))
        #expect(archiver.transformedValue(archive) as? [String] == ["a", "b"])
    }
}

// Example: NSSecureUnarchiveFromDataTransformer
final class PathTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }
}
// End
