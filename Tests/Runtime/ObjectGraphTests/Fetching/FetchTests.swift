import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Fetches: which objects, in which order, with the context's own changes counted in.
struct FetchTests {
    let context: ManagedObjectContext
    let heroes: [Superhero]

    init() throws {
        let context = try makeContext()
        heroes = ["Cyborg", "Batman", "Aquaman", "Flash", "Eve"].enumerated().map { number, name in
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = Int32(number % 2)
            return hero
        }
        try context.save()
        self.context = context
    }

    private func names(_ request: FetchRequest<Superhero>) throws -> [String] {
        try context.fetch(request).compactMap(\.name)
    }

    @Test("FET-1 and MOD-29 without conditions a fetch returns all objects, in the order of their creation")
    func everything() throws {
        #expect(try names(Superhero.fetchRequest()) == ["Cyborg", "Batman", "Aquaman", "Flash", "Eve"])
        _ = Superhero(context: context)
        #expect(try context.fetch(Superhero.fetchRequest()).count == 6)
    }

    @Test("Swift predicates filter by numbers, strings, and `nil`")
    func predicates() throws {
        var request = Superhero.fetchRequest()
        request.predicate = #Predicate { $0.universe == 1 }
        #expect(try names(request) == ["Batman", "Flash"])
        request.predicate = #Predicate { $0.name == "Eve" || $0.name == nil }
        #expect(try names(request) == ["Eve"])
        request.predicate = #Predicate { ($0.name ?? "").contains("man") }
        #expect(try names(request) == ["Batman", "Aquaman"])
    }

    @Test("Swift predicates filter by relationships")
    func predicatesOnRelationships() throws {
        let team = Team(context: context)
        team.name = "A"
        team.addToHeroes(heroes[0...1])
        var request = Superhero.fetchRequest()
        request.predicate = #Predicate { hero in hero.teams.contains { $0.name == "A" } }
        #expect(try names(request) == ["Cyborg", "Batman"])
        request.predicate = #Predicate { $0.teams.isEmpty }
        #expect(try names(request) == ["Aquaman", "Flash", "Eve"])
    }

    @Test("FET-4 the first key decides, then the next")
    func sorting() throws {
        var request = Superhero.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.name)]
        #expect(try names(request) == ["Aquaman", "Batman", "Cyborg", "Eve", "Flash"])
        request.sortDescriptors = [SortDescriptor(\.universe, order: .reverse), SortDescriptor(\.name)]
        #expect(try names(request) == ["Batman", "Flash", "Aquaman", "Cyborg", "Eve"])
        request.sortDescriptors = [SortDescriptor(\.universe)]
        #expect(try names(request) == ["Cyborg", "Aquaman", "Eve", "Batman", "Flash"])
    }

    @Test(
        "FET-5, FET-6 and FET-27 a limit of 0 means no limit, and an offset past the end returns nothing",
        arguments: [
            (0, 0, ["Aquaman", "Batman", "Cyborg", "Eve", "Flash"]), (2, 0, ["Aquaman", "Batman"]),
            (2, 1, ["Batman", "Cyborg"]), (0, 3, ["Eve", "Flash"]), (9, 4, ["Flash"]), (1, 5, []), (1, 99, []),
            (-1, -1, ["Aquaman", "Batman", "Cyborg", "Eve", "Flash"]),
        ])
    func limitsAndOffsets(_ limit: Int, _ offset: Int, _ expected: [String]) throws {
        var request = Superhero.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.name)]
        request.fetchLimit = limit
        request.fetchOffset = offset
        #expect(try names(request) == expected)
        #expect(try context.count(for: request) == expected.count)
    }

    @Test("FET-20 pending changes decide what matches")
    func pendingChanges() throws {
        heroes[0].universe = 1
        heroes[1].universe = 0
        context.delete(heroes[3])
        let new = Superhero(context: context)
        new.name = "Newcomer"
        new.universe = 1
        let dropped = Superhero(context: context)
        dropped.universe = 1
        context.delete(dropped)
        var request = Superhero.fetchRequest()
        request.predicate = #Predicate { $0.universe == 1 }
        #expect(try names(request) == ["Cyborg", "Newcomer"])
        #expect(try context.count(for: request) == 2)
        #expect(try context.sibling().count(for: request) == 2)
    }

    @Test("A fetch returns objects of subentities, before and after a save")
    func descendantsArePartOfAFetch() throws {
        let context = try makeContext(.inheritance)
        let vehicles: [Vehicle] = [
            Truck(context: context), Car(context: context), RaceCar(context: context), Boat(context: context),
            Car(context: context),
        ]
        func check() throws {
            #expect(try context.all(Vehicle.self) == vehicles)
            #expect(try context.all(Car.self) == [vehicles[1], vehicles[2], vehicles[4]])
            #expect(try context.fetch(RaceCar.fetchRequest()) == [vehicles[2]])
            var request = FetchRequest<Vehicle>()
            request.includesSubentities = false
            #expect(try context.fetch(request).isEmpty)
            request.entityName = "Car"
            #expect(try context.fetch(request) == [vehicles[1], vehicles[4]])
        }
        try check()
        try context.save()
        try check()
    }

    @Test("A predicate can use inherited properties")
    func predicatesSeeInheritedProperties() throws {
        let context = try makeContext(.inheritance)
        let car = RaceCar(context: context)
        car.wheels = 6
        car.topSpeed = 300
        _ = Car(context: context)
        var request = FetchRequest<Vehicle>()
        request.predicate = #Predicate { $0.wheels > 4 }
        #expect(try context.fetch(request) == [car])
    }

    @Test("FET-9 a request has the name of its entity from the start")
    func entitiesByName() throws {
        let request = FetchRequest<ManagedObject>(entityName: "Superhero")
        #expect(request.entityName == "Superhero")
        #expect(try context.fetch(request) == heroes)
    }

    @Test("FET-3 an unknown entity fails")
    func unknownEntities() throws {
        let unknown = FetchRequest<ManagedObject>(entityName: "Villain")
        #expect(throws: FetchError.self) { try context.fetch(unknown) }
        let error = #expect(throws: FetchError.self) { try context.fetch(FetchRequest<Car>()) }
        #expect(error?.code == .entityNotFoundByClass)
    }

    @Test("FET-1 a sort with ties keeps the order of insertion")
    func stability() throws {
        for hero in heroes { hero.abilities = "same" }
        var request = Superhero.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.abilities)]
        #expect(try context.fetch(request) == heroes)
    }
}
