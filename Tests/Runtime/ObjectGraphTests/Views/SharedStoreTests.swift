import Foundation
import ObjectGraph
import Synchronization
import Testing

/// A store that several programs write to, each through an instance of its own.
private final class WrittenByOthers: ChangeReportingStore {
    private let medium: InMemoryStore
    private let isExact: Bool
    private let seen: Mutex<Seen>

    /// What was told last, and what this program has committed since.
    private struct Seen {
        var state: GraphSnapshot
        var ownCommitCount = 0
        var ownInsertions: Set<ObjectID> = []
    }

    init(_ medium: InMemoryStore, isExact: Bool) {
        self.medium = medium
        self.isExact = isExact
        seen = Mutex(Seen(state: medium.snapshot))
    }

    var identifier: UUID { medium.identifier }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        medium.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView { medium.openView() }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try seen.withLock { seen in
            // What others have committed before is still to be told.
            let receipt = try medium.commit(changes)
            seen.ownCommitCount += 1
            seen.ownInsertions.formUnion(changes.inserted.map(\.objectID))
            return receipt
        }
    }

    func externalChanges() throws -> ExternalChanges? {
        seen.withLock { seen in
            let latest = medium.snapshot
            let last = seen
            seen = Seen(state: latest)
            guard latest.generation - last.state.generation != last.ownCommitCount else { return nil }
            guard isExact else { return .unknown }
            let old = Set(last.state.objectIDs(ofEntityNamed: "Person")).union(last.ownInsertions)
            let new = Set(latest.objectIDs(ofEntityNamed: "Person"))
            return ExternalChanges(
                inserted: new.subtracting(old), updated: new.intersection(old), deleted: old.subtracting(new))
        }
    }
}

/// A store that keeps badges' codes unique itself.
private final class UniqueBadges: UniquenessEnforcingStore {
    private let medium: InMemoryStore

    init(_ medium: InMemoryStore) {
        self.medium = medium
    }

    var identifier: UUID { medium.identifier }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        medium.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView { medium.openView() }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        let badge = try #require(Office.model.entitiesByName["Badge"])
        let index = try #require(badge.attributes.firstIndex { $0.name == "code" })
        for insertion in changes.inserted where insertion.objectID.entityName == "Badge" {
            let same = try medium.openView().execute(StoreQuery(entity: badge, entityNames: ["Badge"]))
            guard case .rows(let rows) = same.objects,
                let present = rows.first(where: { $0.values[index] == insertion.values[index] })
            else { continue }
            throw ConstraintConflictError(conflicts: [
                ConstraintConflict(
                    constraint: ["code"], values: [insertion.values[index]], databaseObjectID: present.objectID,
                    conflictingObjectIDs: [insertion.objectID])
            ])
        }
        return try medium.commit(changes)
    }
}

/// Has a controller keep its result up to date.
private final class Listener: FetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: FetchedResultsController<ManagedObject>) {}
}

/// Stores that others write to.
@Suite struct SharedStoreTests {
    private let medium = InMemoryStore(model: Office.model)

    private func program(isExact: Bool) throws -> PersistentContainer {
        try PersistentContainer(
            model: Office.model, store: OpenStoreDescription(WrittenByOthers(medium, isExact: isExact)))
    }

