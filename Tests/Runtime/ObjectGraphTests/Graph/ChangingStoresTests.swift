import Foundation
import ObjectGraph
import Testing

/// Rules NTF-14 and STO-16: stores that come and go.
struct ChangingStoresTests {
    let container: PersistentContainer
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext

    init() throws {
        container = try Office.container()
        coordinator = container.persistentStoreCoordinator
        context = container.newContext()
    }

    /// Adds a store in which there is a person already.
    private func addStore(withPerson name: String) throws -> any PersistentStore {
        let store = try coordinator.addPersistentStore(with: .tested)
        let other = container.newContext()
        other.assign(other.insert("Person", ["name": name]), to: store)
        try other.save()
        return store
    }

    private func names(_ context: ManagedObjectContext) throws -> Set<String?> {
        Set(try context.objects("Person").map { $0.text("name") })
    }

    @Test("NTF-14 observers are notified of added and removed stores")
    func telling() async throws {
        let changes = coordinator.storeListChanges()
        let store = try coordinator.addPersistentStore(with: .tested, configuration: "Paper")
        #expect(coordinator.persistentStores.count == 2)
        #expect(coordinator.persistentStores.last === store)
        #expect(coordinator.persistentStore(withIdentifier: store.identifier) === store)
        try coordinator.remove(store)
        #expect(coordinator.persistentStores.count == 1)
        var iterator = changes.makeAsyncIterator()
        let first = try #require(await iterator.next())
        #expect(first.added.map(\.identifier) == [store.identifier])
        #expect(first.removed.isEmpty && first.uuidChanged.isEmpty)
        let second = try #require(await iterator.next())
        #expect(second.removed.map(\.identifier) == [store.identifier])
        #expect(second.added.isEmpty)
    }

    @Test("NTF-14 stores can be added and removed without limit")
    func placesAreUsedAgain() throws {
        _ = try addStore(withPerson: "Ann")
        let tableCount = coordinator.committedState.layout.entities.count
        for number in 1...20 {
            let store = try addStore(withPerson: "Ben \(number)")
            let other = container.newContext()
            #expect(try names(other) == ["Ann", "Ben \(number)"])
            try coordinator.remove(store)
            #expect(try names(other) == ["Ann"])
        }
        let model = container.managedObjectModel
        #expect(coordinator.committedState.layout.entities.count <= tableCount + 2 * model.entities.count)
    }

    @Test("STO-16 an object of a store that is gone is never taken for one of another store")
    func identitiesOfStoresThatAreGone() throws {
        let first = try addStore(withPerson: "Ann")
        let ann = try #require(try context.objects("Person").first)
        let identity = ann.objectID
        let following = container.newContext()
        following.automaticallyMergesChangesFromParent = true
        try coordinator.remove(first)
        #expect(try names(context).isEmpty)
        var stores: [any PersistentStore] = []
        for number in 1...3 {
            stores.append(try addStore(withPerson: "Ben \(number)"))
            following.processPendingChanges()
            #expect(try names(following) == names(context))
            #expect(ann.isDeleted && ann.text("name") == nil)
            #expect(ann.objectID == identity)
            #expect(context.registeredObject(for: identity) == nil)
            #expect(throws: ObjectNotFoundError.self) { try context.existingObject(with: identity) }
            #expect(throws: ObjectNotFoundError.self) { try following.existingObject(with: identity) }
        }
        let found = try context.objects("Person")
        #expect(!found.contains(ann))
        #expect(Set(found.map(\.objectID)).count == 3)
        for store in stores { try coordinator.remove(store) }
        #expect(try context.objects("Person").isEmpty)
    }

    @Test("NTF-14 a context in use finds the objects of an added store")
    func adding() throws {
        let ann = context.insert("Person", ["name": "Ann"])
        try context.save()
        _ = try addStore(withPerson: "Ben")
        #expect(try names(context) == ["Ann", "Ben"])
        #expect(ann.text("name") == "Ann")
        let ben = try #require(try context.objects("Person", where: "name == 'Ben'").first)
        ben.setValue(Int32(1), forKey: "salary")
        ann.setValue(Int32(2), forKey: "salary")
        try context.save()
        #expect(try context.afresh { try $0.objects("Person").compactMap { $0.number("salary") } } == [2, 1])
        #expect(try context.snapshotShows(ben.objectID))
    }

    @Test("NTF-14 an identity of an added store finds its object, even if the context hasn't been refreshed")
    func identitiesOfAddedStores() throws {
        let pinned = container.newContext()
        let store = try addStore(withPerson: "Ben")
        let other = container.newContext()
        let ben = try #require(try other.objects("Person").first)
        #expect(ben.objectID.storeIdentifier == store.identifier)
        #expect(pinned.object(with: ben.objectID).text("name") == "Ben")
        #expect(try pinned.existingObject(with: ben.objectID).objectID == ben.objectID)
    }

