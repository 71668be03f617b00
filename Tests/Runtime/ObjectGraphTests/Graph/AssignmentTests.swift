import Foundation
import ObjectGraph
import TestSupport
import Testing

/// Rule CTX-30: two stores that hold the same entities.
struct AssignmentTests {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let first: any PersistentStore
    let second: any PersistentStore

    init() throws {
        container = try PersistentContainer(model: Office.model, stores: [(nil, .tested), (nil, .tested)])
        context = container.newContext()
        let stores = container.persistentStoreCoordinator.persistentStores
        first = try #require(stores.first)
        second = try #require(stores.last)
    }

    private func names(_ format: String? = nil, in stores: [any PersistentStore]? = nil) throws -> [String?] {
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        if let format { request.predicate = try .format(format) }
        request.affectedStores = stores
        return try context.fetch(request).map { $0.text("name") }
    }

    @Test("CTX-30 a new object goes to its assigned store, or else to the first one")
    func assigning() throws {
        let ann = context.insert("Person", ["name": "Ann"])
        let ben = context.insert("Person", ["name": "Ben"])
        context.assign(ann, to: second)
        #expect(try Set(names(in: [second])) == ["Ann"])
        #expect(try Set(names(in: [first])) == ["Ben"])
        try context.save()
        #expect(ann.objectID.storeIdentifier == second.identifier)
        #expect(ben.objectID.storeIdentifier == first.identifier)
        #expect(try second.objectIDs("Person", of: Office.model) == [ann.objectID])
        #expect(try first.objectIDs("Person", of: Office.model) == [ben.objectID])
        #expect(context.object(with: ann.objectID) === ann)
        #expect(context.registeredObject(for: ann.objectID) === ann)
        // The store that it is in already.
        context.assign(ann, to: second)
    }

    @Test("CTX-30 an identity that is obtained before the save is of the store, and an assignment may change till then")
    func obtaining() throws {
        let ann = context.insert("Person", ["name": "Ann"])
        context.assign(ann, to: second)
        context.assign(ann, to: first)
        context.assign(ann, to: second)
        try context.obtainPermanentIDs(for: [ann])
        #expect(ann.objectID.storeIdentifier == second.identifier)
        try context.save()
        #expect(try second.objectIDs("Person", of: Office.model).contains(ann.objectID))
    }

    @Test("CTX-30 a child's assignment applies in its parent")
    func children() throws {
        let child = ManagedObjectContext(parent: context)
        let ann = child.insert("Person", ["name": "Ann"])
        child.assign(ann, to: second)
        try child.save()
        try context.save()
        #expect(ann.objectID.storeIdentifier == second.identifier)
        #expect(ann.text("name") == "Ann")
        ann.setValue("Anna", forKey: "name")
        try child.save()
        try context.save()
        #expect(try names(in: [second]) == ["Anna"])
    }

    @Test("CTX-30 and FET-18 a child finds a changed object in the store that its parent has assigned it to, unsaved")
    func changesInChildren() throws {
        let ann = context.insert("Person", ["name": "Ann"])
        context.assign(ann, to: second)
        let child = ManagedObjectContext(parent: context)
        let twin = child.twin(ann)
        twin.setValue("Anna", forKey: "name")
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.affectedStores = [second]
        #expect(try child.fetch(request) == [twin])
        request.affectedStores = [first]
        #expect(try child.fetch(request).isEmpty)
        try child.save()
        try context.save()
        #expect(twin.objectID.storeIdentifier == second.identifier)
        #expect(try names(in: [second]) == ["Anna"])
    }

    @Test("CTX-30 and FET-18 fetches see the objects of all stores of an entity, or of those that are asked for")
    func fetching() throws {
        for (index, name) in ["Ann", "Ben", "Cid", "Dan"].enumerated() {
            let person = context.insert("Person", ["name": name, "salary": Int32(index % 2)])
            if index > 1 { context.assign(person, to: second) }
        }
        try context.save()
        #expect(try Set(names()) == ["Ann", "Ben", "Cid", "Dan"])
        #expect(try names("salary == 1") == ["Ben", "Dan"])
        #expect(try names("name > 'Ben'", in: [first]) == [])
        #expect(try names("name > 'Ben'", in: [second]) == ["Cid", "Dan"])
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.sortDescriptors = [ModelSortDescriptor(key: "name", ascending: false)]
        request.fetchLimit = 3
        #expect(try context.fetch(request).map { $0.text("name") } == ["Dan", "Cid", "Ben"])
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Person")) == 4)
        let objectIDs = try context.fetchObjectIDs(FetchRequest<ManagedObject>(entityName: "Person"))
        #expect(Set(objectIDs).count == 4)
        #expect(Set(objectIDs.map(\.storeIdentifier)) == [first.identifier, second.identifier])
    }

    @Test("CTX-30 and REL-27 objects of two stores can't refer to each other, whichever side is set")
    func relationshipsBetweenStores() throws {
        let notebook = context.insert("Notebook", ["title": "t"])
        let note = context.insert("Note", ["notebook": notebook])
        context.assign(note, to: second)
        let error = #expect(throws: CrossStoreRelationshipError.self) { try context.save() }
        #expect(error?.entityName == "Note")
        #expect(try first.objectIDs("Notebook", of: Office.model).count == 0)
        context.assign(notebook, to: second)
        try context.save()
        #expect(try second.objectIDs("Notebook", of: Office.model).count == 1)
        #expect(try context.afresh { try $0.objects("Notebook").first?.members("notes").count } == 1)
        let other = context.insert("Notebook")
        note.setValue(other, forKey: "notebook")
        #expect(throws: CrossStoreRelationshipError.self) { try context.save() }
    }

