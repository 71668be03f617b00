import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Objects of a store that is queried are read where an error can be thrown, or not at all.
struct LoadingTests {
    let store = InstrumentedStore(model: .superheroes)
    let context: ManagedObjectContext

    init() throws {
        context = try store.contextAfterSavingHeroes()
    }

    @Test("what has been loaded is read without a query")
    func loaded() throws {
        let heroes = try context.all(Superhero.self)
        try context.load(heroes, [\.teams])
        store.failAfter(0)
        #expect(heroes.map(\.name) == ["Barbara", "Dinah"])
        #expect(heroes.map { $0.teams.map(\.name) } == [["Birds of Prey"], ["Birds of Prey"]])
    }

    @Test("loading an object fires its fault, unless the store fails")
    func singleObjects() throws {
        let objectID = try #require(try context.fetchObjectIDs(FetchRequest<Superhero>()).first)
        let hero = context.object(with: objectID)
        store.failAfter(0)
        #expect(throws: InstrumentedStore.InjectedError()) { try context.load([hero]) }
        #expect(hero.isFault)
        store.failAfter(nil)
        try context.load([hero])
        #expect(!hero.isFault)
    }

    @Test("loading reads many objects with one query for each relationship")
    func queries() throws {
        let heroes = try context.all(Superhero.self)
        store.startAccount()
        try context.load(heroes, [\.teams])
        #expect(store.account.questionCount <= 2)
    }

    @Test("a key path that is not a relationship is an error")
    func wrongKeyPaths() throws {
        let heroes = try context.all(Superhero.self)
        #expect(throws: FetchError.self) { try context.load(heroes, [\.name]) }
        #expect(throws: PredicateTranslationError.self) { try context.load(heroes, [\.isFault]) }
    }

    @Test("with explicit faulting, loaded objects are read, changed, and saved")
    func explicit() throws {
        context.faulting = .explicit
        let heroes = try context.all(Superhero.self)
        try context.load(heroes, [\.teams])
        heroes[0].name = "Oracle"
        try context.save()
        #expect(heroes.map(\.name) == ["Oracle", "Dinah"])
    }

    #if compiler(>=6.2)
        @Test("with explicit faulting, touching what was not loaded names the object, the property, and the call")
        func untouchable() async throws {
            let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let tests = try LoadingTests()
                tests.context.faulting = .explicit
                let objectID = try tests.context.fetchObjectIDs(FetchRequest<Superhero>())[0]
                _ = tests.context.object(with: objectID).value(forKey: "name")
            }
            #expect(
                object?.fatalMessage
                    == "<Superhero Superhero/p1> was not loaded; call load(_:_:) with it before reading its properties")
            let relationship = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let tests = try LoadingTests()
                tests.context.faulting = .explicit
                _ = try tests.context.all(Superhero.self)[0].teams.count
            }
            #expect(
                relationship?.fatalMessage
                    == #"'teams' of <Superhero Superhero/p1> was not loaded; call load(_:_:) with [\.teams] before reading it"#
            )
        }
    #endif
}
