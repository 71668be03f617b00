import CoreData
import CoreDataSampleModels
import Foundation
import Testing

@MainActor
@Suite struct RequestTests {
    private let container = makeContainer()
    private var context: NSManagedObjectContext { container.viewContext }

    private func insert(_ heroes: [(name: String, universe: Int32)]) throws {
        for (name, universe) in heroes {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = universe
        }
        try context.save()
    }

    private func names(_ request: NSFetchRequest<Superhero>) throws -> [String] {
        try context.fetch(request).map { $0.name ?? "" }
    }

    @Test("Requests of every kind are copied with what they have, and changed apart from their copies")
    func copies() throws {
        try insert([("Batman", 1), ("Flash", 1), ("Hulk", 0)])
        func copy<Request: NSPersistentStoreRequest>(of request: Request) throws -> Request {
            request.affectedStores = container.persistentStoreCoordinator.persistentStores
            let copy = try #require(request.copy() as? Request)
            #expect(copy !== request && copy.affectedStores?.count == 1 && copy.requestType == request.requestType)
            return copy
        }
        let fetch = NSFetchRequest<Superhero>(entityName: "Superhero")
        fetch.predicate = NSPredicate(format: "universe == 1")
        let fetchCopy = try copy(of: fetch)
        fetch.predicate = nil
        #expect(try names(fetchCopy).count == 2 && names(fetch).count == 3)
        let asynchronous = NSAsynchronousFetchRequest(fetchRequest: fetchCopy)
        asynchronous.estimatedResultCount = 2
        let asynchronousCopy = try copy(of: asynchronous)
        #expect(asynchronousCopy.estimatedResultCount == 2 && asynchronousCopy.fetchRequest.predicate != nil)
        let insertion = NSBatchInsertRequest(entityName: "Superhero", objects: [["name": "Thor"]])
        insertion.resultType = .count
        let insertionCopy = try copy(of: insertion)
        insertion.objectsToInsert = []
        #expect((try context.execute(insertionCopy) as? NSBatchInsertResult)?.result as? Int == 1)
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        (update.predicate, update.propertiesToUpdate) = (NSPredicate(format: "name == %@", "Thor"), ["universe": 5])
        update.resultType = .updatedObjectsCountResultType
        #expect((try context.execute(try copy(of: update)) as? NSBatchUpdateResult)?.result as? Int == 1)
        let heroes = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
        heroes.predicate = NSPredicate(format: "universe == 5")
        let deletion = NSBatchDeleteRequest(fetchRequest: heroes)
        deletion.resultType = .resultTypeCount
        let deletionCopy = try copy(of: deletion)
        heroes.predicate = nil
        #expect((try context.execute(deletionCopy) as? NSBatchDeleteResult)?.result as? Int == 1)
        let none: NSPersistentHistoryToken? = nil
        let history = NSPersistentHistoryChangeRequest.fetchHistory(after: none)
        history.resultType = .count
        #expect(try copy(of: history).resultType == .count)
        let saved = NSSaveChangesRequest(inserted: [], updated: nil, deleted: nil, locked: nil)
        #expect(try copy(of: saved).insertedObjects == [])
    }