    @Test("CTX-30 and UNQ-1 a uniqueness constraint applies to each store separately")
    func constraints() throws {
        context.insert("Badge", ["code": Int32(1)])
        context.assign(context.insert("Badge", ["code": Int32(1)]), to: second)
        try context.save()
        context.assign(context.insert("GoldBadge", ["code": Int32(1)]), to: second)
        let error = #expect(throws: ConstraintConflictError.self) { try context.save() }
        #expect(error?.conflicts.first?.databaseObjectID?.storeIdentifier == second.identifier)
    }

    @Test("CTX-30 a conflict in one store keeps the others from being written")
    func conflicts() throws {
        let ann = context.insert("Person", ["name": "Ann"])
        context.assign(ann, to: second)
        try context.save()
        let other = container.newContext()
        other.twin(ann).setValue("Anna", forKey: "name")
        other.insert("Person", ["name": "Ben"])
        ann.setValue("Anne", forKey: "name")
        try context.save()
        #expect(throws: MergeConflictError.self) { try other.save() }
        #expect(try first.objectIDs("Person", of: Office.model).count == 0)
        other.mergePolicy = .mergeByPropertyObjectTrump
        try other.save()
        let stored = try context.afresh { Set(try $0.objects("Person").map { $0.text("name") }) }
        #expect(stored == ["Anna", "Ben"])
    }

    @Test("CTX-30 deletions, and relationships of each store, as in one")
    func deleting() throws {
        let notebooks = [first, second].map { store in
            let notebook = context.insert("Notebook", ["title": "t"])
            let note = context.insert("Note", ["notebook": notebook])
            context.assign(notebook, to: store)
            context.assign(note, to: store)
            return notebook
        }
        try context.save()
        context.delete(notebooks[1])
        try context.save()
        #expect(try second.objectIDs("Note", of: Office.model).count == 0)
        #expect(try first.objectIDs("Note", of: Office.model).count == 1)
        #expect(try context.objects("Note").map { $0.member("notebook") } == [notebooks[0]])
    }

    @Test("CTX-30 and BAT-1, BAT-3, BAT-5 batch requests work on the stores that are asked for")
    func batches() throws {
        for store in [first, second] {
            var insertion = BatchInsertRequest(entityName: "Person", objects: [["name": "Ann"], ["name": "Ben"]])
            insertion.affectedStores = [store]
            _ = try context.execute(insertion)
        }
        #expect(try names(in: [first]).count == 2)
        var update = BatchUpdateRequest(entityName: "Person", propertiesToUpdate: ["name": "Cid"])
        update.affectedStores = [second]
        _ = try context.execute(update)
        #expect(try Set(context.afresh { try $0.objects("Person").map { $0.text("name") } }) == ["Ann", "Ben", "Cid"])
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.affectedStores = [first]
        _ = try context.execute(BatchDeleteRequest(fetchRequest: request))
        #expect(try first.objectIDs("Person", of: Office.model).count == 0)
        #expect(try second.objectIDs("Person", of: Office.model).count == 2)
        var elsewhere = BatchInsertRequest(entityName: "Person", objects: [["name": "Ann"]])
        elsewhere.affectedStores = []
        #expect(throws: CoordinatorError.self) { try context.execute(elsewhere) }
    }

    @Test("CTX-30 a controller of results follows the objects of all stores, or of one")
    func results() throws {
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.sortDescriptors = [ModelSortDescriptor(key: "name")]
        let all = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        request.affectedStores = [second]
        let some = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let delegate = SilentDelegate()
        for controller in [all, some] {
            controller.delegate = delegate
            try controller.performFetch()
        }
        context.insert("Person", ["name": "Ben"])
        context.assign(context.insert("Person", ["name": "Ann"]), to: second)
        try context.save()
        #expect(all.fetchedObjects?.map { $0.text("name") } == ["Ann", "Ben"])
        #expect(some.fetchedObjects?.map { $0.text("name") } == ["Ann"])
        withExtendedLifetime(delegate) {}
    }
}

/// Has a controller follow its result.
private final class SilentDelegate: FetchedResultsControllerDelegate {
    typealias Object = ManagedObject
}

#if compiler(>=6.2)
    struct AssignmentMisuseTests {
        @Test("CTX-30 assigning an object that has a permanent identity to another store")
        func reassigning() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = try PersistentContainer(
                    model: Office.model, stores: [(nil, .tested), (nil, .tested)])
                let context = container.newContext()
                let ann = context.insert("Person")
                try context.obtainPermanentIDs(for: [ann])
                context.assign(ann, to: container.persistentStoreCoordinator.persistentStores[1])
            }
            #expect(
                result?.fatalMessage
                    == "<Person Person/p1> is stored or has a permanent ID, so you cannot assign it to another store")
        }

        @Test("CTX-30 assigning an object to a store whose configuration does not have its entity")
        func assigningElsewhere() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = try PersistentContainer(
                    model: Office.model, stores: [("People", .tested), ("Paper", .tested)])
                let context = container.newContext()
                context.assign(context.insert("Person"), to: container.persistentStoreCoordinator.persistentStores[1])
            }
            #expect(result?.fatalMessage == "the coordinator has no store … for objects of 'Person'")
        }
    }
#endif
