import Foundation
import ObjectGraph
import SampleModels
import Testing

/// The functions and accessors that are generated for what a model fetches, as the plugin has compiled them.
struct GeneratedFetchTests {
    let context: ManagedObjectContext
    let anna: Athlete
    let paula: Professional
    let slow, fast, faster, fastest: Run

    init() throws {
        let context = try makeContext(.fetching)
        let anna = Athlete(context: context)
        anna.name = "Anna"
        anna.birthYear = 1990
        anna.licence = UUID()
        paula = Professional(context: context)
        paula.name = "Anna"
        paula.birthYear = 1991
        paula.sponsor = "Shoes"
        paula.licence = UUID()
        func run(_ title: String, _ speed: Double, _ distance: Decimal, of athlete: Athlete) -> Run {
            let run = Run(context: context)
            run.title = title
            run.speed = speed
            run.distance = distance
            run.startedAt = Date(timeIntervalSinceReferenceDate: speed)
            run.athlete = athlete
            return run
        }
        slow = run("park", 8, 5, of: anna)
        fast = run("Track", 12, 10, of: anna)
        faster = run("track", 14, 10, of: anna)
        fastest = run("mph", 20, 42, of: paula)
        faster.weather = .wet
        try context.save()
        self.context = context
        self.anna = anna
    }

    @Test("MOD-16 templates are functions with typed parameters")
    func templates() throws {
        #expect(try context.fetch(Run.fetchSpeedOver(limit: 12)) == [faster, fastest])
        #expect(try context.fetch(Run.runsOf(athlete: anna, pattern: "TRACK")) == [fast, faster])
        #expect(try context.fetch(Run.runsOfAny(athletes: [paula], titles: ["park"])) == [slow, fastest])
        #expect(try context.fetch(Run.runsOfAny(athletes: [], titles: [])) == [])
        #expect(try context.fetch(Run.runsWithin(range: [12, 14])) == [fast, faster])
        let from = Date(timeIntervalSinceReferenceDate: 14)
        #expect(try context.fetch(Run.runsBetween(from: from, to: .distantFuture)) == [faster, fastest])
        #expect(try context.fetch(Run.runsWithTitleOfLength(length: 3)) == [fastest])
        #expect(try context.fetch(Run.fetchRequest_()).count == 4)
        #expect(try context.fetch(Run.allRuns()) == [slow, fast])
        #expect(Run.allRuns().fetchBatchSize == 20)
    }

    @Test("FET-10 templates determine their result type")
    func resultTypes() throws {
        #expect(Run.runCount(weather: 0).resultType == .count)
        #expect(try context.count(for: Run.runCount(weather: Weather.dry.rawValue)) == 3)
        #expect(Run.runIDs(distance: 1).resultType == .objectIDs)
        #expect(try context.fetchObjectIDs(Run.runIDs(distance: 10)) == [fast, faster, fastest].map(\.objectID))
        var titles = Run.runTitles()
        titles.propertiesToFetch = ["distance"]
        #expect(try context.fetchDictionaries(titles).compactMap { $0["distance"] as? Decimal } == [5, 10, 42])
    }

    @Test("FET-11 and FET-22 templates include their options")
    func options() throws {
        #expect(try context.fetch(Athlete.athletesBornIn(year: 1991)) == [])
        #expect(try context.fetch(Athlete.athletesBornIn(year: 1990)) == [anna])
        slow.speed = 30
        #expect(try context.fetch(Run.storedRuns()) == [fast, faster, fastest])
        #expect(!Run.storedRuns().returnsObjectsAsFaults && !Run.storedRuns().includesPropertyValues)
        #expect(try context.fetch(Professional.professionalsOf(sponsor: "x", class: "mph")) == [paula])
    }

    @Test("MOD-16 a template can also be used by name")
    func templatesByName() throws {
        let request = try ManagedObjectModel.fetching.fetchRequestFromTemplate(
            named: "RunsOf", substitutionVariables: ["ATHLETE": anna.objectID, "PATTERN": "p*"])
        #expect(try context.fetch(request) == [slow])
    }

    @Test("DRV-7 fetched properties are typed and inherited")
    func fetchedProperties() throws {
        #expect(anna.fastRuns == [fast, faster])
        #expect(paula.fastRuns == [fastest])
        #expect(anna.namesakes == [paula])
        #expect(anna.runsTitledLikeTheUnit == [fastest])
        slow.speed = 11
        context.refresh(anna, mergeChanges: true)
        #expect(anna.fastRuns == [slow, fast], "the limit of the request is 2")
        #expect(anna.value(forKey: "namesakes") as? [ManagedObject] == [paula])
    }

    @Test("Generated functions find an object by the values of a uniqueness constraint")
    func lookUpsByConstraints() throws {
        let licence = try #require(anna.licence)
        #expect(try Athlete.find(licence: licence, in: context) === anna)
        #expect(try Athlete.find(licence: UUID(), in: context) == nil)
        #expect(try Athlete.find(name: "Anna", birthYear: 1991, in: context) === paula)
        #expect(try Run.find(athlete: anna, startedAt: Date(timeIntervalSinceReferenceDate: 8), in: context) === slow)
    }

    @Test("UNQ-8 an inherited constraint finds objects of the class that is used")
    func inheritedLookUps() throws {
        let licence = try #require(paula.licence)
        let found: Professional? = try Professional.find(licence: licence, in: context)
        #expect(found === paula)
        #expect(try Athlete.find(licence: licence, in: context) === paula)
        #expect(try Professional.find(licence: #require(anna.licence), in: context) == nil)
        paula.context = "x"
        #expect(try Professional.find(sponsor: "Shoes", context: "x", in: context) === paula)
    }
}
