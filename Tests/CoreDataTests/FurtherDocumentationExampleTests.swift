import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of the types that requests, results, models, and stores consist of.
@MainActor
@Suite struct FurtherDocumentationExampleTests {
    private let folder: TemporaryFolder
    private let container = makeContainer()
    private let hero: Superhero
    private var context: NSManagedObjectContext { container.viewContext }
    private var url: URL { folder.url.appending(path: "Heroes.sqlite") }

    /// A hero, saved.
    init() throws {
        folder = try TemporaryFolder()
        hero = Superhero(context: container.viewContext)
        hero.name = "Batgirl"
        try container.viewContext.save()
    }

    /// Renames the hero in another context.
    private func rename(_ name: String) throws {
        let (other, objectID) = (container.newBackgroundContext(), hero.objectID)
        try other.performAndWait {
            (try other.existingObject(with: objectID) as? Superhero)?.name = name
            try other.save()
        }
    }

    // MARK: - Contexts

    @Test("The example of a context's queue counts objects on a queue of its own")
    func queues() throws {
        // Example: NSManagedObjectContextConcurrencyType
        let importer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        importer.persistentStoreCoordinator = container.persistentStoreCoordinator
        let count = try importer.performAndWait {  // On its queue, like all use of its objects
            try importer.count(for: NSFetchRequest<Superhero>(entityName: "Superhero"))
        }
        // End
        #expect(count == 1)
    }

