import ObjectGraph
import Synchronization
import Testing

/// Rules CNF-1 to CNF-16: two contexts change the same person. The first saves name and salary, the second has a name
/// of its own pending.
struct ConflictTests {
    let first: ManagedObjectContext
    let second: ManagedObjectContext
    let mine: ManagedObject
    let person: ManagedObject

    init() throws {
        let container = try Office.container()
        first = container.newContext()
        second = container.newContext()
        mine = first.insert("Person", ["name": "Alice", "salary": Int32(10), "city": "Rome"])
        try first.save()
        person = second.twin(mine)
        _ = person.text("name")
        mine.setValue("FromCtx1", forKey: "name")
        mine.setValue(Int32(50), forKey: "salary")
        try first.save()
        person.setValue("FromCtx2", forKey: "name")
    }

    private var stored: [String?] {
        let context = ManagedObjectContext(coordinator: first.persistentStoreCoordinator)
        let object = context.twin(mine)
        return [object.text("name"), object.number("salary").map(String.init), object.text("city")]
    }

    @Test("CNF-1 the error policy refuses, and the context keeps its changes")
    func error() throws {
        #expect(throws: MergeConflictError(objectIDs: [person.objectID])) { try second.save() }
        #expect(person.text("name") == "FromCtx2")
        #expect(second.updatedObjects == [person])
        #expect(stored == ["FromCtx1", "50", "Rome"])
    }

    @Test("CNF-2 and CNF-13 a custom policy receives both states")
    func snapshots() throws {
        let objectID = person.objectID
        let isAsked = Mutex(false)
        second.mergePolicy = MergePolicy { conflicts in
            isAsked.withLock { $0 = true }
            let conflict = try #require(conflicts.first)
            #expect(conflict.sourceObject.objectID == objectID)
            #expect(conflict.objectSnapshot?["name"] as? String == "Alice")
            #expect(conflict.cachedSnapshot?["name"] as? String == "FromCtx1")
            #expect(conflict.newVersionNumber > conflict.oldVersionNumber)
            return .mergeByPropertyObjectTrump
        }
        try second.save()
        #expect(isAsked.withLock { $0 })
    }

    @Test("CNF-13 a save while a policy decides is another conflict, which the policy also receives")
    func savesDuringDecision() throws {
        let seen = Mutex<[Int32]>([])
        let (coordinator, objectID) = (first.persistentStoreCoordinator, mine.objectID)
        second.mergePolicy = MergePolicy { conflicts in
            let theirs = conflicts.first?.cachedSnapshot?["salary"] as? Int32 ?? 0
            seen.withLock { $0.append(theirs) }
            if seen.withLock({ $0.count }) == 1 {
                let other = ManagedObjectContext(coordinator: coordinator)
                other.object(with: objectID).setValue(Int32(60), forKey: "salary")
                try other.save()
            }
            conflicts.first?.sourceObject.setValue(theirs + 1, forKey: "salary")
            return .mergeByPropertyObjectTrump
        }
        try second.save()
        #expect(seen.withLock { $0 } == [50, 60])
        #expect(stored == ["FromCtx2", "61", "Rome"])
    }

    @Test("CNF-13 the save throws what a custom policy throws")
    func throwingPolicy() throws {
        struct RefusalError: Error {}
        second.mergePolicy = MergePolicy { _ in throw RefusalError() }
        #expect(throws: RefusalError.self) { try second.save() }
        #expect(second.hasChanges)
    }

    @Test("CNF-3 the store trumps property by property")
    func storeTrump() throws {
        person.setValue("Oslo", forKey: "city")
        second.mergePolicy = .mergeByPropertyStoreTrump
        try second.save()
        #expect(stored == ["FromCtx1", "50", "Oslo"])
        #expect(person.text("name") == "FromCtx1")
    }

    @Test("CNF-4 the object trumps property by property")
    func objectTrump() throws {
        second.mergePolicy = .mergeByPropertyObjectTrump
        try second.save()
        #expect(stored == ["FromCtx2", "50", "Rome"])
        #expect(person.number("salary") == 50)
    }

    @Test("CNF-5 overwriting also writes out-of-date values")
    func overwrite() throws {
        second.mergePolicy = .overwrite
        try second.save()
        #expect(stored == ["FromCtx2", "10", "Rome"])
    }

    @Test("CNF-6 the rollback policy discards the changes")
    func rollback() throws {
        second.mergePolicy = .rollback
        try second.save()
        #expect(stored == ["FromCtx1", "50", "Rome"])
        #expect(person.text("name") == "FromCtx1")
        #expect(person.changedValues().isEmpty)
    }

