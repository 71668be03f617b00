import ObjectGraph
import SampleModels
import Testing

/// Objects that a program still holds when they are gone: lists and closures do that all the time.
@Suite struct DepartedObjectTests {
    private let context: ManagedObjectContext

    init() throws {
        context = try PersistentContainer(model: .superheroes, store: .tested).newContext()
    }

    @Test("After the save, a deleted object keeps its attribute values and has no destinations")
    func afterSavedDeletion() throws {
        let hero = Superhero(context: context)
        hero.name = "Superman"
        hero.addToTeams(Team(context: context))
        try context.save()
        context.delete(hero)
        try context.save()
        #expect(hero.name == "Superman")
        #expect(hero.teams.isEmpty)
        #expect(hero.managedObjectContext == nil)
        context.delete(hero)
        #expect(!context.hasChanges)
    }

    @Test("An object whose insertion was rolled back has no destinations")
    func afterRolledBackInsertion() {
        let hero = Superhero(context: context)
        hero.addToTeams(Team(context: context))
        context.rollback()
        #expect(hero.teams.isEmpty)
        #expect(!context.hasChanges)
    }

    @Test("OBJ-4 an object that was deleted before it was ever saved can be inserted into another context")
    func insertingElsewhere() throws {
        context.undoHistory = UndoHistory()
        let hero = Superhero(context: context)
        hero.name = "Superman"
        context.processPendingChanges()
        context.delete(hero)
        #expect(hero.managedObjectContext == nil)
        let other = try context.sibling()
        other.insert(hero)
        #expect(hero.managedObjectContext === other)
        #expect(!context.hasChanges)
        context.undo()
        context.undo()
        #expect(hero.managedObjectContext === other && !context.hasChanges)
        try other.save()
        try context.save()
        #expect(try context.sibling().all(Superhero.self).map(\.name) == ["Superman"])
    }
}