    // Example: NSMergeConflict
    final class NamePolicy: NSMergePolicy, @unchecked Sendable {
        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            for conflict in list where conflict.cachedSnapshot?["name"] as? String == "Oracle" {
                conflict.sourceObject.setValue("Oracle", forKey: "name")  // What others have saved
            }
            try super.resolve(optimisticLockingConflicts: list)
        }
    }
    // End

    // Example: NSConstraintConflict
    final class LoggingPolicy: NSMergePolicy, @unchecked Sendable {
        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
            for conflict in list {
                print(conflict.constraint, conflict.constraintValues, "is", conflict.databaseObject?.objectID ?? "new")
            }
            try super.resolve(constraintConflicts: list)
        }
    }
    // End

    @Test("The examples of merge policies keep a name that others have saved, and merge other changes")
    func policies() throws {
        context.mergePolicy = NamePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        hero.name = "Batwoman"
        try rename("Oracle")
        try context.save()
        #expect(hero.name == "Oracle")
        // Example: NSMergePolicyType
        context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        // End
        hero.name = "Batwoman"
        try rename("Spoiler")
        try context.save()
        #expect(hero.name == "Spoiler")
        context.mergePolicy = LoggingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        hero.name = "Batwoman"
        try context.save()
    }

    @Test("The example of an undo manager undoes two changes as one")
    func undoing() throws {
        // Example: UndoManager
        let manager = UndoManager()
        manager.levelsOfUndo = 20
        context.undoManager = manager
        manager.beginUndoGrouping()
        hero.name = "Oracle"
        hero.universe = 2
        manager.endUndoGrouping()
        if manager.canUndo { manager.undo() }  // Both changes
        // End
        #expect(hero.name == "Batgirl" && hero.universe != 2)
    }

    // MARK: - Requests and their results

    @Test("The examples of an asynchronous fetch take its result, or cancel it")
    func asynchronousFetches() throws {
        let fetch = NSFetchRequest<Superhero>(entityName: "Superhero")
        var names: [String?] = []
        func receive(_ result: NSAsynchronousFetchResult<Superhero>) {
            // Example: NSAsynchronousFetchResult
            if let error = result.operationError { return print("The heroes cannot be shown:", error) }
            names = result.finalResult?.map(\.name) ?? []
            // End
        }
        let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { receive($0) }
        // Example: NSPersistentStoreAsynchronousResult
        let running = try context.execute(request) as? NSPersistentStoreAsynchronousResult
        running?.cancel()  // The view has been closed. What has begun goes on.
        // End
        #expect(running?.managedObjectContext === context && names.isEmpty)
    }

    @Test("The examples of requests count objects, restrict stores, and name their types")
    func requests() throws {
        // Example: NSFetchRequestResult
        func firstResult<Result: NSFetchRequestResult>(of request: NSFetchRequest<Result>) throws -> Result? {
            request.fetchLimit = 1
            return try context.fetch(request).first
        }
        // End
        #expect(try firstResult(of: NSFetchRequest<Superhero>(entityName: "Superhero")) === hero)
        // Example: NSFetchRequestResultType
        let request = NSFetchRequest<NSNumber>(entityName: "Superhero")
        request.resultType = .countResultType
        let count = try context.fetch(request).first?.intValue
        // End
        #expect(count == 1)
        // Example: NSPersistentStoreRequest
        let archives = container.persistentStoreCoordinator.persistentStores.filter(\.isReadOnly)
        request.affectedStores = archives  // Only objects in the archives
        // End
        #expect(archives.isEmpty)
        var kinds: [String] = []
        for request: NSPersistentStoreRequest in [request, NSBatchInsertRequest(entityName: "Superhero", objects: [])] {
            // Example: NSPersistentStoreRequestType
            switch request.requestType {
            case .fetchRequestType: kinds.append("fetch")
            case .saveRequestType: kinds.append("save")
            default: kinds.append("batch")
            }
            // End
        }
        #expect(kinds == ["fetch", "batch"])
    }

    @Test("The examples of batch results insert, change, and delete a hero")
    func batches() throws {
        // Example: NSBatchInsertRequestResultType
        let insertion = NSBatchInsertRequest(entityName: "Superhero", objects: [["name": "Oracle"]])
        insertion.resultType = .objectIDs  // To merge the new objects into a context
        // End
        // Example: NSBatchInsertResult
        let inserted = try context.execute(insertion) as? NSBatchInsertResult
        let newIDs = inserted?.result as? [NSManagedObjectID] ?? []
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectsKey: newIDs], into: [context])
        // End
        #expect(newIDs.count == 1)
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        update.propertiesToUpdate = ["universe": 7]
        // Example: NSBatchUpdateRequestResultType
        update.resultType = .updatedObjectsCountResultType  // Enough to know whether anything has changed
        // End
        // Example: NSBatchUpdateResult
        let updated = try context.execute(update) as? NSBatchUpdateResult
        if let count = updated?.result as? Int, count > 0 { context.refreshAllObjects() }
        // End
        #expect(hero.universe == 7)
        let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
        let deletion = NSBatchDeleteRequest(fetchRequest: all)
        // Example: NSBatchDeleteRequestResultType
        deletion.resultType = .resultTypeObjectIDs  // To remove the objects from a context that shows them
        // End
        // Example: NSBatchDeleteResult
        let deleted = try context.execute(deletion) as? NSBatchDeleteResult
        let oldIDs = deleted?.result as? [NSManagedObjectID] ?? []
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: oldIDs], into: [context])
        // End
        #expect(oldIDs.count == 2)
        // Example: NSPersistentStoreResult
        switch try context.execute(deletion) {
        case let result as NSBatchDeleteResult: print(result.result ?? "done")
        case let result: print("an unexpected result:", result)
        }
        // End
    }

    @Test("The example of a selector sorts without regard to case")
    func selectors() throws {
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        // Example: Selector
        let comparison = Selector(("localizedCaseInsensitiveCompare:"))
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true, selector: comparison)]
        // End
        #expect(try context.fetch(request) == [hero])
    }

    // MARK: - Results that follow changes

    // Example: NSDiffableDataSourceSnapshotReference
    final class HeroTable: NSObject, NSFetchedResultsControllerDelegate {
        private(set) var rows: [NSManagedObjectID] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            rows = snapshot.itemIdentifiers.compactMap { $0 as? NSManagedObjectID }
        }
    }
    // End

    @Test("The examples of snapshots and sections show the objects of a result")
    func results() throws {
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        request.sortDescriptors = [NSSortDescriptor(key: "universe", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
        let table = HeroTable()
        controller.delegate = table
        try controller.performFetch()
        #expect(table.rows == [hero.objectID])
        var rows: [String] = []
        // Example: NSFetchedResultsSectionInfo
        for section in controller.sections ?? [] {
            print("Universe \(section.name): \(section.numberOfObjects) heroes")
            for case let hero as Superhero in section.objects ?? [] { rows.append(hero.name ?? "") }
        }
        // End
        #expect(rows == ["Batgirl"])
    }

    // MARK: - The history

    @Test("The examples of the history save a position, and read what has changed since")
    func theHistory() throws {
        let container = newContainer()
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let (context, tokenURL) = (container.viewContext, folder.url.appending(path: "token"))
        Superhero(context: context).name = "Oracle"
        try context.save()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        // Example: NSPersistentHistoryResult
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []  // With the usual result type
        // End
        var authors: Set<String> = []
        // Example: NSPersistentHistoryTransaction
        for transaction in transactions where transaction.author != "app" {
            authors.insert(transaction.author ?? transaction.processID)
            context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        // End
        #expect(authors.count == 1)
        var changes: [String] = []
        // Example: NSPersistentHistoryChange
        for change in transactions.flatMap({ $0.changes ?? [] }) {
            switch change.changeType {
            case .insert: changes.append("new")
            case .update: changes.append("changed \(change.updatedProperties?.map(\.name).sorted() ?? [])")
            default: changes.append("deleted \(change.tombstone ?? [:])")
            }
        }
        // End
        #expect(changes == ["new"])
        // Example: NSPersistentHistoryToken
        if let token = transactions.last?.token {
            let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            try data.write(to: tokenURL, options: .atomic)
        }
        let saved = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSPersistentHistoryToken.self, from: Data(contentsOf: tokenURL))
        // End
        #expect(saved == transactions.last?.token)
    }

    // MARK: - Models

    @Test("The examples of descriptions create an entity with every kind of property")
    func descriptions() throws {
        // Example: NSAttributeDescription
        let title = NSAttributeDescription()
        title.name = "title"
        title.type = .string
        title.isOptional = false
        title.defaultValue = "Untitled"
        // End
        // Example: NSAttributeType
        let pageCount = NSAttributeDescription()
        pageCount.name = "pageCount"
        pageCount.attributeType = .integer32AttributeType  // The same as `type = .integer32`
        // End
        // Example: NSPropertyDescription
        title.renamingIdentifier = "name"  // What the attribute was called in the previous version
        title.setValidationPredicates(
            [NSPredicate(format: "SELF LIKE '??*'")], withValidationWarnings: ["A title has at least 2 characters."])
        // End
        let (street, city) = (NSAttributeDescription(), NSAttributeDescription())
        for (attribute, name) in [(street, "street"), (city, "city")] {
            attribute.name = name
            attribute.type = .string
        }
        // Example: NSCompositeAttributeDescription
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [street, city]  // The keys of its values, and of key paths such as address.city
        // End
        // Example: NSFetchedPropertyDescription
        let related = NSFetchedPropertyDescription()
        related.name = "related"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
        request.predicate = NSPredicate(format: "title == $FETCH_SOURCE.title")
        related.fetchRequest = request
        // End
        // Example: NSEntityDescription
        let book = NSEntityDescription()
        book.name = "Book"
        book.managedObjectClassName = "NSManagedObject"
        book.properties = [title, pageCount, address, related]
        book.uniquenessConstraints = [["title"]]
        // End
        // Example: NSFetchIndexElementDescription
        let latest = NSFetchIndexElementDescription(property: pageCount, collationType: .binary)
        latest.isAscending = false  // The longest book first
        book.indexes = [NSFetchIndexDescription(name: "byLength", elements: [latest])]
        // End
        let (latitude, longitude) = (NSAttributeDescription(), NSAttributeDescription())
        // Example: NSFetchIndexElementType
        // Places in a rectangle; .binary would be an order of latitudes, and of longitudes for each.
        let elements = [latitude, longitude].map { NSFetchIndexElementDescription(property: $0, collationType: .rTree) }
        let byPlace = NSFetchIndexDescription(name: "byPlace", elements: elements)
        // End
        #expect(byPlace.elements.count == 2 && book.propertiesByName.count == 4)
        let chapters = NSRelationshipDescription()
        // Example: NSDeleteRule
        chapters.deleteRule = .cascadeDeleteRule  // The chapters of a deleted book are also deleted.
        // End
        #expect(chapters.deleteRule == .cascadeDeleteRule)
        let model = NSManagedObjectModel()
        model.entities = [book]
        let context = try Self.context(model, at: url)
        let emma = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        #expect(emma.value(forKey: "title") as? String == "Untitled")
        emma.setValue("E", forKey: "title")
        #expect(throws: NSError.self) { try context.save() }
    }

    /// A context whose coordinator has one store.
    private static func context(_ model: NSManagedObjectModel, at url: URL) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("The examples of IDs and objects of a type find and create a hero")
    func objects() throws {
        // Example: NSManagedObjectID
        let heroID = hero.objectID  // Unlike the hero, it can go to any queue.
        let background = container.newBackgroundContext()
        let name = try background.performAndWait {
            (try background.existingObject(with: heroID) as? Superhero)?.name
        }
        // End
        #expect(name == "Batgirl")
        // Example: InsertableObject
        func makeObjects<Object: NSManagedObject>(_ count: Int, of type: Object.Type) -> [Object] {
            (0..<count).map { _ in Object(context: context) }
        }
        // End
        #expect(makeObjects(2, of: Superhero.self).count == 2)
        let team = Team(context: context)
        // Example: NSKeyValueSetMutationKind
        let added: Set<AnyHashable> = [team]
        hero.willChangeValue(forKey: "teams", withSetMutation: .union, using: added)
        hero.setPrimitiveValue(NSSet(set: added), forKey: "teams")  // The relationship was empty.
        hero.didChangeValue(forKey: "teams", withSetMutation: .union, using: added)
        // End
        #expect(hero.teams?.count == 1)
    }

    // MARK: - Migrations

    @Test("The examples of a mapping model give a new attribute the value of an old one")
    func mappings() throws {
        let (old, new) = (makeNotes("title"), makeNotes("title", "text"))
        let newURL = folder.url.appending(path: "New.sqlite")
        let context = try Self.context(old, at: url)
        NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue("Milk", forKey: "title")
        try context.save()
        // Example: NSMappingModel
        let mappings = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        for mapping in mappings.entityMappings { print(mapping.name ?? "", mapping.mappingType) }
        // End
        // Example: NSEntityMapping
        guard let notes = mappings.entityMappings.first(where: { $0.destinationEntityName == "Note" }) else { return }
        let text = notes.attributeMappings?.first { $0.name == "text" }
        // End
        // Example: NSPropertyMapping
        text?.valueExpression = NSExpression(format: "$source.title")  // The text begins as the title.
        // End
        // Example: NSEntityMappingType
        notes.mappingType = .transformEntityMappingType  // Its objects change; .copyEntityMappingType if they do not.
        // End
        try NSMigrationManager(sourceModel: old, destinationModel: new)
            .migrateStore(from: url, type: .sqlite, mapping: mappings, to: newURL, type: .sqlite)
        let found = try Self.context(new, at: newURL).fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(found.map { $0.value(forKey: "text") as? String } == ["Milk"])
    }

    @Test("The examples of stages migrate a store through three versions")
    func stages() throws {
        let (first, second, third) = (makeNotes("title"), makeNotes("title", "text"), makeNotes("text"))
        let before = try Self.context(first, at: url)
        NSEntityDescription.insertNewObject(forEntityName: "Note", into: before).setValue("Milk", forKey: "title")
        try before.save()
        var labels: [String] = []
        // Example: NSLightweightMigrationStage
        let added = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
        added.label = "Notes have a text"
        // End
        // Example: NSManagedObjectModelReference
        let from = NSManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum)
        let to = NSManagedObjectModelReference(model: third, versionChecksum: third.versionChecksum)
        // End
        // Example: NSCustomMigrationStage
        let removed = NSCustomMigrationStage(migratingFrom: from, to: to)
        removed.willMigrateHandler = { manager, _ in  // While notes still have titles
            guard let context = manager.container?.newBackgroundContext() else { return }
            let notes = NSFetchRequest<NSManagedObject>(entityName: "Note")
            try context.performAndWait {
                for note in try context.fetch(notes) { note.setValue(note.value(forKey: "title"), forKey: "text") }
                try context.save()
            }
        }
        // End
        removed.label = "Notes have no title"
        let stages = [added, removed]
        // Example: NSMigrationStage
        for stage in stages { labels.append(stage.label ?? "without a name") }
        // End
        #expect(labels == ["Notes have a text", "Notes have no title"])
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(
            NSStagedMigrationManager(stages), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: third)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let notes = try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(notes.map { $0.value(forKey: "text") as? String } == ["Milk"])
    }

    // MARK: - Stores and transformers

    @Test("The example of a store reads its metadata, and where it is")
    func stores() throws {
        let coordinator = container.persistentStoreCoordinator
        // Example: NSPersistentStore
        for store in coordinator.persistentStores {
            let metadata = coordinator.metadata(for: store)
            print(store.type, store.url?.path ?? "in memory", metadata[NSStoreUUIDKey] ?? "without an identifier")
        }
        // End
        #expect(coordinator.persistentStores.count == 1)
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
