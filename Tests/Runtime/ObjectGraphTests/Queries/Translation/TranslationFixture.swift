import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Runs and athletes with values, nil and all that is in between, on which both kinds of predicate must agree.
struct TranslationFixture {
    let context: ManagedObjectContext
    let runs: [Run]
    let athletes: [Athlete]

    init() throws {
        let context = try makeContext(.fetching)
        let people: [(String, Int16)] = [("Anna", 1990), ("bert", 1985), ("", 0), ("Änne", 1991)]
        let athletes = people.map { name, year in
            let athlete = Athlete(context: context)
            athlete.name = name
            athlete.birthYear = year
            return athlete
        }
        athletes[0].licence = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")
        let titles = ["park", "Park run", "", nil, "Straße", "mARK", "42", "night park"]
        let runs = titles.enumerated().map { number, title in
            let run = Run(context: context)
            run.title = title
            run.speed = [0, -1.5, 12, 12.5, .infinity, 3, 9.75, 0][number]
            run.distance = number == 3 ? nil : Decimal(number) / 2
            run.startedAt = number % 3 == 2 ? nil : Date(timeIntervalSinceReferenceDate: Double(number) * 1000)
            run.athlete = number == 7 ? nil : athletes[number % 3]
            run.weather = number % 2 == 0 ? .dry : .wet
            return run
        }
        // What no case has.
        runs[5].weatherRawValue = 99
        (self.context, self.athletes, self.runs) = (context, athletes, runs)
    }

    /// Checks what a predicate becomes, and that it has the same answer on every object, in a fetch too.
    func check(
        _ predicate: Predicate<Run>, _ format: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectSame(predicate, as: format, on: runs, sourceLocation: sourceLocation)
    }

    func check(
        _ predicate: Predicate<Athlete>, _ format: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectSame(predicate, as: format, on: athletes, sourceLocation: sourceLocation)
    }
}

/// Checks what a predicate becomes, and that it has the same answer on some objects.
func expectSame<Object: ManagedObject>(
    _ predicate: Predicate<Object>, as format: String, on objects: [Object],
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let context = try #require(objects.first?.managedObjectContext, sourceLocation: sourceLocation)
    let translated = try ModelPredicate(predicate, model: context.managedObjectModel)
    #expect(translated.description == format, sourceLocation: sourceLocation)
    for (number, object) in objects.enumerated() {
        let expected = try predicate.evaluate(object)
        #expect(
            try translated.evaluate(with: object) == expected, "object \(number)", sourceLocation: sourceLocation)
    }
}
