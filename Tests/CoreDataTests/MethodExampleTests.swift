import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of the methods of coordinators, contexts, and requests.
@MainActor
@Suite struct MethodExampleTests {
    private let folder: TemporaryFolder
    private let container = makeContainer()
    private let hero: Superhero
    private var context: NSManagedObjectContext { container.viewContext }
    private var request: NSFetchRequest<Superhero> { NSFetchRequest(entityName: "Superhero") }
    private var model: NSManagedObjectModel { container.managedObjectModel }
    private var url: URL { folder.url.appending(path: "Heroes.sqlite") }

    /// A hero, saved in memory.
    init() throws {
        folder = try TemporaryFolder()
        let context = container.viewContext
        hero = Superhero(context: context)
        hero.name = "Batgirl"
        try context.save()
    }

    /// A container with a file that has a history.
    private func containerWithHistory() -> NSPersistentContainer {
        let container = newContainer()
        let description = NSPersistentStoreDescription(url: url)
        // Example: NSPersistentStoreDescription.setOption
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        // End
        container.persistentStoreDescriptions = [description]
        // Example: NSPersistentContainer.loadPersistentStores
        container.loadPersistentStores { description, error in
            if let error { print("\(description) cannot be opened: \(error)") }
        }
        // End
        return container
    }

    // MARK: - Coordinators

    @Test("The examples of adding stores open a file with options, and close it")
    func addedStores() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        do {
            // Example: NSPersistentStoreCoordinator.addPersistentStore
            let options = [
                NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
                NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
            ]
            let store = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
            // End
            #expect(store.type == NSSQLiteStoreType)
        }
        // Example: NSPersistentStoreCoordinator.remove
        if let store = coordinator.persistentStore(for: url) {
            try coordinator.remove(store)  // The file remains.
        }
        // End
        #expect(coordinator.persistentStores.isEmpty)
        do {
            // Example: NSPersistentStoreCoordinator.addPersistentStore
            let store = try coordinator.addPersistentStore(
                type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
            // End
            #expect(store.isReadOnly)
            try coordinator.remove(store)
        }
        // Example: NSPersistentStoreCoordinator.addPersistentStore
        let description = NSPersistentStoreDescription(url: url)
        coordinator.addPersistentStore(with: description) { description, error in
            if let error { print("\(description) cannot be opened: \(error)") }
        }
        // End
        #expect(coordinator.persistentStores.count == 1)
    }