    @Test("CNF-7 changes to different objects don't conflict")
    func differentObjects() throws {
        second.rollback()
        second.insert("Person", ["name": "Bob"])
        try second.save()
        #expect(try Set(first.objects("Person").map { $0.text("name") }) == ["FromCtx1", "Bob"])
    }

    @Test("CNF-8 equal changes still conflict")
    func equalChanges() throws {
        person.setValue("FromCtx1", forKey: "name")
        person.setValue(Int32(50), forKey: "salary")
        #expect(throws: MergeConflictError.self) { try second.save() }
    }

    @Test("CNF-9 after a refresh with merging, the save succeeds")
    func refreshing() throws {
        #expect(throws: MergeConflictError.self) { try second.save() }
        second.refresh(person, mergeChanges: true)
        try second.save()
        #expect(stored == ["FromCtx2", "50", "Rome"])
    }

    @Test(
        "CNF-10 deleted in the store, changed here",
        arguments: [
            (MergePolicy.MergeType.mergeByPropertyObjectTrump, 1), (.overwrite, 1), (.mergeByPropertyStoreTrump, 0),
            (.rollback, 0),
        ])
    func deletedThere(type: MergePolicy.MergeType, count: Int) throws {
        first.delete(mine)
        try first.save()
        #expect(throws: MergeConflictError.self) { try second.save() }
        second.mergePolicy = MergePolicy(type)
        try second.save()
        let context = ManagedObjectContext(coordinator: first.persistentStoreCoordinator)
        #expect(try context.objects("Person").count == count)
        #expect(person.isDeleted == (count == 0))
        #expect(!second.hasChanges)
    }

    @Test(
        "CNF-11 changed in the store, deleted here",
        arguments: [
            (MergePolicy.MergeType.mergeByPropertyObjectTrump, 0), (.overwrite, 0), (.mergeByPropertyStoreTrump, 1),
            (.rollback, 1),
        ])
    func deletedHere(type: MergePolicy.MergeType, count: Int) throws {
        second.rollback()
        second.delete(person)
        #expect(throws: MergeConflictError.self) { try second.save() }
        second.mergePolicy = MergePolicy(type)
        try second.save()
        let context = ManagedObjectContext(coordinator: first.persistentStoreCoordinator)
        #expect(try context.objects("Person").count == count)
    }

    @Test("CNF-12 the policies have their types")
    func types() {
        #expect(MergePolicy.error.mergeType.rawValue == 0)
        #expect(MergePolicy.mergeByPropertyStoreTrump.mergeType.rawValue == 1)
        #expect(MergePolicy.mergeByPropertyObjectTrump.mergeType.rawValue == 2)
        #expect(MergePolicy.overwrite.mergeType.rawValue == 3)
        #expect(MergePolicy.rollback.mergeType.rawValue == 4)
    }

    @Test("CNF-14 children that two contexts add to one parent don't conflict, because the stored sides differ")
    func childrenOfBoth() throws {
        let desk = first.insert("Desk")
        try first.save()
        let twin = second.twin(desk)
        second.rollback()
        _ = twin.members("chairs")
        first.insert("Chair", ["desk": desk])
        try first.save()
        second.insert("Chair", ["desk": twin])
        try second.save()
        #expect(try first.afresh { try $0.objects("Chair").count } == 2)
        #expect(twin.members("chairs").count == 2)
    }

    @Test("CNF-16 after merging the other's save there is no conflict, and own changes are kept")
    func merging() throws {
        person.setValue("Oslo", forKey: "city")
        second.mergeChanges(from: SavedObjectIDs(updated: [person.objectID]))
        #expect(person.text("city") == "Oslo")
        #expect(person.number("salary") == 50)
        try second.save()
        #expect(stored == ["FromCtx2", "50", "Oslo"])
    }

    @Test("CTX-29 and CNF-16 an object whose deletion was merged is no longer checked for conflicts")
    func checkedAndDeleted() throws {
        let container = try Office.container()
        let (own, others) = (container.newContext(), container.newContext())
        let checked = own.insert("Person", ["name": "Ann"])
        let changed = own.insert("Person", ["name": "Bob"])
        try own.save()
        own.detectConflicts(for: checked)
        others.delete(others.twin(checked))
        try others.save()
        own.mergeChanges(from: SavedObjectIDs(deleted: [checked.objectID]))
        changed.setValue("Robert", forKey: "name")
        try own.save()
        #expect(!own.hasChanges)
    }
}