    @Test("A fetch request accepts formats, compounds, variables, and blocks as predicates")
    func predicatesComeInEveryForm() throws {
        try insert([("Batman", 1), ("Flash", 1), ("Hulk", 0)])
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        request.predicate = NSPredicate(format: "universe == %d AND name BEGINSWITH[c] %@", 1, "b")
        #expect(try names(request) == ["Batman"])
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "universe = %@", NSNumber(value: 1)),
            NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "name == 'Batman'")),
        ])
        #expect(try names(request) == ["Flash"])
        request.predicate = NSPredicate(format: "name IN %@", ["Hulk", "Thor"])
        #expect(try names(request) == ["Hulk"])
        request.predicate = NSPredicate(format: "universe == $UNIVERSE").withSubstitutionVariables(["UNIVERSE": 1])
        #expect(try names(request) == ["Flash", "Batman"])
        request.predicate = NSPredicate { hero, _ in (hero as! Superhero).name == "Hulk" }
        request.fetchLimit = 1
        #expect(try names(request) == ["Hulk"])
        #expect(try context.count(for: request) == 1)
        let hulk = try #require(try context.fetch(request).first)
        #expect(NSPredicate(format: "name LIKE 'H*'").evaluate(with: hulk))
        request.predicate = NSPredicate(format: "SELF == %@", hulk.objectID)
        #expect(try names(request) == ["Hulk"])
    }

    @Test("A predicate of Swift's selects objects by the properties of a generated class")
    func swiftPredicates() throws {
        try insert([("Batman", 1), ("Flash", 1), ("Hulk", 0)])
        let name = "Flash"
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.predicate = NSPredicate(#Predicate<Superhero> { $0.name == name })
        #expect(try names(request) == ["Flash"] && context.count(for: request) == 1)
        let flash = try #require(try context.fetch(request).first)
        #expect(request.predicate?.evaluate(with: flash) == true)
        request.predicate = NSPredicate(#Predicate<Superhero> { $0.universe == 1 && $0.name != name })
        #expect(try names(request) == ["Batman"])
        let heroes = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
        heroes.predicate = request.predicate
        try context.execute(NSBatchDeleteRequest(fetchRequest: heroes))
        #expect(try context.count(for: request) == 0)
    }

    @Test("A fetch request sorts by keys, key paths, and selectors")
    func objectsAreSortedByDescriptorsOfEveryForm() throws {
        try insert([("b", 1), ("A", 1), ("c", 0)])
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [
            NSSortDescriptor(key: "name", ascending: true, selector: Selector(("caseInsensitiveCompare:")))
        ]
        #expect(try names(request) == ["A", "b", "c"])
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Superhero.name, ascending: false)]
        #expect(try names(request) == ["c", "b", "A"])
        request.sortDescriptors = [
            NSSortDescriptor(key: "universe", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        #expect(try names(request) == ["c", "A", "b"])
        #expect(request.sortDescriptors?.map(\.key) == ["universe", "name"])
        let sorted = (try context.fetch(request) as NSArray).sortedArray(using: [
            NSSortDescriptor(key: "name", ascending: false)
        ])
        #expect((sorted as? [Superhero])?.map(\.name) == ["c", "b", "A"])
    }

    @Test("A fetch returns objects, dictionaries, object IDs, or a count")
    func resultTypesFET10() throws {
        try insert([("Batman", 1), ("Flash", 1), ("Hulk", 0)])
        let sum = NSExpressionDescription()
        sum.name = "total"
        sum.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "name")])
        sum.resultType = .integer64
        let request = NSFetchRequest<NSDictionary>(entityName: "Superhero")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["universe", sum]
        request.propertiesToGroupBy = ["universe"]
        request.sortDescriptors = [NSSortDescriptor(key: "universe", ascending: true)]
        let rows = try context.fetch(request)
        #expect(rows.map { $0["total"] as? Int } == [1, 2])
        #expect(rows.map { $0["universe"] as? Int32 } == [0, 1])
        // Dictionaries are of stored objects, so their number is, too.
        let unsaved = Superhero(context: context)
        unsaved.name = "Thor"
        #expect(try context.count(for: request) == 2)
        request.propertiesToGroupBy = nil
        request.propertiesToFetch = ["universe"]
        #expect(try context.fetch(request).count == 3)
        #expect(try context.count(for: request) == 3)
        context.delete(unsaved)
        let numbers = NSFetchRequest<NSNumber>(entityName: "Superhero")
        numbers.resultType = .countResultType
        #expect(try context.fetch(numbers) == [3])
        let identities = NSFetchRequest<NSManagedObjectID>(entityName: "Superhero")
        identities.resultType = .managedObjectIDResultType
        let heroes = try context.fetch(NSFetchRequest<Superhero>(entityName: "Superhero"))
        #expect(try Set(context.fetch(identities)) == Set(heroes.map(\.objectID)) && heroes.count == 3)
        let untyped: NSFetchRequest<any NSFetchRequestResult> = Superhero.fetchRequest()
        #expect(try context.fetch(untyped).count == 3)
        let wrong = NSFetchRequest<Team>(entityName: "Superhero")
        #expect(throws: NSError.self) { try context.fetch(wrong) }
    }

    @Test("Batch requests change the store, and their results can be merged into a context")
    func batchRequestsBAT6() throws {
        let insertion = NSBatchInsertRequest(
            entityName: "Superhero", objects: [["name": "Batman", "universe": 1], ["name": "Hulk"]])
        insertion.resultType = .objectIDs
        let inserted = try context.execute(insertion) as? NSBatchInsertResult
        #expect((inserted?.result as? [NSManagedObjectID])?.count == 2)
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let heroes = try context.fetch(request)
        #expect(heroes.map(\.universe) == [1, 0])
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        update.predicate = NSPredicate(format: "name == %@", "Hulk")
        update.propertiesToUpdate = ["universe": 1]
        update.resultType = .updatedObjectIDsResultType
        let updated = try #require(try context.execute(update) as? NSBatchUpdateResult)
        let objectIDs = try #require(updated.result as? [NSManagedObjectID])
        #expect(heroes.map(\.universe) == [1, 0])
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: objectIDs], into: [context])
        #expect(heroes.map(\.universe) == [1, 1])
        let deletion = NSBatchDeleteRequest(fetchRequest: Superhero.fetchRequest())
        deletion.resultType = .resultTypeCount
        #expect((try context.execute(deletion) as? NSBatchDeleteResult)?.result as? Int == 2)
        context.reset()
        #expect(try context.count(for: request) == 0)
    }

    @Test("The history contains each save after a token, and can be merged into a context")
    func historyHIS3() throws {
        let container = newContainer()
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let context = container.viewContext
        context.transactionAuthor = "tests"
        let hero = Superhero(context: context)
        hero.name = "Bruce"
        try context.save()
        let other = container.newBackgroundContext()
        let objectID = hero.objectID
        let seen = try other.performAndWait { try other.existingObject(with: objectID) as? Superhero }
        #expect(other.performAndWait { seen?.name } == "Bruce")
        let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
        hero.name = "Batman"
        try context.save()
        let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        let history = try #require((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
        #expect(history.map(\.author) == ["tests"])
        let change = try #require(history.first?.changes?.first)
        #expect(change.changeType == .update && change.changedObjectID == hero.objectID)
        #expect(change.updatedProperties?.map(\.name) == ["name"])
        #expect(token != history.last?.token)
        #expect(other.performAndWait { seen?.name } == "Bruce")
        let merged = other.performAndWait {
            history.forEach { other.mergeChanges(fromContextDidSave: $0.objectIDNotification()) }
            return seen?.name
        }
        #expect(merged == "Batman")
    }

    @Test("A model built in code validates, deletes, and copies as it is described")
    func modelsAreBuiltInCodeAndFrozenByUseMOD11() throws {
        let (author, book) = (NSEntityDescription(), NSEntityDescription())
        author.name = "Author"
        book.name = "Book"
        let (name, code) = (NSAttributeDescription(), NSAttributeDescription())
        name.name = "name"
        name.type = .string
        name.isOptional = false
        name.setValidationPredicates(
            [NSPredicate(format: "SELF.length > 2")], withValidationWarnings: ["the name is too short"])
        code.name = "code"
        code.attributeType = .integer64AttributeType
        let (books, writer) = (NSRelationshipDescription(), NSRelationshipDescription())
        #expect(books.isToMany && books.deleteRule == .nullifyDeleteRule && books.isOptional)
        books.name = "books"
        books.destinationEntity = book
        books.deleteRule = .cascadeDeleteRule
        writer.name = "author"
        writer.destinationEntity = author
        writer.maxCount = 1
        (books.inverseRelationship, writer.inverseRelationship) = (writer, books)
        author.properties = [name, books]
        book.properties = [writer, code]
        book.uniquenessConstraints = [["code"]]
        let model = NSManagedObjectModel()
        model.entities = [author, book]
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let container = NSPersistentContainer(name: "Built", managedObjectModel: model)
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let context = container.viewContext
        let tolkien = NSManagedObject(entity: author, insertInto: context)
        let hobbit = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        let shelf = tolkien.mutableSetValue(forKey: "books")
        shelf.add(hobbit)
        #expect(shelf.count == 1 && shelf.allObjects as? [NSManagedObject] == [hobbit])
        #expect(hobbit.value(forKeyPath: "author.name") == nil)
        let missing = try #require(throws: NSError.self) { try context.save() }
        #expect(missing.code == NSValidationMissingMandatoryPropertyError)
        tolkien.setValue("J", forKey: "name")
        let short = try #require(throws: NSError.self) { try context.save() }
        #expect(short.code == NSManagedObjectValidationError)
        #expect(short.localizedDescription == "the name is too short")
        tolkien.setValue("Tolkien", forKey: "name")
        try context.save()
        #expect(hobbit.value(forKeyPath: "author.name") as? String == "Tolkien")
        #expect((tolkien.value(forKeyPath: "books.code") as? NSSet)?.count == 0)
        context.delete(tolkien)
        try context.save()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 0)
        copy.entitiesByName["Author"]?.isAbstract = true
        #expect(copy.entitiesByName["Book"]?.relationshipsByName["author"]?.destinationEntity?.isAbstract == true)
        #expect(model.entityVersionHashesByName["Book"]?.count == 32)
    }
}