    @Test(
        "NTF-8 and FRC-36 a controller has what another program inserts, also if the store does not say what that is",
        arguments: [false, true])
    func insertionsOfOthers(isExact: Bool) throws {
        let (first, second) = (try program(isExact: isExact), try program(isExact: isExact))
        let (own, beside, others) = (first.newContext(), first.newContext(), second.newContext())
        own.automaticallyMergesChangesFromParent = true
        let request = FetchRequest<ManagedObject>(
            entityName: "Person", sortDescriptors: [ModelSortDescriptor(key: "name")])
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: own)
        let listener = Listener()
        controller.delegate = listener
        try controller.performFetch()
        var emptyChangeCount = 0
        let observation = own.observe { event in
            if case .objectsDidChange(let change) = event, change.isEmpty { emptyChangeCount += 1 }
        }
        others.insert("Person", ["name": "Ann"])
        try others.save()
        own.processPendingChanges()
        #expect(controller.fetchedObjects?.map { $0.text("name") } == ["Ann"])
        // Both programs, before the context follows either.
        beside.insert("Person", ["name": "Bob"])
        try beside.save()
        others.insert("Person", ["name": "Cleo"])
        try others.save()
        own.processPendingChanges()
        #expect(controller.fetchedObjects?.map { $0.text("name") } == ["Ann", "Bob", "Cleo"])
        #expect(emptyChangeCount == 0)
        observation.cancel()
    }

    @Test("NTF-8 beside another store, too, a context that follows others is told what another program inserts")
    func insertionsBesideAnotherStore() throws {
        let container = try PersistentContainer(
            model: Office.model,
            stores: [
                ("People", OpenStoreDescription(WrittenByOthers(medium, isExact: true))), ("Paper", .tested),
            ])
        let (own, beside) = (container.newContext(), container.newContext())
        let second = try program(isExact: true)
        let others = second.newContext()
        own.automaticallyMergesChangesFromParent = true
        var inserted: [String] = []
        let observation = own.observe { event in
            if case .objectsDidChange(let change) = event { inserted += change.inserted.map(\.entity.name).sorted() }
        }
        others.insert("Person", ["name": "Ann"])
        try others.save()
        own.processPendingChanges()
        #expect(inserted == ["Person"])
        beside.insert("Note")
        try beside.save()
        others.insert("Person", ["name": "Bob"])
        try others.save()
        own.processPendingChanges()
        #expect(inserted == ["Person", "Note", "Person"])
        observation.cancel()
    }

    @Test("A fetch finds what another program has saved", arguments: [false, true])
    func aFetchFindsWhatOthersHaveSaved(isExact: Bool) throws {
        let (first, second) = (try program(isExact: isExact), try program(isExact: isExact))
        let (own, others) = (first.newContext(), second.newContext())
        #expect(try own.objects("Person").isEmpty)
        others.insert("Person", ["name": "Ann"])
        try others.save()
        #expect(try own.objects("Person").count == 1)
    }

    @Test(
        "A context that merges automatically shows the updates and deletions of another program",
        arguments: [false, true])
    func merging(isExact: Bool) throws {
        let (first, second) = (try program(isExact: isExact), try program(isExact: isExact))
        let (own, others) = (first.newContext(), second.newContext())
        let ann = own.insert("Person", ["name": "Ann"])
        let ben = own.insert("Person", ["name": "Ben"])
        try own.save()
        own.automaticallyMergesChangesFromParent = true
        others.object(with: ann.objectID).setValue("Anna", forKey: "name")
        others.delete(others.object(with: ben.objectID))
        try others.save()
        #expect(ann.text("name") == "Ann")
        own.processPendingChanges()
        #expect(ann.text("name") == "Anna")
        #expect(ben.isDeleted)
    }

    @Test(
        "A change is merged into an object that was read between its insertion and the change",
        arguments: [false, true])
    func mergingIntoReadObjects(isShared: Bool) throws {
        let first = try program(isExact: true)
        let own = first.newContext()
        own.automaticallyMergesChangesFromParent = true
        let others = isShared ? try program(isExact: true).newContext() : first.newContext()
        let ann = others.insert("Person", ["name": "Ann"])
        try others.save()
        let seen = try #require(try own.objects("Person").first)
        #expect(seen.text("name") == "Ann")
        ann.setValue("Anna", forKey: "name")
        try others.save()
        own.processPendingChanges()
        #expect(seen.text("name") == "Anna")
    }

    @Test("A controller shows every insertion of many simultaneous saves")
    func simultaneousSaves() async throws {
        let container = try program(isExact: true)
        let own = container.newContext()
        own.automaticallyMergesChangesFromParent = true
        let controller = try FetchedResultsController(
            fetchRequest: FetchRequest<ManagedObject>(
                entityName: "Person", sortDescriptors: [ModelSortDescriptor(key: "name")]),
            managedObjectContext: own)
        let listener = Listener()
        controller.delegate = listener
        try controller.performFetch()
        async let saving: Void = withThrowingTaskGroup { group in
            for saver in [container, container, try program(isExact: true)] {
                group.addTask {
                    for number in 0..<20 {
                        let context = saver.newContext()
                        context.insert("Person", ["name": "\(number)"])
                        try context.save()
                        _ = try context.objects("Person")
                    }
                }
            }
            try await group.waitForAll()
        }
        for _ in 0..<500 { own.processPendingChanges() }
        try await saving
        own.processPendingChanges()
        #expect(controller.fetchedObjects?.count == 60)
        withExtendedLifetime(listener) {}
    }

    @Test("Changing an object that another program has changed is a conflict")
    func whatAnotherProgramHasChangedIsAConflict() throws {
        let (first, second) = (try program(isExact: true), try program(isExact: true))
        let (own, others) = (first.newContext(), second.newContext())
        let ann = own.insert("Person", ["name": "Ann"])
        try own.save()
        others.object(with: ann.objectID).setValue("Anna", forKey: "name")
        try others.save()
        ann.setValue("Anne", forKey: "name")
        #expect(throws: MergeConflictError.self) { try own.save() }
        own.mergePolicy = .mergeByPropertyObjectTrump
        try own.save()
        #expect(try second.newContext().objects("Person").map { $0.text("name") } == ["Anne"])
    }

    @Test("A unique value can be used again after another program has deleted its object")
    func whatOthersHaveDeletedIsUniqueNoLonger() throws {
        let (first, second) = (try program(isExact: true), try program(isExact: true))
        let (own, others) = (first.newContext(), second.newContext())
        own.insert("Badge", ["code": 7])
        try own.save()
        for badge in try others.objects("Badge") { others.delete(badge) }
        try others.save()
        #expect(try own.objects("Badge").isEmpty)
        own.insert("Badge", ["code": 7])
        try own.save()
        #expect(try own.objects("Badge").count == 1)
        own.insert("Badge", ["code": 7])
        #expect(throws: ConstraintConflictError.self) { try own.save() }
    }

    @Test("A save compares unique values with what another program has saved since the context last read")
    func uniqueValuesOfOthers() throws {
        let (first, second) = (try program(isExact: true), try program(isExact: true))
        let (own, others) = (first.newContext(), second.newContext())
        own.insert("Badge", ["code": Int32(7)])
        others.insert("Badge", ["code": Int32(7)])
        try others.save()
        #expect(throws: ConstraintConflictError.self) { try own.save() }
        for badge in try others.objects("Badge") { others.delete(badge) }
        try others.save()
        // Nor is a value in use any longer that has been given up.
        try own.save()
        #expect(try others.objects("Badge").count == 1)
    }

    @Test("A store can enforce uniqueness constraints itself")
    func aStoreMayKeepWhatIsUniqueItself() throws {
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(UniqueBadges(medium)))
        let (own, others) = (container.newContext(), container.newContext())
        others.insert("Badge", ["code": 7])
        try others.save()
        own.insert("Badge", ["code": 7])
        let error = #expect(throws: ConstraintConflictError.self) { try own.save() }
        #expect(error?.conflicts.first?.databaseObjectID != nil)
        own.mergePolicy = .mergeByPropertyObjectTrump
        try own.save()
        #expect(try container.newContext().objects("Badge").count == 1)
    }
}
