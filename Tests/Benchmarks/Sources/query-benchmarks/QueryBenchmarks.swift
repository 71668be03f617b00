import Foundation
import GRDB
import ObjectGraph

/// Prints a table of what queries cost, each row against GRDB on the same work in the same run: P4 to P6.
@main
struct QueryBenchmarks {
    private static let heroCount = 100_000
    private static let teamCount = 1_000
    private static let roundCount = 15

    static func main() throws {
        print("| # | work | time | against | its time | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
        let values = (0..<heroCount).map { HeroValues(number: $0, teamCount: teamCount) }
        for hasIndexes in [false, true] {
            let context = try fill(.heroes(hasIndexes: hasIndexes), values)
            let queue = try DatabaseQueue.heroes(values, teamCount: teamCount, hasIndexes: hasIndexes)
            try measureQueries(context, queue, hasIndexes: hasIndexes)
            if !hasIndexes {
                try measureCountAndSort(context, queue)
                try measureWalk(context, queue)
                try measureController(context)
            }
        }
    }

    private static func fill(_ model: ManagedObjectModel, _ values: [HeroValues]) throws -> ManagedObjectContext {
        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = container.newContext()
        let teams = (0..<teamCount).map { number in
            let team = Team(context: context)
            team.title = "Team \(number)"
            return team
        }
        for value in values {
            let hero = Hero(context: context)
            hero.name = value.name
            hero.city = value.city
            hero.age = value.age
            hero.team = teams[value.team]
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
    }

    private static func measureQueries(
        _ context: ManagedObjectContext, _ queue: DatabaseQueue, hasIndexes: Bool
    ) throws {
        let cities = (0..<20).map { "City \($0 * 7)" }
        let list = cities.map { "\"\($0)\"" }.joined(separator: ", ")
        let queries = [
            Query(
                title: "prefix", format: "name BEGINSWITH \"Hero 1\"",
                sql: Column("name") >= "Hero 1" && Column("name") < "Hero 2", key: "name"),
            Query(
                title: "range", format: "age BETWEEN {1000, 2000}", sql: (1000...2000).contains(Column("age")),
                key: "name"),
            Query(title: "equality", format: "city == \"City 77\"", sql: Column("city") == "City 77", key: "name"),
            Query(title: "IN", format: "city IN {\(list)}", sql: cities.contains(Column("city")), key: "name"),
        ]
        for query in queries {
            var request = try FetchRequest<Hero>(predicate: .format(query.format))
            request.modelSortDescriptors = [ModelSortDescriptor(key: query.key)]
            request.fetchLimit = 100
            let records = HeroRecord.filter(query.sql).order(Column(query.key)).limit(100)
            try row(
                "P4", "\(query.title), sort, limit 100" + (hasIndexes ? ", with indexes" : ""), "GRDB",
                bar: hasIndexes ? 1 : 0.2
            ) {
                var ages = 0
                for hero in try context.fetch(request) { ages += Int(hero.age) + (hero.name?.utf8.count ?? 0) }
                return ages
            } peer: {
                try queue.read { database in
                    try records.fetchAll(database).reduce(0) { $0 + Int($1.age) + ($1.name?.utf8.count ?? 0) }
                }
            }
        }
    }

    private static func measureCountAndSort(_ context: ManagedObjectContext, _ queue: DatabaseQueue) throws {
        let counted = try FetchRequest<Hero>(predicate: .format("age > 30000"))
        try row("P4", "count with a predicate", "GRDB", barSeconds: 0.002) {
            try context.count(for: counted)
        } peer: {
            try queue.read { try HeroRecord.filter(Column("age") > 30000).fetchCount($0) }
        }
        var sorted = FetchRequest<Hero>()
        sorted.modelSortDescriptors = [ModelSortDescriptor(key: "name")]
        let records = HeroRecord.select(Column("id"), as: Int64.self).order(Column("name"))
        try row("P4", "sort \(heroCount) identities by a string", "GRDB", barSeconds: 0.06) {
            try Int(context.fetchObjectIDs(sorted)[500].number)
        } peer: {
            try queue.read { try Int(records.fetchAll($0)[500]) }
        }
    }

    // MARK: P5

    private static func measureWalk(_ context: ManagedObjectContext, _ queue: DatabaseQueue) throws {
        let teams = FetchRequest<Team>()
        let records = TeamRecord.including(all: TeamRecord.heroes)
        try row("P5", "fetch \(teamCount) teams, walk \(heroCount) heroes and back", "GRDB associations", bar: 0.2) {
            var sum = 0
            for team in try context.fetch(teams) {
                for hero in team.heroes where hero.team === team { sum += Int(hero.age) }
            }
            return sum
        } peer: {
            try queue.read { database in
                try TeamWithHeroes.fetchAll(database, records).reduce(0) { sum, team in
                    team.heroes.reduce(sum) { $1.teamId == team.team.id ? $0 + Int($1.age) : $0 }
                }
            }
        }
    }

    // MARK: P6

    private static func measureController(_ context: ManagedObjectContext) throws {
        var request = FetchRequest<Hero>()
        request.modelSortDescriptors = [ModelSortDescriptor(key: "name")]
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let delegate = CountingDelegate()
        controller.setDelegate(delegate)
        try controller.performFetch()
        var number = 0
        try row("P6", "controller over \(heroCount), one insert", "a refetch", bar: 0.01, barSeconds: 0.001) {
            number += 1
            Hero(context: context).name = "Hero \(number)"
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
    typealias Object = Hero

    private(set) var count = 0

    func controller(
        _ controller: FetchedResultsController<Hero>, didChange object: Hero, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        count += 1
    }
}
