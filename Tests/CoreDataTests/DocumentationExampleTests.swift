import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

// Example: NSEntityMigrationPolicy
final class TitlePolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        made.first?.setValue("Untitled", forKey: "title")
    }
}
// End

// Example: ValueTransformer
final class TagsTransformer: ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
        (value as? [String]).flatMap { try? JSONEncoder().encode($0) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? JSONDecoder().decode([String].self, from: $0) }
    }
}
// End

/// The examples in the doc comments of the module.
///
/// An example stands between a line `// Example:` with the name of its declaration and a line `// End`. A test of the
/// repository compares it with the doc comment, line by line.
@MainActor
@Suite struct DocumentationExampleTests {
    private let folder: TemporaryFolder
    private let container = makeContainer()
    private var context: NSManagedObjectContext { container.viewContext }
    private var request: NSFetchRequest<Superhero> { NSFetchRequest(entityName: "Superhero") }
    private var url: URL { folder.url.appending(path: "Heroes.sqlite") }

    /// Two heroes, saved.
    init() throws {
        folder = try TemporaryFolder()
        for name in ["Batgirl", "Robin"] { Superhero(context: context).name = name }
        try context.save()
    }

    private func storedNames() throws -> [String] {
        let other = container.newBackgroundContext()
        return try other.performAndWait {
            try other.fetch(NSFetchRequest<Superhero>(entityName: "Superhero")).compactMap(\.name).sorted()
        }
    }

    // MARK: - Containers and stores

    @Test("The example of a container creates a file and saves an object")
    func aContainer() throws {
        // Example: NSPersistentContainer
        let container = NSPersistentContainer(name: "Superheroes")
        container.persistentStoreDescriptions.first?.url = url  // The default is a file in Application Support.
        container.loadPersistentStores { description, error in
            if let error { print("\(description) cannot be opened: \(error)") }
        }
        Superhero(context: container.viewContext).name = "Batgirl"
        try container.viewContext.save()
        // End
        #expect(try container.viewContext.count(for: request) == 1)
        #expect(FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
    }

    @Test("The example of a background task returns permanent IDs")
    nonisolated func aBackgroundTask() async throws {
        let (container, names) = (await MainActor.run { makeContainer() }, ["Oracle", "Huntress"])
        // Example: NSPersistentContainer.performBackgroundTask
        let objectIDs = try await container.performBackgroundTask { context in
            let heroes = names.map { _ in Superhero(context: context) }
            for (hero, name) in zip(heroes, names) { hero.name = name }
            try context.save()
            return heroes.map(\.objectID)
        }
        // End
        #expect(objectIDs.count == 2 && objectIDs.allSatisfy { !$0.isTemporaryID })
    }

    @Test("The example of a store's description opens a store with a history")
    func aDescription() throws {
        let container = newContainer()
        // Example: NSPersistentStoreDescription
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        description.shouldMigrateStoreAutomatically = false
        container.persistentStoreDescriptions = [description]
        // End
        container.loadPersistentStores { #expect($1 == nil) }
        Superhero(context: container.viewContext).name = "Oracle"
        try container.viewContext.save()
        let history = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try container.viewContext.execute(history) as? NSPersistentHistoryResult
        #expect((result?.result as? [NSPersistentHistoryTransaction])?.count == 1)
    }

    @Test("The example of a coordinator opens a store for a context")
    func aCoordinator() throws {
        // Example: NSPersistentStoreCoordinator
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: container.managedObjectModel)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        // End
        #expect(try context.performAndWait { try context.count(for: request) } == 0)
        #expect(coordinator.persistentStores.map(\.type) == [NSSQLiteStoreType])
    }