    @Test("The examples of files read what a store was written with, copy it, and delete it")
    func files() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let backupURL = folder.url.appending(path: "Backup.sqlite")
        let newURL = folder.url.appending(path: "New.sqlite")
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        // Example: NSPersistentStoreCoordinator.metadataForPersistentStore
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        let needsMigration = !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        // End
        #expect(!needsMigration)
        // Example: NSPersistentStoreCoordinator.migratePersistentStore
        let newStore = try coordinator.migratePersistentStore(store, to: newURL, type: .sqlite)
        print(coordinator.persistentStores == [newStore])  // true
        // End
        #expect(coordinator.persistentStores == [newStore])
        // Example: NSPersistentStoreCoordinator.replacePersistentStore
        try coordinator.replacePersistentStore(at: backupURL, withPersistentStoreFrom: url, type: .sqlite)
        // End
        #expect(FileManager.default.fileExists(atPath: backupURL.path(percentEncoded: false)))
        // Example: NSPersistentStoreCoordinator.destroyPersistentStore
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)  // The backup remains.
        // End
        #expect(try Data(contentsOf: url).isEmpty)
        #expect(FileManager.default.fileExists(atPath: backupURL.path(percentEncoded: false)))
    }

    @Test("The examples of files with the names of types do the same")
    func filesOfNamedTypes() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let backupURL = folder.url.appending(path: "Backup.sqlite")
        let newURL = folder.url.appending(path: "New.sqlite")
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        do {
            // Example: NSPersistentStoreCoordinator.metadataForPersistentStore
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: url)
            let identifier = metadata[NSStoreUUIDKey] as? String
            // End
            #expect(identifier != nil && identifier == store.identifier)
        }
        // Example: NSPersistentStoreCoordinator.migratePersistentStore
        let newStore = try coordinator.migratePersistentStore(store, to: newURL, withType: NSSQLiteStoreType)
        // End
        #expect(coordinator.persistentStores == [newStore])
        // Example: NSPersistentStoreCoordinator.replacePersistentStore
        try coordinator.replacePersistentStore(
            at: backupURL, withPersistentStoreFrom: url, ofType: NSSQLiteStoreType)
        // End
        #expect(FileManager.default.fileExists(atPath: backupURL.path(percentEncoded: false)))
        // Example: NSPersistentStoreCoordinator.destroyPersistentStore
        try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
        // End
        #expect(try Data(contentsOf: url).isEmpty)
        // Example: NSPersistentStoreCoordinator.setMetadata
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: backupURL)
        metadata["origin"] = "import"
        try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: backupURL)
        // End
        metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: backupURL)
        #expect(metadata["origin"] as? String == "import")
    }

    @Test("The example of a migration manager names the types of both stores")
    func aMigration() throws {
        let (old, new) = (makeNotes("title"), makeNotes("title", "text"))
        let (oldURL, newURL) = (url, folder.url.appending(path: "New.sqlite"))
        try NSPersistentStoreCoordinator(managedObjectModel: old).addPersistentStore(type: .sqlite, at: oldURL)
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        // Example: NSMigrationManager.migrateStore
        try manager.migrateStore(
            from: oldURL, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: newURL,
            destinationType: NSSQLiteStoreType, destinationOptions: nil)
        // End
        #expect(FileManager.default.fileExists(atPath: newURL.path(percentEncoded: false)))
    }

    // MARK: - Contexts

    @Test("The examples of contexts count, and give objects their IDs")
    func contexts() throws {
        // Example: NSManagedObjectContext.performAndWait
        let count = try context.performAndWait { try context.count(for: request) }
        // End
        #expect(count == 1)
        // Example: NSManagedObjectContext.obtainPermanentIDs
        let newHero = Superhero(context: context)
        try context.obtainPermanentIDs(for: [newHero])
        let link = newHero.objectID.uriRepresentation()  // Stays valid after the save.
        // End
        try context.save()
        #expect(newHero.objectID.uriRepresentation() == link)
    }

    @Test("The examples of finding objects by their IDs get a fault, and what a context has")
    func objectsByID() {
        let (objectID, context) = (hero.objectID, container.newBackgroundContext())
        context.performAndWait {
            // Example: NSManagedObjectContext.object
            let hero = context.object(with: objectID)  // A fault, which reads its values when they are used
            // End
            #expect(hero.isFault)
            // Example: NSManagedObjectContext.registeredObject
            let known = context.registeredObject(for: objectID)  // nil if the context does not have it
            // End
            #expect(known === hero)
        }
    }

    @Test("The examples of changes discard, delete, and refresh")
    func changes() throws {
        // Example: NSManagedObjectContext.rollback
        hero.name = "Oracle"
        context.rollback()  // The hero has the saved name.
        // End
        #expect(hero.name == "Batgirl")
        hero.universe = 1
        // Example: NSManagedObjectContext.refreshAllObjects
        context.refreshAllObjects()  // Reads what others have saved, and keeps unsaved changes.
        // End
        #expect(hero.universe == 1)
        // Example: NSManagedObjectContext.detectConflicts
        context.detectConflicts(for: hero)  // As if it had changed, because what is saved depends on it
        try context.save()
        // End
        // Example: NSManagedObjectContext.delete
        context.delete(hero)
        try context.save()
        // End
        #expect(try context.count(for: request) == 0)
        // Example: NSManagedObjectContext.reset
        context.reset()  // Don't use objects of the context that were created before this line.
        // End
        #expect(context.registeredObjects.isEmpty)
    }

    @Test("The example of an assignment puts a new object into the second of two stores")
    func assignments() throws {
        let coordinator = container.persistentStoreCoordinator
        let archive = try coordinator.addPersistentStore(type: .sqlite, at: url)
        // Example: NSManagedObjectContext.assign
        let newHero = Superhero(context: context)
        context.assign(newHero, to: archive)  // Without this, it goes to the first store that has heroes.
        try context.save()
        // End
        #expect(newHero.objectID.persistentStore == archive)
    }

    @Test("The example of a query generation fetches between its beginning and its end")
    func generations() throws {
        let context = containerWithHistory().viewContext
        // Example: NSManagedObjectContext.setQueryGenerationFrom
        try context.setQueryGenerationFrom(.current)
        let heroes = try context.fetch(request)  // All fetches read the state of the first.
        try context.setQueryGenerationFrom(nil)  // Now they read the latest state again.
        // End
        #expect(heroes.isEmpty)
    }

    @Test("The example of a merge policy keeps what others have saved, and that of a merge shows it")
    func policies() throws {
        // Example: NSMergePolicy.init
        context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        // End
        hero.name = "Oracle"
        let (other, objectID) = (container.newBackgroundContext(), hero.objectID)
        try other.performAndWait {
            (try other.existingObject(with: objectID) as? Superhero)?.name = "Spoiler"
            try other.save()
        }
        try context.save()
        #expect(hero.name == "Spoiler")
        let third = container.newBackgroundContext()
        try third.performAndWait {
            (try third.existingObject(with: objectID) as? Superhero)?.name = "Huntress"
            try third.save()
        }
        // Example: NSManagedObjectContext.mergeChanges
        let changes = [NSUpdatedObjectsKey: [objectID]]  // From a batch request, or from another process
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
        // End
        #expect(hero.name == "Huntress")
    }

    @Test("The examples of values by key tell the new ones from the saved ones")
    func values() {
        hero.name = "Oracle"
        // Example: NSManagedObject.changedValues
        for (key, value) in hero.changedValues() { print(key, "is now", value) }  // name is now Oracle
        // End
        #expect(Set(hero.changedValues().keys) == ["name"])
        // Example: NSManagedObject.committedValues
        let savedName = hero.committedValues(forKeys: ["name"])["name"] as? String
        // End
        #expect(savedName == "Batgirl")
    }

    // MARK: - Requests

    @Test("The example of a request that executes itself finds objects of the context that runs the block")
    func execution() throws {
        // Example: NSFetchRequest.execute
        let heroes = try context.performAndWait { try request.execute() }  // In the context that runs the block
        // End
        #expect(heroes.count == 1)
    }

    @Test("The examples of fetches count, prefetch, and read values without objects")
    func fetches() throws {
        let robin = Superhero(context: context)
        robin.name = "Robin"
        do {
            // Example: NSManagedObjectContext.count
            let request = NSFetchRequest<Superhero>(entityName: "Superhero")
            request.predicate = NSPredicate(format: "name BEGINSWITH %@", "Bat")
            let count = try context.count(for: request)
            // End
            #expect(count == 1)
        }
        let request = request
        // Example: NSFetchRequest.includesPendingChanges
        request.includesPendingChanges = false
        let savedCount = try context.count(for: request)  // Without the new hero
        // End
        #expect(savedCount == 1)
        // Example: NSFetchRequest.relationshipKeyPathsForPrefetching
        request.relationshipKeyPathsForPrefetching = ["teams"]
        for hero in try context.fetch(request) { print(hero.teams?.count ?? 0) }  // Reads nothing more.
        // End
        try context.save()
        do {
            // Example: NSFetchRequest.propertiesToFetch
            let request = NSFetchRequest<NSDictionary>(entityName: "Superhero")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", "universe"]
            let names = try context.fetch(request).compactMap { $0["name"] as? String }
            // End
            #expect(names.sorted() == ["Batgirl", "Robin"])
            // Example: NSFetchRequest.returnsDistinctResults
            request.propertiesToFetch = ["universe"]
            request.returnsDistinctResults = true
            let universes = try context.fetch(request).compactMap { $0["universe"] as? Int32 }
            // End
            #expect(universes == [0])
        }
    }

    @Test("The examples of a controller perform the fetch, and find an object")
    func aController() throws {
        let request = request
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        // Example: NSFetchedResultsController.performFetch
        do {
            try controller.performFetch()
        } catch {
            print("the heroes cannot be read: \(error)")  // The result is as before.
        }
        // End
        #expect(controller.fetchedObjects == [hero])
        // Example: NSFetchedResultsController.indexPath
        let path = controller.indexPath(forObject: hero)  // nil if the result does not contain it
        // End
        #expect(path == [0, 0])
    }

    @Test("The examples of requests run a fetch, and insert and delete many objects")
    func requests() throws {
        let context = containerWithHistory().viewContext
        do {
            var names = ["Oracle", "Huntress"]
            // Example: NSBatchInsertRequest.init
            let request = NSBatchInsertRequest(entityName: "Superhero") { (hero: NSManagedObject) in
                guard let name = names.popLast() else { return true }  // There are no more.
                hero.setValue(name, forKey: "name")
                return false
            }
            try context.execute(request)
            // End
        }
        let heroes = try context.fetch(request)
        #expect(heroes.compactMap(\.name).sorted() == ["Huntress", "Oracle"])
        // Example: NSBatchDeleteRequest.init
        let deletion = NSBatchDeleteRequest(objectIDs: heroes.map(\.objectID))  // All of the same entity
        // End
        // Example: NSManagedObjectContext.execute
        deletion.resultType = .resultTypeObjectIDs
        let result = try context.execute(deletion) as? NSBatchDeleteResult
        let changes = [NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
        // End
        #expect(try context.count(for: request) == 0)
        // Example: NSEntityDescription.insertNewObject
        let robin = NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: context)
        robin.setValue("Robin", forKey: "name")
        // End
        #expect((robin as? Superhero)?.name == "Robin")
    }

    @Test("The examples of the history read the last hour and others' saves, and delete what is older than a week")
    func theHistory() throws {
        let context = containerWithHistory().viewContext
        context.transactionAuthor = "app"
        Superhero(context: context).name = "Robin"
        try context.save()
        do {
            // Example: NSPersistentHistoryChangeRequest.fetchHistory
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date(timeIntervalSinceNow: -3600))
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            // End
            #expect(transactions.map(\.author) == ["app"])
        }
        var request: NSPersistentHistoryChangeRequest?
        // Example: NSPersistentHistoryChangeRequest.fetchHistory
        if let others = NSPersistentHistoryTransaction.fetchRequest {
            others.predicate = NSPredicate(format: "author != %@", "app")
            request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: others)
        }
        // End
        let result = try context.execute(try #require(request)) as? NSPersistentHistoryResult
        #expect((result?.result as? [NSPersistentHistoryTransaction])?.isEmpty == true)
        // Example: NSPersistentHistoryChangeRequest.deleteHistory
        let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400)
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: lastWeek))
        // End
        let all = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        let kept = try context.execute(all) as? NSPersistentHistoryResult
        #expect((kept?.result as? [NSPersistentHistoryTransaction])?.count == 1)
        let coordinator = try #require(context.persistentStoreCoordinator)
        // Example: NSPersistentStoreCoordinator.currentPersistentHistoryToken
        let token = coordinator.currentPersistentHistoryToken(fromStores: nil)  // Of all stores
        // End
        #expect(token != nil)
    }

    @Test("The example of a template replaces its variable")
    func templates() throws {
        let model = makeNotes("title")
        let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
        template.predicate = NSPredicate(format: "title BEGINSWITH $PREFIX")
        model.setFetchRequestTemplate(template, forName: "titled")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        // Example: NSManagedObjectContext.init
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        // End
        for title in ["Batman", "Robin"] {
            NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue(title, forKey: "title")
        }
        // Example: NSManagedObjectModel.fetchRequestFromTemplate
        let request = model.fetchRequestFromTemplate(withName: "titled", substitutionVariables: ["PREFIX": "Bat"])
        // End
        #expect(try context.count(for: try #require(request)) == 1)
    }
}
