import Foundation
import ObjectGraph
import SampleModels
import Testing

/// The options of a request, and the forms of its result, on the fixture of rules FET-20 to FET-27.
struct FetchOptionTests {
    let context: ManagedObjectContext
    let alpha, bravo, charlie, delta, echo: Superhero
    var request: FetchRequest<Superhero>

    init() throws {
        let context = try makeContext()
        func hero(_ name: String, _ salary: Int32) -> Superhero {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = salary
            return hero
        }
        alpha = hero("alpha", 22)
        bravo = hero("bravo", 25)
        charlie = hero("charlie", 10)
        try context.save()
        alpha.universe = 5
        charlie.universe = 21
        context.delete(bravo)
        delta = hero("delta", 30)
        echo = hero("echo", 40)
        self.context = context
        request = try FetchRequest(predicate: .format("universe > 20"), sortDescriptors: [SortDescriptor(\.name)])
    }

    @Test("FET-7 a request's defaults")
    func defaults() {
        let request = FetchRequest<Superhero>()
        #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
        #expect(request.resultType == .objects && !request.returnsDistinctResults)
        #expect(request.includesPendingChanges && request.includesSubentities)
        #expect(request.includesPropertyValues && request.returnsObjectsAsFaults)
    }

    @Test("FET-20 and FET-21 pending changes decide what matches a format predicate")
    func pendingChanges() throws {
        #expect(try context.fetch(request) == [charlie, delta, echo])
        #expect(try context.count(for: request) == 3)
    }

    @Test("FET-22 and FET-23 without pending changes, the store determines the result, with values from memory")
    func withoutPendingChanges() throws {
        var request = request
        request.includesPendingChanges = false
        #expect(try context.fetch(request) == [alpha, bravo])
        #expect(alpha.universe == 5)
        #expect(try context.count(for: request) == 2)
        #expect(try context.fetchObjectIDs(request) == [alpha.objectID, bravo.objectID])
        request.predicate = #Predicate { $0.universe > 20 && $0.universe < 24 }
        #expect(try context.fetch(request) == [alpha])
    }

    @Test("FET-24 identities of new objects are temporary")
    func objectIDs() throws {
        let found = try context.fetchObjectIDs(request)
        #expect(found == [charlie, delta, echo].map(\.objectID))
        #expect(found.map(\.isTemporaryID) == [false, true, true])
    }

    @Test("FET-25 and FET-12 dictionaries contain stored values, and omit nil")
    func dictionaries() throws {
        let rows = try context.fetchDictionaries(request)
        #expect(rows.map { $0["name"] as? String } == ["alpha", "bravo"])
        #expect(rows.map { $0["universe"] as? Int32 } == [22, 25])
        #expect(rows.map { $0.keys.sorted() } == [["name", "universe"], ["name", "universe"]])
    }

    @Test("FET-13 dictionaries contain selected properties, but no to-many")
    func propertiesToFetch() throws {
        var request = request
        request.propertiesToFetch = ["name"]
        #expect(try context.fetchDictionaries(request).map(\.keys.count) == [1, 1])
        for (name, code) in [("nmae", FetchError.Code.unknownProperty), ("teams", .unfetchableProperty)] {
            request.propertiesToFetch = [name]
            let error = #expect(throws: FetchError.self) { try context.fetchDictionaries(request) }
            #expect(error?.code == code)
        }
    }

    @Test("FET-13 a to-one in a dictionary is an identity")
    func toOneInDictionaries() throws {
        let people = try VectorPeople()
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.propertiesToFetch = ["team", "name"]
        let rows = try people.context.fetchDictionaries(request)
        #expect(rows.first?["team"] as? ObjectID == people.team.objectID)
    }

