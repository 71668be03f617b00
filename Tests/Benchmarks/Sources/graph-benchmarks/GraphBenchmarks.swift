import BenchmarkModels
import Foundation
import ObjectGraph

/// Prints what the object graph costs: the best of several rounds, beside plain values where these can do the same.
@main
enum GraphBenchmarks {
    static let count = 100_000

    static func main() throws {
        print("| work | time | each | bar | | plain structs |")
        print("|---|---|---|---|---|---|")
        let parts: [(name: String, run: () throws -> Void)] = [
            ("make", make), ("read", read), ("set", set), ("delete", delete), ("child", child), ("save", saveOne),
            ("links", links), ("merge", merge),
        ]
        // For profiling, some of them alone.
        let wanted = CommandLine.arguments.dropFirst()
        for part in parts where wanted.isEmpty || wanted.contains(part.name) { try part.run() }
    }

    private static func make() throws {
        var plain = 0.0
        let seconds = try best { stopwatch in
            let context = try PersistentContainer(model: People.model, store: .inMemory).newContext()
            stopwatch.start()
            for number in 0..<count { Person(context: context).set(PersonValues(number: number)) }
            stopwatch.stop()
        }
        plain = try best { stopwatch in
            stopwatch.start()
            let people = (0..<count).map(PersonValues.init(number:))
            stopwatch.stop()
            precondition(people.count == count)
        }
        row("make 100,000 objects of 6 attributes", seconds, count, bar: 0.060, plain: plain)
        let saving = try best { stopwatch in
            let context = try PersistentContainer(model: People.model, store: .inMemory).newContext()
            for number in 0..<count { Person(context: context).set(PersonValues(number: number)) }
            stopwatch.start()
            try context.save()
            stopwatch.stop()
        }
        row("save them in memory", saving, count)
    }

    private static func read() throws {
        let container = try People.container(count: count)
        let fetching = try best { stopwatch in
            let context = container.newContext()
            stopwatch.start()
            let people = try context.fetch(FetchRequest<Person>())
            stopwatch.stop()
            precondition(people.count == count)
        }
        row("fetch 100,000 objects", fetching, count)
        let touching = try best { stopwatch in
            let context = container.newContext()
            stopwatch.start()
            let people = try context.fetch(FetchRequest<Person>())
            var sum = 0.0
            for person in people {
                sum += Double(person.age) + person.score + (person.isActive ? 1 : 0)
                sum += person.created.timeIntervalSinceReferenceDate
                sum += Double(person.name.utf8.count + person.email.utf8.count)
            }
            stopwatch.stop()
            precondition(sum > 0)
        }
        row("fetch them, touch all 600,000 attributes", touching, count * 6, bar: 0.040)
        let context = container.newContext()
        let people = try context.fetch(FetchRequest<Person>())
        for person in people { _ = person.age }
        let few = Array(people.prefix(1000))
        // The walk from object to object, which counts references, is not what is measured.
        let numbers = try best { stopwatch in
            var sum = 0
            stopwatch.start()
            for person in few { for _ in 0..<1000 { sum &+= Int(person.age) } }
            stopwatch.stop()
            precondition(sum != 1)
        }
        row("read a number of a warm object", numbers, 1_000_000, barEach: 10e-9)
        let texts = try best { stopwatch in
            var sum = 0
            stopwatch.start()
            for person in few { for _ in 0..<1000 { sum &+= person.name.utf8.count } }
            stopwatch.stop()
            precondition(sum != 1)
        }
        row("read a text of a warm object", texts, 1_000_000, barEach: 10e-9)
        let walking = try best { stopwatch in
            var sum = 0
            stopwatch.start()
            for _ in 0..<1000 { for person in few { sum &+= Int(person.age) } }
            stopwatch.stop()
            precondition(sum != 1)
        }
        row("read a number of each object in turn", walking, 1_000_000)
    }

    private static func set() throws {
        let container = try People.container(count: 1000)
        let context = container.newContext()
        let people = try context.fetch(FetchRequest<Person>())
        let seconds = try best { stopwatch in
            stopwatch.start()
            for round in 0..<1000 { for person in people { person.age = Int32(truncatingIfNeeded: round) } }
            stopwatch.stop()
        }
        row("set an attribute", seconds, 1_000_000, barEach: 100e-9)
    }

    private static func delete() throws {
        let seconds = try best(rounds: 5) { stopwatch in
            let container = try People.container(count: count, inHouseholds: true)
            let context = container.newContext()
            let households = try context.fetch(FetchRequest<Household>())
            stopwatch.start()
            for household in households.prefix(1000) { context.delete(household) }
            try context.save()
            stopwatch.stop()
        }
        row("delete 10,000 of 100,000 by cascade, and save", seconds, 10_000, bar: 0.050)
    }

    private static func child() throws {
        let container = try People.container(count: count)
        let context = container.newContext()
        let people = try context.fetch(FetchRequest<Person>())
        let seconds = try best { stopwatch in
            stopwatch.start()
            let child = ManagedObjectContext(parent: context)
            let person = child.object(with: people[500].objectID) as? Person
            person?.name = "changed"
            try child.save()
            stopwatch.stop()
        }
        row("a child context with one change, saved", seconds, 1, bar: 0.001)
    }

    private static func saveOne() throws {
        for size in [1000, 100_000, 1_000_000] {
            let container = try People.container(count: size)
            let context = container.newContext()
            let request = FetchRequest<Person>(fetchLimit: 1)
            let person = try context.fetch(request)[0]
            let seconds = try best { stopwatch in
                stopwatch.start()
                for round in 0..<100 {
                    person.age = Int32(round)
                    try context.save()
                }
                stopwatch.stop()
            }
            row("save one change of \(size) objects in memory", seconds, 100)
        }
    }

    // MARK: -

    static func best(rounds: Int = 7, _ body: (inout Stopwatch) throws -> Void) throws -> Double {
        var best = Double.infinity
        for _ in 0..<rounds {
            var stopwatch = Stopwatch()
            try body(&stopwatch)
            best = min(best, stopwatch.seconds)
        }
        return best
    }

    static func row(
        _ work: String, _ seconds: Double, _ count: Int, bar: Double? = nil, barEach: Double? = nil,
        plain: Double? = nil
    ) {
        let each = seconds / Double(count)
        let isMet = bar.map { seconds <= $0 } ?? barEach.map { each <= $0 }
        var limit = ""
        if let bar { limit = String(format: "%.0f ms", bar * 1000) }
        if let barEach { limit = String(format: "%.0f ns", barEach * 1e9) }
        var verdict = ""
        if let isMet { verdict = isMet ? "ok" : "MISS" }
        let time = String(format: "%.2f ms", seconds * 1000)
        let eachTime = String(format: "%.1f ns", each * 1e9)
        let plainTime = plain.map { String(format: "%.2f ms", $0 * 1000) } ?? ""
        let columns = [work, time, eachTime, limit, verdict, plainTime]
        print("| \(columns.joined(separator: " | ")) |")
    }
}

/// Measures the part of a round that counts.
struct Stopwatch {
    private var began: ContinuousClock.Instant?
    private(set) var seconds = 0.0

    mutating func start() {
        began = ContinuousClock.now
    }

    mutating func stop() {
        guard let began else { return }
        let duration = ContinuousClock.now - began
        seconds += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
