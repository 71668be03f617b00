import ObjectGraph
import SampleModels
import Testing

/// A store that refuses: the context is as it was, changes and all.
struct FailedCommitTests {
    let store = RefusingStore(model: .superheroes)
    let context: ManagedObjectContext
    let kept: Superhero
    let gone: Superhero

    init() throws {
        context = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(store)).newContext()
        kept = Superhero(context: context)
        gone = Superhero(context: context)
        try context.save()
    }

    @Test("CTX-10 a failed commit leaves everything pending, and the next save writes it")
    func failing() throws {
        let new = Superhero(context: context)
        let team = Team(context: context)
        team.addToHeroes([kept, new])
        kept.name = "changed"
        context.delete(gone)
        store.refuse(true)
        for _ in 0..<3 {
            #expect(throws: RefusingStore.RefusalError()) { try context.save() }
            #expect(context.insertedObjects == [new, team])
            #expect(context.updatedObjects == [kept])
            #expect(context.deletedObjects == [gone])
            #expect(new.objectID.isTemporaryID)
            #expect(team.heroes.objects == [kept, new])
            #expect(kept.name == "changed")
            #expect(gone.isDeleted)
        }
        #expect(try context.sibling().all(Team.self).isEmpty)
        store.refuse(false)
        try context.save()
        let other = try context.sibling()
        #expect(try other.all(Superhero.self).count == 2)
        #expect(try other.own(team)?.heroes.map(\.objectID) == [kept.objectID, new.objectID])
        #expect(try other.own(kept)?.name == "changed")
    }

    @Test("CTX-5 and CTX-10 nothing that is saved refers to an object that was discarded after a failed commit")
    func droppingAfterAFailure() throws {
        let store = RefusingStore(model: .awkward)
        let context = try PersistentContainer(model: .awkward, store: OpenStoreDescription(store)).newContext()
        let pointer = context.insertNewObject(forEntityName: "Pointer")
        let target = context.insertNewObject(forEntityName: "Target")
        pointer.setValue(target, forKey: "target")
        pointer.setValue([target], forKey: "targets")
        store.refuse(true)
        #expect(throws: RefusingStore.RefusalError()) { try context.save() }
        store.refuse(false)
        context.delete(target)
        try context.save()
        let leadsNowhere = try context.reread(pointer) { $0.value(forKey: "target") == nil }
        #expect(leadsNowhere)
        #expect(store.snapshot.destinationIDs(of: pointer.objectID) == [[], []])
    }

    @Test("CNF-2 a save that never catches up with others throws the last conflict")
    func conflictsWithoutEnd() throws {
        context.mergePolicy = .mergeByPropertyObjectTrump
        kept.name = "mine"
        let conflict = MergeConflictError(objectIDs: [kept.objectID])
        store.refuse(with: conflict)
        #expect(throws: conflict) { try context.save() }
        #expect(context.updatedObjects == [kept])
        store.refuse(false)
        try context.save()
        #expect(try context.reread(kept) { $0.name } == "mine")
    }

    @Test("A rollback after a failed commit discards the changes")
    func rollingBackAfterAFailure() throws {
        kept.name = "changed"
        context.delete(gone)
        store.refuse(true)
        #expect(throws: RefusingStore.RefusalError()) { try context.save() }
        context.rollback()
        #expect(kept.name == nil)
        #expect(!gone.isDeleted)
        #expect(!context.hasChanges)
        try context.save()
    }
}