    @Test("FET-14 equal dictionaries are combined before the limit applies")
    func distinctResults() throws {
        for hero in [charlie, delta, echo] { hero.abilities = hero === echo ? "B" : "A" }
        try context.save()
        var request = FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.name)])
        request.predicate = try .format("abilities != nil")
        request.propertiesToFetch = ["abilities"]
        #expect(try context.fetchDictionaries(request).compactMap { $0["abilities"] as? String } == ["A", "A", "B"])
        request.returnsDistinctResults = true
        request.fetchLimit = 2
        #expect(try context.fetchDictionaries(request).compactMap { $0["abilities"] as? String } == ["A", "B"])
    }

    @Test("FET-10 the result type of a request")
    func execution() throws {
        var request = request
        guard case .objects(let objects) = try context.execute(request) else { throw CocoaError(.featureUnsupported) }
        #expect(objects == [charlie, delta, echo])
        request.resultType = .objectIDs
        guard case .objectIDs(let ids) = try context.execute(request) else { throw CocoaError(.featureUnsupported) }
        #expect(ids.count == 3)
        request.resultType = .count
        guard case .count(let count) = try context.execute(request) else { throw CocoaError(.featureUnsupported) }
        #expect(count == 3)
        request.resultType = .dictionaries
        guard case .dictionaries(let rows) = try context.execute(request) else { throw CocoaError(.featureUnsupported) }
        #expect(rows.count == 2)
    }

    @Test("FET-26 offset and limit count after pending changes are merged")
    func windows() throws {
        var request = request
        request.sortDescriptors = [SortDescriptor(\.universe)]
        request.fetchLimit = 2
        #expect(try context.fetch(request) == [charlie, delta])
        request.fetchOffset = 1
        #expect(try context.fetch(request) == [delta, echo])
    }

    @Test("FET-28 a limit includes unsaved objects")
    func limitOfUnsaved() throws {
        let context = try makeContext()
        for _ in 0..<3 { _ = Superhero(context: context) }
        #expect(try context.fetch(FetchRequest<Superhero>(fetchLimit: 2)).count == 2)
    }

    @Test("FET-31 an unsaved object as an argument matches the pending objects that refer to it")
    func unsavedArguments() throws {
        let team = Team(context: context)
        delta.addToTeams(team)
        let request = try FetchRequest<Superhero>(predicate: .format("ANY teams == %@", team))
        #expect(try context.fetch(request) == [delta])
    }

    @Test("FET-30 and FET-32 an object, its identity, and ANY over a to-many; each object comes once")
    func relationshipPredicates() throws {
        for _ in 0..<2 {
            let team = Team(context: context)
            team.name = "Default Team"
            team.addToHeroes([alpha, echo])
        }
        try context.save()
        #expect(
            try context.fetch(FetchRequest<Superhero>(predicate: .format("ANY teams.name == %@", "Default Team")))
                == [alpha, echo])
        let team = try #require(alpha.teams.first)
        for argument in [team.predicateValue, team.objectID.predicateValue] {
            let request = try FetchRequest<Superhero>(predicate: .format("%@ IN teams", argument))
            #expect(try context.fetch(request) == [alpha, echo])
        }
    }

    @Test("FET-8 a request with only the entity's name accepts format predicates")
    func withoutAClass() throws {
        let request = try FetchRequest<ManagedObject>(
            entityName: "Superhero", predicate: .format("name BEGINSWITH %@", "e"))
        #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["echo"])
    }

    @Test("A Swift predicate replaces a format predicate that was set before")
    func oneOfBothKindsTakesThePlaceOfTheOther() throws {
        var request = request
        request.predicate = #Predicate { $0.universe == 5 }
        #expect(try context.fetch(request) == [alpha])
    }

    @Test("FET-11 without subentities, a fetch returns only the entity's own objects, including new ones")
    func subentities() throws {
        let context = try makeContext(.inheritance)
        let car = Car(context: context)
        _ = RaceCar(context: context)
        var request = try FetchRequest<Car>(predicate: .format("wheels >= 0"))
        #expect(try context.count(for: request) == 2)
        request.includesSubentities = false
        #expect(try context.fetch(request) == [car])
    }
}
