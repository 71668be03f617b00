import BenchmarkModels
import Foundation
import GRDB
import GRDBPeer
import ObjectGraph
import SQLiteStore

/// Prints a table of what the SQLite store costs, each row against GRDB on the same work in the same run: Q1 to Q7.
///
/// With an argument, only the rows are measured whose number is it. With a second one, `own` or `peer`, only that side
/// works, for profiling.
@main
struct DatabaseBenchmarks {
    private static let personCount = 100_000
    private static let householdCount = 1_000
    private static let manyCount = 1_000_000

    let folder: URL

    static func main() throws {
        if let work = MemoryWork(arguments: CommandLine.arguments) { return try work.perform() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "database-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("| # | work | time | against | its time | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
        let benchmarks = DatabaseBenchmarks(folder: folder)
        try benchmarks.measureInsertions()
        try benchmarks.measureSingleSaves()
        try benchmarks.measureReading()
        try benchmarks.measureMany()
    }

    private func isWanted(_ number: String) -> Bool {
        CommandLine.arguments.count < 2 || CommandLine.arguments[1] == number
    }

    // MARK: Writing

    private func measureInsertions() throws {
        guard isWanted("Q3") else { return }
        try row("Q3", "insert \(Self.personCount), one durable save", bar: 0.6, rounds: 3) { round in
            let context = try container("own-\(round).sqlite").newContext()
            for number in 1...Self.personCount { Person(context: context).set(PersonValues(number: number)) }
            try context.save()
            return Self.personCount
        } peer: { round in
            try PeerDatabase(folder.appending(path: "peer-\(round).sqlite")).pool.write { database in
                for number in 1...Self.personCount { try PersonRecord(number: number, household: nil).insert(database) }
            }
            return Self.personCount
        }
    }

    private func measureSingleSaves() throws {
        guard isWanted("Q4") else { return }
        let context = try container("own-single.sqlite").newContext()
        let peer = try PeerDatabase(folder.appending(path: "peer-single.sqlite"))
        var number = 0
        try row("Q4", "1,000 single durable saves", bar: 1, rounds: 5) { _ in
            for _ in 0..<1_000 {
                number += 1
                Person(context: context).set(PersonValues(number: number))
                try context.save()
            }
            return 1_000
        } peer: { round in
            for each in 0..<1_000 {
                let record = PersonRecord(number: 1_000_000 + round * 1_000 + each, household: nil)
                try peer.pool.write { try record.insert($0) }
            }
            return 1_000
        }
        try measureFirstSaves()
    }

    /// The saves after opening a store make its journal longer.
    private func measureFirstSaves() throws {
        let rounds = 5
        let contexts = try (0...rounds).map { try container("own-first-\($0).sqlite").newContext() }
        let peers = try (0...rounds).map { try PeerDatabase(folder.appending(path: "peer-first-\($0).sqlite")) }
        try row("Q4", "the first 400 of them", bar: 0.85, rounds: rounds) { round in
            for number in 1...400 {
                Person(context: contexts[round]).set(PersonValues(number: number))
                try contexts[round].save()
            }
            return 400
        } peer: { round in
            for number in 1...400 {
                let record = PersonRecord(number: number, household: nil)
                try peers[round].pool.write { try record.insert($0) }
            }
            return 400
        }
    }

    // MARK: Reading

    private func measureReading() throws {
        guard isWanted("Q1") || isWanted("Q2") || isWanted("Q5") else { return }
        let container = try container("own-read.sqlite", model: People.indexedModel)
        try fill(container)
        let peer = try PeerDatabase(folder.appending(path: "peer-read.sqlite"))
        try peer.fill(personCount: Self.personCount, householdCount: Self.householdCount)
        if isWanted("Q1") { try measureFetchingAll(container, peer) }
        if isWanted("Q2") { try measureQueries(container, peer) }
        if isWanted("Q5") { try measureWalk(container, peer) }
    }

    private func measureFetchingAll(_ container: PersistentContainer, _ peer: PeerDatabase) throws {
        try row("Q1", "fetch \(Self.personCount) objects, read every attribute", bar: 1, rounds: 5) { _ in
            let context = container.newContext()
            return try context.fetch(FetchRequest<Person>(entityName: "Person")).reduce(0) { $0 + $1.weight }
        } peer: { _ in
            try peer.pool.read { try PersonRecord.fetchAll($0).reduce(0) { $0 + $1.weight } }
        }
    }

    private func measureQueries(_ container: PersistentContainer, _ peer: PeerDatabase) throws {
        let context = container.newContext()
        var request = try FetchRequest<Person>(predicate: .format("age BETWEEN {20, 30}"))
        request.sortDescriptors = [ModelSortDescriptor(key: "age")]
        request.fetchLimit = 100
        let records = PersonRecord.filter((20...30).contains(Column("age"))).order(Column("age")).limit(100)
        try row("Q2", "100 of a range, sorted, indexed", bar: 1.2, rounds: 50) { _ in
            context.reset()
            return try context.fetch(request).reduce(0) { $0 + Int($1.age) }
        } peer: { _ in
            try peer.pool.read { try records.fetchAll($0).reduce(0) { $0 + Int($1.age) } }
        }
        let equal = try FetchRequest<Person>(predicate: .format("email == \"person.77@example.com\""))
        let equalRecords = PersonRecord.filter(Column("email") == "person.77@example.com")
        try row("Q2", "those of an e-mail address, indexed", bar: 1.2, rounds: 50) { _ in
            context.reset()
            return try context.fetch(equal).reduce(0) { $0 + Int($1.age) }
        } peer: { _ in
            try peer.pool.read { try equalRecords.fetchAll($0).reduce(0) { $0 + Int($1.age) } }
        }
    }

    private func measureWalk(_ container: PersistentContainer, _ peer: PeerDatabase) throws {
        var households = FetchRequest<Household>()
        households.relationshipKeyPathsForPrefetching = ["members"]
        let records = HouseholdRecord.including(all: HouseholdRecord.members)
        try row(
            "Q5", "walk \(Self.householdCount) households, \(Self.personCount) members and back", bar: 0.5, rounds: 5
        ) { _ in
            let context = container.newContext()
            var sum = 0
            for household in try context.fetch(households) {
                for person in household.members where person.household === household { sum += Int(person.age) }
            }
            return sum
        } peer: { _ in
            try peer.pool.read { database in
                try HouseholdWithMembers.fetchAll(database, records).reduce(0) { sum, row in
                    row.members.reduce(sum) { $1.householdId == row.household.id ? $0 + Int($1.age) : $0 }
                }
            }
        }
    }

    // MARK: Many

    private func measureMany() throws {
        guard isWanted("Q6") || isWanted("Q7") else { return }
        let file = folder.appending(path: "own-many.sqlite")
        for start in stride(from: 0, to: Self.manyCount, by: 100_000) {
            let context = try container(file.lastPathComponent).newContext()
            for number in start + 1...start + 100_000 { Person(context: context).set(PersonValues(number: number)) }
            try context.save()
        }
        let empty = try MemoryWork(kind: .empty, file: file).run()
        let opened = try MemoryWork(kind: .open, file: file).run()
        let touched = try MemoryWork(kind: .touch, file: file).run()
        let few = folder.appending(path: "own-few.sqlite")
        let context = try container(few.lastPathComponent).newContext()
        for number in 1...1_000 { Person(context: context).set(PersonValues(number: number)) }
        try context.save()
        let touchedFew = try MemoryWork(kind: .touch, file: few).run()
        printPlain(
            "Q6", "open a store of \(Self.manyCount)", String(format: "%.2f ms", opened.seconds * 1000), "≤ 20 ms",
            opened.seconds <= 0.02)
        let growth = Double(opened.residentBytes - empty.residentBytes) / 1e6
        printPlain("Q6", "its memory", String(format: "%.1f MB", growth), "≤ 20 MB", growth <= 20)
        let more = Double(touched.residentBytes - touchedFew.residentBytes) / 1e6
        printPlain(
            "Q7", "touch 1,000 of \(Self.manyCount): memory beyond that of 1,000 of 1,000",
            String(format: "%.1f MB", more), "≤ 5 MB", more <= 5)
    }

    // MARK: Stores

    private func container(_ name: String, model: ManagedObjectModel = People.model) throws -> PersistentContainer {
        try PersistentContainer(model: model, store: .sqlite(at: folder.appending(path: name)))
    }

    private func fill(_ container: PersistentContainer) throws {
        let context = container.newContext()
        let households = (0..<Self.householdCount).map { number in
            let household = Household(context: context)
            household.title = "Household \(number)"
            return household
        }
        for number in 1...Self.personCount {
            let person = Person(context: context)
            person.set(PersonValues(number: number))
            person.household = households[number % Self.householdCount]
        }
        try context.save()
    }

    // MARK: Rows

    private func row(
        _ number: String, _ work: String, bar: Double, rounds: Int, _ own: (Int) throws -> Int,
        peer: (Int) throws -> Int
    ) throws {
        var ownTimes: [Double] = []
        var peerTimes: [Double] = []
        var results = (0, 0)
        if CommandLine.arguments.count > 2 {
            for round in 0...rounds { _ = try CommandLine.arguments[2] == "own" ? own(round) : peer(round) }
            return
        }
        for round in 0...rounds {
            let peerTime = try seconds { results.1 = try peer(round) }
            let ownTime = try seconds { results.0 = try own(round) }
            // The first round warms both up.
            guard round > 0 else { continue }
            ownTimes.append(ownTime)
            peerTimes.append(peerTime)
        }
        let (time, peerTime) = (median(ownTimes), median(peerTimes))
        let verdict = results.0 != results.1 ? "DIFFERENT RESULT" : time / peerTime <= bar ? "ok" : "MISS"
        let columns = [
            number, work, String(format: "%.3f ms", time * 1000), "GRDB", String(format: "%.3f ms", peerTime * 1000),
            String(format: "%.3f ×", time / peerTime), "≤ \(bar) ×", verdict,
        ]
        print("| \(columns.joined(separator: " | ")) |")
    }

    private func printPlain(_ number: String, _ work: String, _ value: String, _ bar: String, _ isPassed: Bool) {
        print("| \([number, work, value, "", "", "", bar, isPassed ? "ok" : "MISS"].joined(separator: " | ")) |")
    }

    private func seconds(_ work: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}
