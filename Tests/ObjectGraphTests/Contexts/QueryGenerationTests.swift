import ObjectGraph
import SampleModels
import Testing

/// Contexts that keep reading a state of their store.
@Suite struct QueryGenerationTests {
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext

    init() throws {
        context = try makeContext(.superheroes)
        other = try context.sibling()
        Superhero(context: other).name = "Aquaman"
        try other.save()
    }

    private func names() throws -> [String] { try context.fetch(Superhero.fetchRequest()).compactMap(\.name).sorted() }

    private func add(_ name: String) throws {
        Superhero(context: other).name = name
        try other.save()
    }

    @Test func aPinnedContextReadsWhatWasCommittedThen() throws {
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        context.refresh(hero, mergeChanges: false)
        #expect(!context.isQueryGenerationPinned)
        try context.pinQueryGeneration(acceptingCost: true)
        #expect(context.isQueryGenerationPinned)
        try add("Batman")
        try #require(try other.own(hero)).name = "Arthur"
        try other.save()
        // Fetches, counts, and faults.
        #expect(try names() == ["Aquaman"])
        #expect(try context.count(for: Superhero.fetchRequest()) == 1)
        #expect(hero.name == "Aquaman")
        context.unpinQueryGeneration()
        #expect(!context.isQueryGenerationPinned)
        #expect(try context.count(for: Superhero.fetchRequest()) == 2)
        context.refresh(hero, mergeChanges: false)
        #expect(try names() == ["Arthur", "Batman"])
    }

    @Test func aSaveAndARefreshTakeThePinOn() throws {
        try context.pinQueryGeneration(acceptingCost: true)
        try add("Batman")
        Superhero(context: context).name = "Cyborg"
        try context.save()
        try add("Dreamer")
        #expect(try names() == ["Aquaman", "Batman", "Cyborg"])
        context.refreshAllObjects()
        try add("Echo")
        #expect(try names() == ["Aquaman", "Batman", "Cyborg", "Dreamer"])
        #expect(context.isQueryGenerationPinned)
        context.reset()
        try add("Flash")
        #expect(try names() == ["Aquaman", "Batman", "Cyborg", "Dreamer", "Echo"])
    }

    @Test func aConflictIsResolvedWithWhatIsCommitted() throws {
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        #expect(hero.name == "Aquaman")
        try context.pinQueryGeneration(acceptingCost: true)
        try #require(try other.own(hero)).abilities = "swimming"
        try other.save()
        hero.name = "Arthur"
        #expect(throws: MergeConflict.self) { try context.save() }
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(hero.name == "Arthur" && hero.abilities == "swimming")
    }

    @Test func aChildContextHasNoStateOfItsOwn() throws {
        let child = ManagedObjectContext(parent: context)
        let error = #expect(throws: QueryGenerationError.self) { try child.pinQueryGeneration() }
        #expect(error == .childContext)
        #expect(!child.isQueryGenerationPinned)
    }
}