    @Test("The example of an ID's URI finds the object again")
    func aLink() throws {
        let hero = try #require(try context.fetch(request).first)
        // Example: NSManagedObjectID.uriRepresentation
        let link = hero.objectID.uriRepresentation()  // Stays valid after the program ends, if the ID is permanent.
        let objectID = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: link)
        // End
        #expect(objectID == hero.objectID)
    }

    // MARK: - Contexts

    @Test("The example of a context saves an object")
    func aContext() throws {
        // Example: NSManagedObjectContext
        let context = container.viewContext
        let hero = Superhero(context: context)
        hero.name = "Batgirl"
        if context.hasChanges { try context.save() }
        // End
        #expect(try storedNames() == ["Batgirl", "Batgirl", "Robin"])
    }

    @Test("The example of a child context saves one level up at a time")
    func aChild() throws {
        let hero = try #require(try context.fetch(request).first)
        // Example: NSManagedObjectContext.parent
        let editor = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        editor.parent = context
        let draft = editor.object(with: hero.objectID) as? Superhero
        draft?.name = "Oracle"
        try editor.save()  // Now the parent has the change, and not the store.
        try context.save()
        // End
        #expect(try storedNames().contains("Oracle"))
    }

    @Test("The example of work on a context's queue returns its result")
    nonisolated func work() async throws {
        let context = await MainActor.run { makeContainer().newBackgroundContext() }
        // Example: NSManagedObjectContext.perform
        let count = try await context.perform {
            Superhero(context: context).name = "Batgirl"
            try context.save()
            return try context.count(for: NSFetchRequest<Superhero>(entityName: "Superhero"))
        }
        // End
        #expect(count == 1)
    }

    @Test("The examples of merge policies and errors resolve conflicts")
    func conflicts() throws {
        let hero = try #require(try context.fetch(request).first)
        func collide() throws {
            hero.name = "Oracle"
            let (other, objectID) = (container.newBackgroundContext(), hero.objectID)
            try other.performAndWait {
                (try other.existingObject(with: objectID) as? Superhero)?.name = "Spoiler"
                try other.save()
            }
        }
        try collide()
        // Example: NSManagedObjectContext.save
        do {
            try context.save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            context.rollback()  // Others have saved the same objects in the meantime.
        }
        // End
        #expect(!context.hasChanges)
        // Example: NSManagedObjectContext.mergePolicy
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump  // The context's values win.
        context.automaticallyMergesChangesFromParent = true
        // End
        try collide()
        try context.save()
        #expect(try storedNames().contains("Oracle"))
    }

    // Example: NSMergePolicy
    final class LoggingPolicy: NSMergePolicy, @unchecked Sendable {
        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            for conflict in list { print("others have changed \(conflict.sourceObject.objectID)") }
            try super.resolve(optimisticLockingConflicts: list)
        }
    }
    // End

    @Test("The example of a merge policy still reports the conflict")
    func aPolicy() throws {
        let hero = try #require(try context.fetch(request).first)
        context.mergePolicy = LoggingPolicy(merge: .errorMergePolicyType)
        hero.name = "Oracle"
        let (other, objectID) = (container.newBackgroundContext(), hero.objectID)
        try other.performAndWait {
            (try other.existingObject(with: objectID) as? Superhero)?.name = "Spoiler"
            try other.save()
        }
        #expect(throws: NSError.self) { try context.save() }
    }

    @Test("The example of an ID finds an existing object")
    func anID() throws {
        let objectID = try #require(try context.fetch(request).first?.objectID)
        // Example: NSManagedObjectContext.existingObject
        let hero = try context.existingObject(with: objectID) as? Superhero  // From a link, or from another context
        // End
        #expect(hero?.objectID == objectID)
    }

    @Test("The example of a query generation reads one state")
    func aGeneration() throws {
        let container = newContainer()
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        container.loadPersistentStores { #expect($1 == nil) }
        let context = container.viewContext
        // Example: NSQueryGenerationToken
        try context.setQueryGenerationFrom(.current)
        let heroes = try context.fetch(request)
        let count = try context.count(for: request)  // Of the same state, whatever others save in the meantime
        // End
        #expect(heroes.count == count)
    }

    // MARK: - Objects

    @Test("The examples of an object and its destinations show its changes")
    func anObject() throws {
        func create() -> Superhero {
            // Example: NSManagedObject
            let hero = Superhero(context: context)
            hero.name = "Batgirl"
            print(hero.isInserted, hero.changedValues())  // true ["name": "Batgirl"]
            // End
            return hero
        }
        let (hero, team) = (create(), Team(context: context))
        // Example: NSManagedObject.mutableSetValue
        hero.mutableSetValue(forKey: "teams").add(team)
        // End
        #expect(hero.changedValues()["name"] as? String == "Batgirl" && team.heroes?.count == 1)
        try context.save()
        // Example: NSManagedObjectContext.undoManager
        context.undoManager = UndoManager()
        hero.name = "Oracle"
        context.undo()  // The hero has the old name.
        // End
        #expect(hero.name == "Batgirl")
        // Example: UndoManager.setActionName
        hero.name = "Oracle"
        context.undoManager?.setActionName("Rename")
        context.processPendingChanges()
        let title = context.undoManager?.undoMenuItemTitle  // "Undo Rename"
        // End
        #expect(title == "Undo Rename")
        context.undo()
        // Example: NSManagedObjectContext.refresh
        context.refresh(hero, mergeChanges: true)  // Others' changes, below the unsaved ones of this context
        // End
        #expect(!hero.hasChanges)
    }

    @Test("The example of a transformer restores a value")
    func aTransformer() {
        let transformer = TagsTransformer()
        let data = transformer.transformedValue(["new", "used"])
        #expect(transformer.reverseTransformedValue(data) as? [String] == ["new", "used"])
    }

    // MARK: - Fetching

    @Test("The examples of fetches return the matching objects")
    func fetches() throws {
        let team = Team(context: context)
        team.name = "Justice League"
        team.addToHeroes(try #require(try context.fetch(request).first { $0.name == "Batgirl" }))
        func change() throws {
            // Example: NSManagedObjectContext.fetch
            let request = NSFetchRequest<Superhero>(entityName: "Superhero")
            request.predicate = NSPredicate(format: "name BEGINSWITH %@", "Bat")
            for hero in try context.fetch(request) { hero.universe = 1 }
            // End
        }
        func find() throws -> [Superhero] {
            // Example: NSFetchRequest
            let request = NSFetchRequest<Superhero>(entityName: "Superhero")
            request.predicate = NSPredicate(format: "universe == %ld AND ANY teams.name == %@", 1, "Justice League")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            request.fetchLimit = 10
            let heroes = try context.fetch(request)
            // End
            return heroes
        }
        try change()
        #expect(try find().map(\.name) == ["Batgirl"])
    }

    @Test("The examples of predicates and sort descriptors select and order objects")
    func conditions() throws {
        for (name, universe) in [("Huntress", 0), ("Thor", 2), ("Hulk", 2)] {
            let hero = Superhero(context: context)
            (hero.name, hero.universe) = (name, Int32(universe))
        }
        let request = request
        // Example: FormatPredicateCreating.init
        request.predicate = NSPredicate(format: "name IN %@ OR %K > %ld", ["Batgirl", "Robin"], "universe", 0)
        // End
        // Example: SortDescriptorCreating.init
        request.sortDescriptors = [
            NSSortDescriptor(key: "universe", ascending: false), NSSortDescriptor(key: "name", ascending: true),
        ]
        // End
        // Example: NSFetchRequest.fetchBatchSize
        request.fetchBatchSize = 50  // A list that shows 50 heroes at a time reads 50 at a time.
        // End
        #expect(try context.fetch(request).map(\.name) == ["Hulk", "Thor", "Batgirl", "Robin"])
    }

    @Test("The example of a result type fetches IDs")
    func objectIDs() throws {
        // Example: NSFetchRequest.resultType
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Superhero")
        request.resultType = .managedObjectIDResultType
        let objectIDs = try context.fetch(request)
        // End
        #expect(objectIDs.count == 2)
    }

    @Test("The example of an expression counts the objects of each group")
    func groups() throws {
        // Example: NSExpressionDescription
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "name")])
        count.expressionResultType = .integer64AttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: "Superhero")
        request.resultType = .dictionaryResultType
        request.propertiesToGroupBy = ["universe"]
        request.propertiesToFetch = ["universe", count]  // [["universe": 1, "count": 2], …]
        // End
        let rows = try context.fetch(request)
        #expect(rows.count == 1 && rows[0]["count"] as? Int == 2)
    }

    @Test("The example of an asynchronous fetch has a result", .timeLimit(.minutes(1)))
    func anAsynchronousFetch() async throws {
        let heroes = request
        heroes.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let (results, end) = AsyncStream.makeStream(of: [String].self)
        var names: [String] = [] {
            didSet { end.yield(names) }
        }
        // Example: NSAsynchronousFetchRequest
        let request = NSAsynchronousFetchRequest(fetchRequest: heroes) { result in
            names = (result.finalResult ?? []).compactMap(\.name)  // Later, on the queue of the context
        }
        try context.execute(request)
        // End
        #expect(names.isEmpty)
        var found = results.makeAsyncIterator()
        #expect(await found.next() == ["Batgirl", "Robin"])
    }

    @Test("The example of a fetched results controller divides objects into sections")
    func results() throws {
        let robin = try #require(try context.fetch(request).first { $0.name == "Robin" })
        robin.universe = 1
        // Example: NSFetchedResultsController
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        request.sortDescriptors = ["universe", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
        try controller.performFetch()
        let first = controller.object(at: [0, 0])
        // End
        #expect(first.name == "Batgirl" && controller.sections?.map(\.name) == ["0", "1"])
        #expect(controller.object(at: [1, 0]) === robin)
    }

    // Example: NSFetchedResultsControllerDelegate
    final class HeroList: NSObject, NSFetchedResultsControllerDelegate {
        private(set) var insertedPaths: [IndexPath] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange object: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            if type == .insert, let newIndexPath { insertedPaths.append(newIndexPath) }
        }
    }
    // End

    @Test("The example of a delegate receives the place of a new object")
    func aDelegate() throws {
        let request = request
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let list = HeroList()
        controller.delegate = list
        try controller.performFetch()
        Superhero(context: context).name = "Oracle"
        context.processPendingChanges()
        #expect(list.insertedPaths == [[0, 1]])
    }

    // MARK: - Requests to stores

    @Test("The examples of batch requests change the store")
    func batches() throws {
        func insert() throws -> Int? {
            // Example: NSBatchInsertRequest
            let names = ["Oracle", "Huntress"]
            let request = NSBatchInsertRequest(entityName: "Superhero", objects: names.map { ["name": $0] })
            request.resultType = .count
            let result = try context.execute(request) as? NSBatchInsertResult
            let count = result?.result as? Int
            // End
            return count
        }
        func update() throws {
            // Example: NSBatchUpdateRequest
            let request = NSBatchUpdateRequest(entityName: "Superhero")
            request.predicate = NSPredicate(format: "name == %@", "Robin")
            request.propertiesToUpdate = ["universe": 1]
            request.resultType = .updatedObjectIDsResultType
            let result = try context.execute(request) as? NSBatchUpdateResult
            let changes = [NSUpdatedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
            // End
        }
        func delete() throws -> Int? {
            // Example: NSBatchDeleteRequest
            let heroes = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
            heroes.predicate = NSPredicate(format: "teams.@count == 0")
            let request = NSBatchDeleteRequest(fetchRequest: heroes)
            request.resultType = .resultTypeCount
            let result = try context.execute(request) as? NSBatchDeleteResult
            let count = result?.result as? Int
            // End
            return count
        }
        let robin = try #require(try context.fetch(request).first { $0.name == "Robin" })
        #expect(try insert() == 2)
        try update()
        #expect(robin.universe == 1)
        #expect(try delete() == 4)
        #expect(try storedNames() == [])
    }

    @Test("The example of a history merges what other authors have saved")
    func theHistory() throws {
        let container = newContainer()
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let context = container.viewContext
        context.transactionAuthor = "app"
        let hero = Superhero(context: context)
        hero.name = "Batgirl"
        try context.save()
        var token: NSPersistentHistoryToken?
        let (other, objectID) = (container.newBackgroundContext(), hero.objectID)
        try other.performAndWait {
            (try other.existingObject(with: objectID) as? Superhero)?.name = "Oracle"
            try other.save()
        }
        // Example: NSPersistentHistoryChangeRequest
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
            if transaction.author != "app" {
                context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            token = transaction.token
        }
        // End
        #expect(hero.name == "Oracle" && token != nil)
    }

    // MARK: - Models and migrations

    @Test("The example of a model describes an entity")
    func aModel() {
        // Example: NSManagedObjectModel
        let title = NSAttributeDescription()
        title.name = "title"
        title.type = .string
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = [title]
        let model = NSManagedObjectModel()
        model.entities = [note]
        // End
        #expect(model.entitiesByName["Note"]?.attributesByName["title"]?.attributeType == .stringAttributeType)
    }

    @Test("The example of a relationship describes both of its sides")
    func aRelationship() {
        let (noteEntity, notebookEntity) = (NSEntityDescription(), NSEntityDescription())
        // Example: NSRelationshipDescription
        let (notes, notebook) = (NSRelationshipDescription(), NSRelationshipDescription())
        notes.name = "notes"
        notes.destinationEntity = noteEntity
        notes.deleteRule = .cascadeDeleteRule
        notes.inverseRelationship = notebook
        notebook.name = "notebook"
        notebook.destinationEntity = notebookEntity
        notebook.maxCount = 1
        notebook.inverseRelationship = notes
        // End
        #expect(notes.isToMany && !notebook.isToMany)
    }

    @Test("The example of a migration manager writes a store of the newer version")
    func aMigration() throws {
        let (old, new) = (makeNotes("title"), makeNotes("title", "text"))
        let (oldURL, newURL) = (folder.url.appending(path: "Old.sqlite"), folder.url.appending(path: "New.sqlite"))
        try NSPersistentStoreCoordinator(managedObjectModel: old).addPersistentStore(type: .sqlite, at: oldURL)
        // Example: NSMigrationManager
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        try manager.migrateStore(from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
        // End
        #expect(FileManager.default.fileExists(atPath: newURL.path(percentEncoded: false)))
    }

    @Test("The examples of a derived attribute and an index describe an entity")
    func anEntity() throws {
        let note = try #require(makeNotes("name", "title").entitiesByName["Note"])
        let title = try #require(note.attributesByName["title"])
        // Example: NSDerivedAttributeDescription
        let searchName = NSDerivedAttributeDescription()
        searchName.name = "searchName"
        searchName.type = .string
        searchName.derivationExpression = NSExpression(format: "canonical:(name)")
        // End
        note.properties += [searchName]
        // Example: NSFetchIndexDescription
        let element = NSFetchIndexElementDescription(property: title, collationType: .binary)
        note.indexes = [NSFetchIndexDescription(name: "byTitle", elements: [element])]
        // End
        #expect(note.indexes.map(\.name) == ["byTitle"] && note.attributesByName.count == 3)
    }

    @Test("The example of a migration policy sets a value of each new object")
    func aPolicyOfAMigration() throws {
        let (old, new) = (makeNotes("text"), makeNotes("title", "text"))
        let (oldURL, newURL) = (folder.url.appending(path: "Old.sqlite"), folder.url.appending(path: "New.sqlite"))
        func context(_ model: NSManagedObjectModel, _ url: URL) throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(type: .sqlite, at: url)
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return context
        }
        func write() throws {
            let context = try context(old, oldURL)
            NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue("Milk", forKey: "text")
            try context.save()
        }
        try write()
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        for entity in mapping.entityMappings ?? [] {
            entity.entityMigrationPolicyClassName = NSStringFromClass(TitlePolicy.self)
            entity.mappingType = .customEntityMappingType
        }
        try NSMigrationManager(sourceModel: old, destinationModel: new)
            .migrateStore(from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
        let notes = try context(new, newURL).fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(notes.map { $0.value(forKey: "title") as? String } == ["Untitled"])
    }

    @Test("The example of a stage calls a handler after the migration")
    func aStage() throws {
        let (old, new) = (makeNotes("title"), makeNotes("title", "text"))
        try NSPersistentStoreCoordinator(managedObjectModel: old).addPersistentStore(type: .sqlite, at: url)
        var calls = 0
        func fillTitles(in context: NSManagedObjectContext) throws { calls += 1 }
        let description = NSPersistentStoreDescription(url: url)
        // Example: NSStagedMigrationManager
        let stage = NSCustomMigrationStage(
            migratingFrom: NSManagedObjectModelReference(model: old, versionChecksum: old.versionChecksum),
            to: NSManagedObjectModelReference(model: new, versionChecksum: new.versionChecksum))
        stage.didMigrateHandler = { manager, _ in
            guard let context = manager.container?.newBackgroundContext() else { throw CocoaError(.migration) }
            try context.performAndWait { try fillTitles(in: context) }
        }
        description.setOption(
            NSStagedMigrationManager([stage]), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        // End
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: new)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        #expect(calls == 1)
    }
}
