import ObjectGraph
import SampleModels
import Testing

/// Rules CTX-1 to CTX-17: what a context knows to be pending, and giving it up.
struct ChangeTrackingTests {
    @Test("CTX-1 a new context has no changes")
    func newContext() throws {
        let context = try makeContext()
        #expect(!context.hasChanges)
        #expect(context.insertedObjects.isEmpty)
        #expect(context.updatedObjects.isEmpty)
        #expect(context.deletedObjects.isEmpty)
    }

    @Test("CTX-2 and CTX-3 each kind of change is visible at once, and a save completes it")
    func everyKind() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        hero.universe = 1
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        context.delete(hero)
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test("CTX-4 saving without changes does nothing")
    func savingNothing() throws {
        let context = try makeContext()
        let generation = context.persistentStoreCoordinator.committedState.generation
        try context.save()
        #expect(context.persistentStoreCoordinator.committedState.generation == generation)
    }

    @Test("CTX-26 a deleted object is no longer updated")
    func deletingAnUpdatedObject() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        try context.save()
        hero.name = "Batman"
        context.delete(hero)
        #expect(context.deletedObjects == [hero])
        #expect(context.updatedObjects.isEmpty)
        #expect(hero.name == "Batman")
    }

    @Test("CTX-11 unsaved changes are lost with their context")
    func losingAContext() throws {
        let container = try makeContainer()
        do {
            let context = container.newContext()
            Superhero(context: context).name = "Nobody"
        }
        #expect(try container.newContext().all(Superhero.self).isEmpty)
    }

    @Test("CTX-13 the next save also writes a forgotten new object")
    func abandonedObjects() throws {
        let context = try makeContext()
        _ = Superhero(context: context)
        Team(context: context).name = "unrelated"
        try context.save()
        #expect(try context.sibling().all(Superhero.self).count == 1)
    }

    @Test("CTX-14 a rollback discards every kind of change")
    func rollback() throws {
        let context = try makeContext()
        let (kept, gone) = (Superhero(context: context), Superhero(context: context))
        let team = Team(context: context)
        kept.name = "before"
        team.addToHeroes([kept, gone])
        try context.save()
        kept.name = "after"
        context.delete(gone)
        let new = Superhero(context: context)
        team.addToHeroes(new)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(kept.name == "before")
        #expect(!kept.isUpdated)
        #expect(!gone.isDeleted)
        #expect(team.heroes.objects == [kept, gone])
        #expect(gone.teams.objects == [team])
        try context.save()
        #expect(try context.sibling().all(Superhero.self).count == 2)
    }

    @Test("CTX-16 a new object that was rolled back has no context, and its values can be read")
    func rollingBackAnInsertion() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        hero.name = "Nobody"
        context.rollback()
        #expect(hero.managedObjectContext == nil)
        #expect(!hero.isInserted)
        #expect(!hero.hasChanges)
        #expect(hero.name == "Nobody")
        #expect(context.registeredObject(for: hero.objectID) == nil)
    }

    @Test("CTX-15 a rollback restores what this context last read")
    func rollbackDoesNotFetch() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        hero.name = "first"
        try context.save()
        let other = try context.sibling()
        try #require(try other.own(hero)).name = "second"
        try other.save()
        hero.name = "third"
        context.rollback()
        #expect(hero.name == "first")
    }

    @Test("Deleting one of several new objects keeps the others")
    func deletingOneOfManyNewObjects() throws {
        let context = try makeContext()
        let heroes = (0..<5).map { _ in Superhero(context: context) }
        context.delete(heroes[2])
        #expect(context.insertedObjects == Set(heroes).subtracting([heroes[2]]))
        context.delete(heroes[0])
        heroes[1].name = "still there"
        #expect(context.insertedObjects.count == 3)
        try context.save()
        #expect(try context.sibling().all(Superhero.self).count == 3)
    }

    @Test("OBJ-34 an object can outlive its context")
    func outlivingTheContext() throws {
        var context: ManagedObjectContext? = try makeContext()
        let hero = Superhero(context: try #require(context))
        hero.name = "Superman"
        try context?.save()
        context = nil
        #expect(hero.managedObjectContext == nil)
        #expect(hero.name == "Superman")
        hero.name = "Clark"
        #expect(hero.name == "Clark")
        #expect(hero.value(forKey: "universe") as? Int32 == 0)
    }

    @Test("OBJ-35 a context keeps only its changed objects alive")
    func lifetimes() throws {
        let context = try makeContext()
        weak var hero: Superhero?
        do {
            let new = Superhero(context: context)
            new.name = "held"
            hero = new
        }
        #expect(hero != nil)
        try context.save()
        #expect(hero == nil)
        let objectID = try #require(try context.all(Superhero.self).first?.objectID)
        #expect(context.registeredObject(for: objectID) == nil)
    }
}