    @Test("STO-16 the objects of a removed store aren't found, and contexts invalidate them")
    func removing() throws {
        context.insert("Person", ["name": "Ann"])
        try context.save()
        let store = try addStore(withPerson: "Ben")
        let ben = try #require(try context.objects("Person", where: "name == 'Ben'").first)
        var invalidated: Set<ManagedObject> = []
        let observation = context.observe { event in
            if case .objectsDidChange(let change) = event { invalidated.formUnion(change.invalidated) }
        }
        try coordinator.remove(store)
        context.processPendingChanges()
        #expect(invalidated == [ben])
        #expect(ben.isDeleted)
        #expect(ben.text("name") == nil)
        #expect(try names(context) == ["Ann"])
        #expect(throws: ObjectNotFoundError.self) { try context.existingObject(with: ben.objectID) }
        let uri = ben.objectID.uriRepresentation()
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == nil)
        _ = observation
    }

    @Test("STO-16 changes to objects of a removed store are refused, naming them, and can be discarded")
    func changesOfRemovedStores() throws {
        let store = try addStore(withPerson: "Ben")
        let ben = try #require(try context.objects("Person").first)
        ben.setValue("Bob", forKey: "name")
        let new = context.insert("Person", ["name": "Cid"])
        context.assign(new, to: store)
        try coordinator.remove(store)
        let error = #expect(throws: CoordinatorError.self) { try context.save() }
        #expect(error?.code == .storeRemoved)
        #expect(ben.text("name") == "Bob")
        context.rollback()
        try context.save()
        #expect(try names(context) == [])
        context.insert("Person", ["name": "Dan"])
        try context.save()
        #expect(try names(context) == ["Dan"])
    }

    @Test("STO-16 children of a context also notice added stores")
    func children() throws {
        let store = try addStore(withPerson: "Ben")
        let child = ManagedObjectContext(parent: context)
        let ben = try #require(try child.objects("Person").first)
        #expect(ben.text("name") == "Ben")
        try coordinator.remove(store)
        #expect(try names(child) == [])
        #expect(ben.isDeleted)
    }

    @Test("Without stores, fetches return nothing and saves throw an error")
    func withoutStores() throws {
        try coordinator.remove(try #require(container.persistentStore))
        #expect(try names(context) == [])
        context.insert("Person")
        let error = #expect(throws: CoordinatorError.self) { try context.save() }
        #expect(error?.code == .noStoreForEntity)
        try coordinator.addPersistentStore(with: .tested)
        try context.save()
        #expect(try context.objects("Person").count == 1)
    }

    @Test("A container can be created without stores")
    func aContainerMayBeginWithoutStores() throws {
        let container = try PersistentContainer(model: Office.model, stores: [])
        let context = container.newContext()
        #expect(try context.objects("Person").isEmpty)
        try container.persistentStoreCoordinator.addPersistentStore(with: .tested)
        context.insert("Person")
        try context.save()
        #expect(try context.afresh { try $0.objects("Person").count } == 1)
    }

    @Test("Adding a store twice and removing a store of another coordinator are errors")
    func unacceptableStores() throws {
        let stranger = InMemoryStore(model: Office.model)
        #expect(throws: CoordinatorError.self) { try coordinator.remove(stranger) }
        let error = #expect(throws: CoordinatorError.self) {
            try coordinator.addPersistentStore(with: OpenStoreDescription(try #require(container.persistentStore)))
        }
        #expect(error?.code == .storeAlreadyAdded)
        let other = #expect(throws: CoordinatorError.self) {
            try coordinator.addPersistentStore(with: OpenStoreDescription(stranger))
        }
        #expect(other?.code == .storeOpenedElsewhere)
        #expect(coordinator.persistentStores.count == 1)
    }

    @Test("NTF-14 the main actor's context notices on its own") @MainActor
    func viewContext() async throws {
        let store = try addStore(withPerson: "Ben")
        let context = container.viewContext
        let ben = try #require(try context.objects("Person").first)
        let invalidated: Bool = try await withCheckedThrowingContinuation { continuation in
            var observation: ContextObservation?
            observation = context.observe { event in
                guard case .objectsDidChange(let change) = event, observation != nil else { return }
                observation = nil
                continuation.resume(returning: change.invalidated == [ben])
            }
            do { try coordinator.remove(store) } catch { continuation.resume(throwing: error) }
        }
        #expect(invalidated)
    }
}

extension ManagedObjectContext {
    fileprivate func snapshotShows(_ objectID: ObjectID) throws -> Bool {
        try persistentStoreCoordinator.committedState.contains(objectID)
    }
}
