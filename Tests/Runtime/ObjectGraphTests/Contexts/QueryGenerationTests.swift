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

    @Test("A pinned context reads the data that was committed when it was pinned")
    func aPinnedContextReadsWhatWasCommittedThen() throws {
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

    @Test("A save, a refresh, or a reset moves a pinned context to the latest generation")
    func aSaveAndARefreshTakeTheContextOn() throws {
        try context.pinQueryGeneration(acceptingCost: true)
        try add("Batman")
        #expect(try names() == ["Aquaman"])
        Superhero(context: context).name = "Cyborg"
        try context.save()
        #expect(try names() == ["Aquaman", "Batman", "Cyborg"])
        try context.pinQueryGeneration(acceptingCost: true)
        try add("Dreamer")
        #expect(try names() == ["Aquaman", "Batman", "Cyborg"])
        context.refreshAllObjects()
        #expect(try names() == ["Aquaman", "Batman", "Cyborg", "Dreamer"])
        try context.pinQueryGeneration(acceptingCost: true)
        try add("Echo")
        context.reset()
        #expect(try names() == ["Aquaman", "Batman", "Cyborg", "Dreamer", "Echo"])
    }

    @Test(
        "Several saves of an object by a pinned context do not conflict with each other",
        arguments: [MergePolicy.error, .rollback, .overwrite, .mergeByPropertyObjectTrump])
    func severalSavesOfOneObjectDoNotConflict(_ policy: MergePolicy) throws {
        context.mergePolicy = policy
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        for name in ["Batman", "Cyborg", "Dreamer"] {
            try context.pinQueryGeneration(acceptingCost: true)
            hero.name = name
            try context.save()
            #expect(try context.reread(hero) { $0.name } == name)
        }
        try context.pinQueryGeneration(acceptingCost: true)
        let child = ManagedObjectContext(parent: context)
        for name in ["Echo", "Flash"] {
            try #require(try child.own(hero)).name = name
            try child.save()
            try context.save()
        }
        #expect(try context.reread(hero) { $0.name } == "Flash")
        context.delete(hero)
        try context.save()
        #expect(try names().isEmpty)
    }

    @Test("A failed save keeps the pinned query generation")
    func aSaveThatFailsKeepsTheState() throws {
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        try context.pinQueryGeneration(acceptingCost: true)
        try #require(try other.own(hero)).name = "Arthur"
        try add("Batman")
        hero.name = "Orin"
        #expect(throws: MergeConflictError.self) { try context.save() }
        #expect(context.isQueryGenerationPinned)
        context.rollback()
        #expect(try names() == ["Aquaman"])
    }

    @Test("A pinned context resolves conflicts with the latest committed values")
    func aConflictIsResolvedWithWhatIsCommitted() throws {
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        #expect(hero.name == "Aquaman")
        try context.pinQueryGeneration(acceptingCost: true)
        try #require(try other.own(hero)).abilities = "swimming"
        try other.save()
        hero.name = "Arthur"
        #expect(throws: MergeConflictError.self) { try context.save() }
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(hero.name == "Arthur" && hero.abilities == "swimming")
    }

    @Test("A child context cannot pin a query generation")
    func aChildContextHasNoStateOfItsOwn() throws {
        let child = ManagedObjectContext(parent: context)
        let error = #expect(throws: QueryGenerationError.self) { try child.pinQueryGeneration() }
        #expect(error == .childContext)
        #expect(!child.isQueryGenerationPinned)
    }
}
