import CoreData
import CoreDataSampleModels
import Foundation
import Testing

@MainActor
@Suite struct BatchRequestTests {
    private let container = makeContainer()
    private var context: NSManagedObjectContext { container.viewContext }

    private func insert(_ names: [String], into store: NSPersistentStore? = nil) throws -> [Superhero] {
        let heroes = names.map { name in
            let hero = Superhero(context: context)
            hero.name = name
            if let store { context.assign(hero, to: store) }
            return hero
        }
        try context.save()
        return heroes
    }

    private func storedNames() throws -> [String] {
        let other = container.newBackgroundContext()
        return try other.performAndWait {
            try other.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>).compactMap(\.name).sorted()
        }
    }

    @Test("A batch insertion calls a closure to fill each object")
    func aClosureFillsObjectsToBeInsertedBAT5() throws {
        var names = ["Batman", "Hulk", "Thor"]
        let insertion = NSBatchInsertRequest(
            entityName: "Superhero",
            managedObjectHandler: { object in
                guard let name = names.popLast(), let hero = object as? Superhero else { return true }
                hero.name = name
                if name == "Hulk" { hero.universe = 3 }
                return false
            })
        insertion.resultType = .objectIDs
        let result = try context.execute(insertion) as? NSBatchInsertResult
        let objectIDs = try #require(result?.result as? [NSManagedObjectID])
        #expect(objectIDs.count == 3 && !context.hasChanges && context.registeredObjects.isEmpty)
        #expect(try storedNames() == ["Batman", "Hulk", "Thor"])
        let heroes = try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>)
        #expect(Set(heroes.map { "\($0.name ?? "") \($0.universe)" }) == ["Batman 0", "Hulk 3", "Thor 0"])
        let unknown = NSBatchInsertRequest(entityName: "Nobody", managedObjectHandler: { _ in true })
        #expect(throws: NSError.self) { try context.execute(unknown) }
    }

    @Test("Batch requests have the entity that they were created with, or that their context has")
    func entities() throws {
        let entity = try #require(container.managedObjectModel.entitiesByName["Superhero"])
        let copy = try #require(
            (container.managedObjectModel.copy() as? NSManagedObjectModel)?.entitiesByName["Superhero"])
        for own in [entity, copy] {
            #expect(NSBatchUpdateRequest(entity: own).entity === own)
            #expect(NSBatchInsertRequest(entity: own, objects: []).entity === own)
            #expect(NSBatchInsertRequest(entity: own, dictionaryHandler: { _ in true }).entity === own)
            #expect(NSBatchInsertRequest(entity: own, managedObjectHandler: { _ in true }).entity === own)
        }
        let (update, insertion) = (
            NSBatchUpdateRequest(entityName: "Superhero"), NSBatchInsertRequest(entityName: "Superhero", objects: [])
        )
        #expect(update.entity.name == "Superhero" && insertion.entity.name == "Superhero")
        update.propertiesToUpdate = ["universe": 1]
        try context.execute(update)
        try context.execute(insertion)
        #expect(update.entity === entity && insertion.entity === entity)
    }

    @Test("Counts and states in results are numbers, as Core Data declares them")
    func numbers() throws {
        let insertion = NSBatchInsertRequest(entityName: "Superhero", objects: [["name": "Hulk"], ["name": "Thor"]])
        insertion.resultType = .count
        insertion.objectsToInsert?.append(["name": "Vision"])
        let count = (try context.execute(insertion) as? NSBatchInsertResult)?.result
        #expect((count as? NSNumber)?.intValue == 3 && count as? Int == 3)
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        update.propertiesToUpdate = ["universe": 1]
        let status = (try context.execute(update) as? NSBatchUpdateResult)?.result
        #expect((status as? NSNumber)?.boolValue == true && status as? Bool == true)
    }

    @Test("If the result of an expression does not fit the attribute, a batch update fails and writes nothing")
    func expressionsThatDoNotFit() throws {
        let hulk = try insert(["Hulk"])[0]
        hulk.universe = .max
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        for expression in [NSExpression(format: "universe + 1"), NSExpression(forConstantValue: "many")] {
            update.propertiesToUpdate = ["universe": expression]
            #expect(throws: NSError.self) { try context.execute(update) }
            context.refresh(hulk, mergeChanges: false)
            #expect(hulk.universe == .max)
        }
        update.propertiesToUpdate = ["universe": NSExpression(format: "universe - 1")]
        try context.execute(update)
        context.refresh(hulk, mergeChanges: false)
        #expect(hulk.universe == Int32.max - 1)
    }

    @Test("A coordinator executes requests in one of its contexts")
    func coordinators() throws {
        _ = try insert(["Hulk", "Thor"])
        let coordinator = container.persistentStoreCoordinator
        let request = Superhero.fetchRequest() as NSFetchRequest<Superhero>
        request.predicate = NSPredicate(format: "name == 'Hulk'")
        let found = try coordinator.execute(request, with: context) as? [Superhero]
        #expect(found?.map(\.name) == ["Hulk"])
        let hulks = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
        hulks.predicate = NSPredicate(format: "name == 'Hulk'")
        try coordinator.execute(NSBatchDeleteRequest(fetchRequest: hulks), with: context)
        #expect(try storedNames() == ["Thor"])
        let other = makeContainer().viewContext
        #expect(throws: CocoaError.self) { try coordinator.execute(request, with: other) }
    }

    /// Predicates that only objects can answer.
    nonisolated private static var blocks: [NSPredicate] {
        let block = NSPredicate { hero, _ in (hero as? Superhero)?.name == "Hulk" }
        return [
            block, NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(format: "name == 'Hulk'"), block]),
            NSCompoundPredicate(notPredicateWithSubpredicate: block),
        ]
    }

    private func deletion(_ predicate: NSPredicate) -> NSBatchDeleteRequest {
        let objects: NSFetchRequest<any NSFetchRequestResult> = Superhero.fetchRequest()
        objects.predicate = predicate
        return NSBatchDeleteRequest(fetchRequest: objects)
    }

    @Test("Batch requests and fetches of dictionaries refuse predicates with a block")
    func blockPredicates() throws {
        _ = try insert(["Batman", "Hulk"])
        for (block, name) in zip(Self.blocks, ["predicate", "subpredicate", "subpredicate"]) {
            let error = try #require(throws: NSError.self) { try context.execute(deletion(block)) }
            #expect(error.code == NSCoreDataError)
            #expect(
                error.localizedDescription == """
                    Problem with \(name) BLOCKPREDICATE: a store cannot evaluate a block; use a format, or fetch objects
                    """)
            let update = NSBatchUpdateRequest(entityName: "Superhero")
            update.predicate = block
            update.propertiesToUpdate = ["universe": 7]
            #expect(throws: NSError.self) { try context.execute(update) }
            let rows = NSFetchRequest<NSDictionary>(entityName: "Superhero")
            rows.resultType = .dictionaryResultType
            rows.predicate = block
            #expect(throws: NSError.self) { try context.fetch(rows) }
            rows.predicate = nil
            rows.propertiesToFetch = ["name"]
            rows.propertiesToGroupBy = ["name"]
            rows.havingPredicate = block
            #expect(throws: NSError.self) { try context.fetch(rows) }
        }
        #expect(try storedNames() == ["Batman", "Hulk"])
    }

    @Test("A predicate with a fixed value matches all objects or none")
    func aPredicateOfAValueIsTrueOfAllOrNone() throws {
        _ = try insert(["Batman", "Hulk"])
        let isHulk = NSPredicate(format: "name == 'Hulk'")
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        update.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(value: true), isHulk])
        update.propertiesToUpdate = ["universe": 7]
        update.resultType = .updatedObjectsCountResultType
        #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 1)
        let rows = NSFetchRequest<NSDictionary>(entityName: "Superhero")
        rows.resultType = .dictionaryResultType
        rows.predicate = NSPredicate(value: true)
        #expect(try context.fetch(rows).count == 2)
        rows.propertiesToFetch = ["name"]
        rows.propertiesToGroupBy = ["name"]
        rows.havingPredicate = NSPredicate(value: false)
        #expect(try context.fetch(rows).isEmpty)
        try context.execute(deletion(NSPredicate(value: false)))
        #expect(try storedNames() == ["Batman", "Hulk"])
        try context.execute(deletion(NSPredicate(value: true)))
        #expect(try storedNames().isEmpty)
    }

    @Test("A fetched results controller refuses predicates with a block")
    func aControllerRefusesAPredicateMadeOfABlock() throws {
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        _ = try insert(["Batman", "Hulk"])
        for block in Self.blocks {
            request.predicate = block
            #expect(throws: NSError.self) { try controller.performFetch() }
        }
        request.predicate = NSPredicate(value: false)
        try controller.performFetch()
        #expect(controller.fetchedObjects?.isEmpty == true)
    }

    @Test("A batch deletion deletes only objects in the affected stores")
    func aBatchDeletionKeepsToItsStores() throws {
        let coordinator = container.persistentStoreCoordinator
        let first = try #require(coordinator.persistentStores.first)
        let second = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let kept = try insert(["Batman"], into: first)
        let others = try insert(["Flash", "Hulk"], into: second)
        let some = NSBatchDeleteRequest(objectIDs: [kept[0].objectID, others[0].objectID])
        some.affectedStores = [second]
        try context.execute(some)
        #expect(try storedNames() == ["Batman", "Hulk"])
        let all = NSBatchDeleteRequest(fetchRequest: Superhero.fetchRequest())
        all.affectedStores = [second]
        try context.execute(all)
        #expect(try storedNames() == ["Batman"])
        let none = NSBatchDeleteRequest(fetchRequest: Superhero.fetchRequest())
        none.fetchRequest.affectedStores = [first]
        none.affectedStores = [second]
        try context.execute(none)
        #expect(try storedNames() == ["Batman"])
    }
}
