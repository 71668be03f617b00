import BenchmarkModels
import Foundation
import GRDB
import ObjectGraph

/// Prints a table of what queries cost, each row against GRDB on the same work in the same run: P4 to P6.
///
/// With an argument, only the rows are measured whose work contains it.
@main
struct QueryBenchmarks {
    private static let personCount = 100_000
    private static let householdCount = 1_000
    private static let roundCount = ProcessInfo.processInfo.environment["ROUNDS"].flatMap(Int.init) ?? 15

    static func main() throws {
        print("| # | work | time | against | its time | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
        let values = (0..<personCount).map { PersonValues(scattered: $0) }
        for hasIndexes in [false, true] {
            let context = try fill(hasIndexes ? People.indexedModel : People.model, values)
            let queue = try DatabaseQueue.people(values, householdCount: householdCount, hasIndexes: hasIndexes)
            try measureQueries(context, queue, hasIndexes: hasIndexes)
            if !hasIndexes {
                try measureCountAndSort(context, queue)
                try measureWalk(context, queue)
                try measureController(context)
            }
        }
    }

    private static func fill(_ model: ManagedObjectModel, _ values: [PersonValues]) throws -> ManagedObjectContext {
        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = container.newContext()
        let households = (0..<householdCount).map { number in
            let household = Household(context: context)
            household.title = "Household \(number)"
            return household
        }
        for (number, value) in values.enumerated() {
            let person = Person(context: context)
            person.set(value)
            person.household = households[number % householdCount]
        }
        try context.save()
        return container.newContext()
    }

    // MARK: P4

    private struct Query {
        var title: String
        var format: String
        var sql: SQLExpression
        var key: String
        /// The bar with indexes, as a ratio.
        var bar = 1.0
    }

    private static func measureQueries(
        _ context: ManagedObjectContext, _ queue: DatabaseQueue, hasIndexes: Bool
    ) throws {
        let addresses = (0..<20).map { "office\($0 * 7)@example.com" }
        let list = addresses.map { "\"\($0)\"" }.joined(separator: ", ")
        let queries = [
            Query(
                title: "prefix", format: "name BEGINSWITH \"Person 1\"",
                sql: Column("name") >= "Person 1" && Column("name") < "Person 2", key: "name"),
            Query(
                title: "range", format: "age BETWEEN {1000, 2000}", sql: (1000...2000).contains(Column("age")),
                key: "name"),
            Query(
                title: "equality", format: "email == \"office77@example.com\"",
                sql: Column("email") == "office77@example.com", key: "name", bar: 0.5),
            Query(
                title: "IN", format: "email IN {\(list)}", sql: addresses.contains(Column("email")), key: "name",
                bar: 0.5),
        ]
        for query in queries {
            var request = try FetchRequest<Person>(predicate: .format(query.format))
            request.sortDescriptors = [ModelSortDescriptor(key: query.key)]
            request.fetchLimit = 100
            let records = PersonRecord.filter(query.sql).order(Column(query.key)).limit(100)
            try row(
                "P4", "\(query.title), sort, limit 100" + (hasIndexes ? ", with indexes" : ""), "GRDB",
                bar: hasIndexes ? query.bar : 0.2
            ) {
                var ages = 0
                for person in try context.fetch(request) { ages += Int(person.age) + person.name.utf8.count }
                return ages
            } peer: {
                try queue.read { database in
                    try records.fetchAll(database).reduce(0) { $0 + Int($1.age) + $1.name.utf8.count }
                }
            }
        }
    }

    private static func measureCountAndSort(_ context: ManagedObjectContext, _ queue: DatabaseQueue) throws {
        let counted = try FetchRequest<Person>(predicate: .format("age > 30000"))
        try row("P4", "count with a predicate", "GRDB", barSeconds: 0.002) {
            try context.count(for: counted)
        } peer: {
            try queue.read { try PersonRecord.filter(Column("age") > 30000).fetchCount($0) }
        }
        var sorted = FetchRequest<Person>()
        sorted.sortDescriptors = [ModelSortDescriptor(key: "name")]
        let records = PersonRecord.select(Column("id"), as: Int64.self).order(Column("name"))
        try row("P4", "sort \(personCount) identities by a string", "GRDB", barSeconds: 0.06) {
            try Int(context.fetchObjectIDs(sorted)[500].number)
        } peer: {
            try queue.read { try Int(records.fetchAll($0)[500]) }
        }
    }

    // MARK: P5

    private static func measureWalk(_ context: ManagedObjectContext, _ queue: DatabaseQueue) throws {
        let households = FetchRequest<Household>()
        let records = HouseholdRecord.including(all: HouseholdRecord.members)
        try row(
            "P5", "fetch \(householdCount) households, walk \(personCount) members and back", "GRDB associations",
            bar: 0.2
        ) {
            var sum = 0
            for household in try context.fetch(households) {
                for person in household.members where person.household === household { sum += Int(person.age) }
            }
            return sum
        } peer: {
            try queue.read { database in
                try HouseholdWithMembers.fetchAll(database, records).reduce(0) { sum, row in
                    row.members.reduce(sum) { $1.householdId == row.household.id ? $0 + Int($1.age) : $0 }
                }
            }
        }
    }

    // MARK: P6

    private static func measureController(_ context: ManagedObjectContext) throws {
        var request = FetchRequest<Person>()
        request.sortDescriptors = [ModelSortDescriptor(key: "name")]
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let delegate = CountingDelegate()
        controller.delegate = delegate
        try controller.performFetch()
        var number = 0
        try row("P6", "controller over \(personCount), one insert", "a refetch", bar: 0.01, barSeconds: 0.001) {
            number += 1
            Person(context: context).name = "Person \(number)"
            context.processPendingChanges()
            return delegate.count
        } peer: {
            try context.fetch(request).count
        }
    }

    // MARK: Rows

    private static func row(
        _ number: String, _ work: String, _ peerName: String, bar: Double? = nil, barSeconds: Double? = nil,
        _ own: () throws -> Int, peer: () throws -> Int
    ) throws {
        if let wanted = CommandLine.arguments.dropFirst().first, !work.contains(wanted) { return }
        var ownTimes: [Double] = []
        var peerTimes: [Double] = []
        var results = (0, 0)
        for round in 0...roundCount {
            let peerTime = try time { results.1 = try peer() }
            let ownTime = try time { results.0 = try own() }
            guard round > 0 else { continue }
            ownTimes.append(ownTime)
            peerTimes.append(peerTime)
        }
        let (seconds, peerSeconds) = (median(ownTimes), median(peerTimes))
        let ratio = seconds / peerSeconds
        let isPassed = (bar.map { ratio <= $0 } ?? true) && (barSeconds.map { seconds <= $0 } ?? true)
        let bars = [
            bar.map { "≤ \($0) ×" }, barSeconds.map { String(format: "≤ %.0f ms", $0 * 1000) },
        ].compactMap { $0 }.joined(separator: ", ")
        let verdict = number != "P6" && results.0 != results.1 ? "DIFFERENT RESULT" : isPassed ? "ok" : "MISS"
        let columns = [
            number, work, String(format: "%.3f ms", seconds * 1000), peerName,
            String(format: "%.3f ms", peerSeconds * 1000), String(format: "%.4f ×", ratio), bars, verdict,
        ]
        print("| \(columns.joined(separator: " | ")) |")
    }

    private static func time(_ work: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}

private final class CountingDelegate: FetchedResultsControllerDelegate {
    typealias Object = Person

    private(set) var count = 0

    func controller(
        _ controller: FetchedResultsController<Person>, didChange object: Person, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        count += 1
    }
}
