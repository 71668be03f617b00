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

    @Test("What has been loaded is read without a query")
    func loaded() throws {
        let heroes = try context.all(Superhero.self)
        try context.load(heroes, [\.teams])
        store.failAfter(0)
        #expect(heroes.map(\.name) == ["Barbara", "Dinah"])
        #expect(heroes.map { $0.teams.map(\.name) } == [["Birds of Prey"], ["Birds of Prey"]])
    }

    @Test("Loading an object fires its fault, unless the store fails")
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

    @Test("Loading reads many objects with one query for each relationship")
    func queries() throws {
        let heroes = try context.all(Superhero.self)
        store.startAccount()
        try context.load(heroes, [\.teams])
        #expect(store.account.questionCount <= 2)
    }

    @Test("A key path that is not a relationship is an error")
    func wrongKeyPaths() throws {
        let heroes = try context.all(Superhero.self)
        #expect(throws: FetchError.self) { try context.load(heroes, [\.name]) }
        #expect(throws: PredicateTranslationError.self) { try context.load(heroes, [\.isFault]) }
    }

    @Test("With explicit faulting, loaded objects are read, changed, and saved")
    func explicit() throws {
        context.faulting = .explicit
        let heroes = try context.all(Superhero.self)
        try context.load(heroes, [\.teams])
        heroes[0].name = "Oracle"
        try context.save()
        #expect(heroes.map(\.name) == ["Oracle", "Dinah"])
    }

    @Test("With explicit faulting, a relationship whose sides were loaded is set without a query")
    func settingRelationships() throws {
        let store = InstrumentedStore(model: Office.model)
        let (context, chair, desk) = try Self.storedChair(in: store)
        try context.load([chair], relationshipKeyPaths: ["desk.chairs"])
        let before = chair.member("desk")
        #expect(before != nil && before !== desk)
        try context.load([desk], relationshipKeyPaths: ["chairs"])
        store.startAccount()
        chair.setValue(desk, forKey: "desk")
        #expect(desk.members("chairs") == [chair] && before?.members("chairs") == [])
        #expect(store.account.questionCount == 0)
        try context.save()
    }

    @Test("With explicit faulting, a fetched property is read after it was fetched")
    func fetchedProperties() throws {
        let node = try Self.storedNode()
        try node.object.load()
        #expect(try node.object.fetchedObjects(forKey: "others").count == 1)
        #expect((node.object.value(forKey: "others") as? [ManagedObject])?.count == 1)
        withExtendedLifetime(node.context) {}
    }

    @Test("A child context begins with its parent's answers to what has not been loaded")
    func children() {
        let automatic = ManagedObjectContext(parent: context)
        #expect(automatic.faulting == .automatic && !automatic.shouldDeleteUnreadableFaults)
        context.faulting = .explicit
        context.shouldDeleteUnreadableFaults = true
        let child = ManagedObjectContext(parent: context)
        #expect(child.faulting == .explicit && child.shouldDeleteUnreadableFaults)
    }

    @Test("An object loads itself and its relationships, unless the store fails or the object has left its context")
    func objects() async throws {
        context.faulting = .explicit
        let hero = try #require(
            context.object(with: try context.fetchObjectIDs(FetchRequest<Superhero>())[0]) as? Superhero)
        store.failAfter(0)
        #expect(throws: InstrumentedStore.InjectedError()) { try hero.load([\.teams]) }
        store.failAfter(nil)
        try hero.load([\.teams])
        #expect(hero.name == "Barbara" && hero.teams.map(\.name) == ["Birds of Prey"])
        let team = try #require(hero.teams.first)
        try await team.loadAsynchronously([\.heroes])
        #expect(team.heroes.count == 2)
        #expect(throws: FetchError.self) { try hero.load([\.name]) }
        context.reset()
        try hero.load([\.teams])
        try await hero.loadAsynchronously()
    }

    /// A chair at a desk, and another desk, none of which has been loaded.
    private static func storedChair(
        in store: InstrumentedStore = InstrumentedStore(model: Office.model)
    ) throws -> (ManagedObjectContext, chair: ManagedObject, desk: ManagedObject) {
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let first = container.newContext()
        let (old, new, chair) = (first.insert("Desk"), first.insert("Desk"), first.insert("Chair"))
        chair.setValue(old, forKey: "desk")
        try first.save()
        let context = container.newContext()
        context.faulting = .explicit
        return (context, context.object(with: chair.objectID), context.object(with: new.objectID))
    }

    /// One of two stored nodes, which has not been loaded.
    private static func storedNode() throws -> (context: ManagedObjectContext, object: ManagedObject) {
        let others = FetchedProperty(
            name: "others",
            fetchRequest: FetchRequestTemplate(
                name: "fetchedPropertyFetchRequest", entityName: "Node", predicateString: "SELF != $FETCH_SOURCE"))
        let name = Attribute(name: "name", type: .string, isOptional: true)
        let model = ManagedObjectModel(
            Model(name: "Nodes", entities: [Entity(name: "Node", attributes: [name], fetchedProperties: [others])]))
        let container = try PersistentContainer(
            model: model, store: OpenStoreDescription(InstrumentedStore(model: model)))
        let first = container.newContext()
        let node = first.insert("Node")
        try first.save()
        first.insert("Node")
        try first.save()
        let context = container.newContext()
        context.faulting = .explicit
        return (context, context.object(with: node.objectID))
    }

    #if compiler(>=6.2)
        @Test("With explicit faulting, touching what was not loaded names the object, the property, and the call")
        func untouchable() async throws {
            let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let tests = try LoadingTests()
                tests.context.faulting = .explicit
                let objectID = try tests.context.fetchObjectIDs(FetchRequest<Superhero>())[0]
                _ = tests.context.object(with: objectID).value(forKey: "name")
            }
            #expect(
                object?.fatalMessage
                    == "'name' of <Superhero Superhero/p1> was not loaded; call load(_:_:) with the object before reading it"
            )
            let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let tests = try LoadingTests()
                tests.context.faulting = .explicit
                let objectID = try tests.context.fetchObjectIDs(FetchRequest<Superhero>())[0]
                _ = (tests.context.object(with: objectID) as? Superhero)?.name
            }
            #expect(
                typed?.fatalMessage
                    == "'name' of <Superhero Superhero/p1> was not loaded; call load(_:_:) with the object before reading it"
            )
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

        @Test("With explicit faulting, a fetched property that was not fetched ends the program with a message")
        func unfetched() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let node = try LoadingTests.storedNode()
                try node.object.load()
                _ = node.object.value(forKey: "others")
                withExtendedLifetime(node.context) {}
            }
            #expect(
                result?.fatalMessage
                    == "'others' of <Node Node/p1> was not fetched; call fetchedObjects(forKey:) before reading it")
        }

        @Test("With explicit faulting, setting a relationship whose other side was not loaded names that side")
        func unloadedInverse() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (context, chair, desk) = try LoadingTests.storedChair()
                try context.load([chair], relationshipKeyPaths: ["desk"])
                try desk.load()
                chair.setValue(desk, forKey: "desk")
            }
            let message = try #require(result?.fatalMessage)
            #expect(message.hasPrefix("'chairs' of <Desk Desk/p"))
            #expect(message.hasSuffix(#"was not loaded; call load(_:_:) with [\.chairs] before reading it"#))
        }
    #endif
}
