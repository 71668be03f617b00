import BenchmarkModels
import Foundation
import ObjectGraph
import PostgreSQLStore
import Synchronization

/// Prints a table of what the PostgreSQL store costs, each row against libpq by hand, `COPY` or `pgbench` on the same
/// work, the same server and in the same run: P1 to P4, P6, and P7; and how long it takes until a context sees what
/// another process has saved.
///
/// The argument is a connection string of a server that may be written to: the schema `modelgen_benchmarks` is made and
/// removed. More arguments, such as `P2 P4`, name the rows that are wanted.
@main
struct PostgreSQLBenchmarks {
    private static let personCount = 100_000
    private static let processCount = 8
    private static let saveCount = 1_000
    static let schemaName = "modelgen_benchmarks"
    private static let roundCount = 9
    private static let tellingArgument = "tell"
    private static let savingArgument = "save"
    private static let fetchingArgument = "fetch-and-save"
    private static let toldSaveCount = 50

    let connection: String

    static func main() throws {
        if let work = MemoryWork(arguments: CommandLine.arguments) { return try work.perform() }
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: postgresql-benchmarks CONNECTION [P1] [P2] …")
            exit(64)
        }
        let benchmarks = PostgreSQLBenchmarks(connection: arguments[1])
        if arguments.count > 3, let seed = UInt64(arguments[2]) {
            return try benchmarks.saveAlone(seed: seed, fetches: arguments[3] == Self.fetchingArgument)
        }
        if arguments.count > 2, arguments[2] == Self.tellingArgument { return try benchmarks.saveAndTell() }
        print("| # | work | time | against | its time | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
        try benchmarks.measure(Set(arguments.dropFirst(2)))
    }

    /// - Parameter wanted: The rows to measure; empty for all.
    private func measure(_ wanted: Set<String>) throws {
        func measures(_ rows: String...) -> Bool { wanted.isEmpty || rows.contains(where: wanted.contains) }
        if measures("P2") { try measureInsertions() }
        if measures("P6") { try measureLargeValue() }
        guard measures("P1", "P3", "P4", "P5", "P7") else { return }
        let peer = try PeerConnection(connection)
        try peer.run("DROP SCHEMA IF EXISTS \(Self.schemaName) CASCADE")
        let container = try container(People.indexedModel)
        try insert(1...Self.personCount, into: container)
        try peer.run("ANALYZE \(Self.schemaName).person")
        if measures("P1", "P3") { try measureReading(container, peer) }
        if measures("P4") {
            try measureProcesses(ProcessInfo.processInfo.activeProcessorCount, peer)
            try measureProcesses(Self.processCount, peer)
        }
        if measures("P7") { try measureContexts(peer) }
        if measures("P5") {
            try measureDelay(usesNotifications: true)
            try measureDelay(usesNotifications: false)
        }
        try peer.run("DROP SCHEMA \(Self.schemaName) CASCADE")
    }

    private func container(
        _ model: ManagedObjectModel, usesNotifications: Bool = true
    ) throws -> PersistentContainer {
        let options = PostgreSQLStoreOptions(
            schemaName: Self.schemaName, maximumConnectionCount: Self.processCount, usesNotifications: usesNotifications
        )
        return try PersistentContainer(model: model, store: .postgreSQL(connectionString: connection, options: options))
    }

    private func insert(_ numbers: ClosedRange<Int>, into container: PersistentContainer) throws {
        let context = container.newContext()
        for number in numbers { Person(context: context).set(PersonValues(number: number)) }
        try context.save()
    }

    // MARK: One process

    private func measureInsertions() throws {
        let peer = try PeerConnection(connection)
        var times: (own: [Double], peer: [Double]) = ([], [])
        for round in 0...3 {
            try peer.run("DROP SCHEMA IF EXISTS \(Self.schemaName) CASCADE")
            let container = try container(People.model)
            let table = "\(Self.schemaName).peer"
            try peer.run("CREATE TABLE \(table) (LIKE \(Self.schemaName).person INCLUDING ALL)")
            try peer.run("CHECKPOINT")
            let peerTime = try seconds { try peer.copy(1...Self.personCount, into: table) }
            try peer.run("CHECKPOINT")
            let ownTime = try seconds { try insert(1...Self.personCount, into: container) }
            let counts = try ["person", "peer"].map { try peer.number("SELECT COUNT(*) FROM \(Self.schemaName).\($0)") }
            guard counts == [Self.personCount, Self.personCount] else { throw PeerError(message: "\(counts) rows") }
            // The first round warms both up.
            if round > 0 {
                times.own.append(ownTime)
                times.peer.append(peerTime)
            }
        }
        report("P2", "insert \(Self.personCount), one save", median(times.own), "COPY", median(times.peer), bar: 2)
    }

    private func measureReading(_ container: PersistentContainer, _ peer: PeerConnection) throws {
        // The columns that the store asks for.
        let columns = "id, entity, version, household_id, age, created, email, is_active, name, score, created_exact"
        let all = "SELECT \(columns) FROM \(Self.schemaName).person"
        try peer.prepare("all", all)
        try peer.prepare("some", "\(all) WHERE age BETWEEN 20 AND 30 ORDER BY age NULLS FIRST, id LIMIT 100")
        let context = container.newContext()
        var request = try FetchRequest<Person>(predicate: .format("age BETWEEN {20, 30}"))
        request.sortDescriptors = [ModelSortDescriptor(key: "age")]
        request.fetchLimit = 100
        try compare("P1", "100 of a range, sorted, indexed", bar: 1.3, rounds: 200) {
            context.reset()
            return try context.fetch(request).reduce(0) { $0 + $1.weight }
        } peer: {
            try peer.weight("some")
        }
        try compare("P3", "read \(Self.personCount) objects, every attribute", bar: 1.5, rounds: 15) {
            let context = container.newContext()
            return try context.fetch(FetchRequest<Person>(entityName: "Person")).reduce(0) { $0 + $1.weight }
        } peer: {
            try peer.weight("all")
        }
    }

    private func compare(
        _ number: String, _ work: String, bar: Double, rounds: Int, _ own: () throws -> Int, peer: () throws -> Int
    ) throws {
        var times: (own: [Double], peer: [Double]) = ([], [])
        var sums = (own: 0, peer: 0)
        for round in 0...rounds {
            let peerTime = try seconds { sums.peer = try peer() }
            let ownTime = try seconds { sums.own = try own() }
            // What is freed behind the program's back is not to take time of the peer's.
            if ownTime > 0.01 { Thread.sleep(forTimeInterval: 0.02) }
            guard round > 0 else { continue }
            times.own.append(ownTime)
            times.peer.append(peerTime)
        }
        let isSame = sums.own == sums.peer
        report(number, work, median(times.own), "libpq", median(times.peer), bar: bar, isSame: isSame)
    }

    // MARK: Many processes

    /// Adds 1 to the age of random people, and saves each, as a process of its own. It says when it is ready, and
    /// begins when it is told to; then it prints when its last save was done.
    ///
    /// - Parameter fetches: Whether it fetches each person immediately before the change, which others change too.
    ///   Otherwise it has fetched people of its own before it is ready.
    private func saveAlone(seed: UInt64, fetches: Bool) throws {
        let context = try container(People.indexedModel).newContext()
        let names = Self.names(seed: seed, areOwn: !fetches)
        func person(_ name: String) throws -> Person { try Self.person(name, in: context) }
        let people = fetches ? [] : try names.map(person)
        try FileHandle.standardOutput.write(contentsOf: Data("ready\n".utf8))
        guard readLine() != nil else { throw PeerError(message: "nobody says when to begin") }
        for (place, name) in names.enumerated() {
            while true {
                let person = fetches ? try person(name) : people[place]
                person.age += 1
                do {
                    try context.save()
                    break
                } catch is MergeConflictError {
                    // Another process has changed the person.
                    context.refresh(person, mergeChanges: false)
                }
            }
        }
        try FileHandle.standardOutput.write(contentsOf: Data("\(Self.now)\n".utf8))
    }

    /// The names of random people for the saves of a process or a context.
    ///
    /// - Parameter areOwn: Whether none of them has another seed of the same round. Seeds that follow each other belong
    ///   to a round.
    private static func names(seed: UInt64, areOwn: Bool) -> [String] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<saveCount).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Int(state >> 33) % personCount
            let own = number - number % processCount + Int(seed % UInt64(processCount))
            return "Person \((areOwn ? own : number) + 1)"
        }
    }

    private static func person(_ name: String, in context: ManagedObjectContext) throws -> Person {
        var request = try FetchRequest<Person>(predicate: .format("name == %@", name))
        request.fetchLimit = 1
        guard let person = try context.fetch(request).first else { throw PeerError(message: "a person is missing") }
        return person
    }

    /// Compares with `pgbench`, in turns.
    private func measureProcesses(_ count: Int, _ peer: PeerConnection) throws {
        let table = "\(Self.schemaName).person"
        let entity = try peer.number("SELECT MIN(entity) FROM \(table)")
        let saved = [("the same statement", Self.change(of: entity))]
        let fetched = [("the same statements", Self.ownStatements), ("a transaction", Self.transaction)]
        for (fetches, work, statements) in [
            (false, "single saves", saved), (true, "fetches and saves", fetched),
        ] {
            var times = [Double]()
            var theirTimes = statements.map { _ in [Double]() }
            var isWhole = true
            for round in 0..<Self.roundCount {
                let before = try peer.number("SELECT SUM(age) FROM \(table)")
                times.append(try seconds(ofProcesses: count, fetches: fetches, firstSeed: round * count + 1))
                isWhole = try isWhole && peer.number("SELECT SUM(age) FROM \(table)") - before == count * Self.saveCount
                for (place, (_, text)) in statements.enumerated() {
                    theirTimes[place].append(try seconds(ofPgbench: text, processCount: count))
                }
            }
            for ((name, _), theirs) in zip(statements, theirTimes) {
                report(
                    "P4", "\(count) processes, \(Self.saveCount) \(work) each", median(times), "pgbench, \(name)",
                    median(theirs), bar: 1 / 0.7,
                    isSame: isWhole)
            }
        }
    }

    /// How long the processes take for their saves, from when all are ready. As with `pgbench`, what it takes to
    /// connect and to end is not part of it.
    private func seconds(ofProcesses count: Int, fetches: Bool, firstSeed: Int) throws -> Double {
        let task = fetches ? Self.fetchingArgument : Self.savingArgument
        let processes = try (0..<count).map { number in
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = [connection, "\(firstSeed + number)", task]
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            return (process, input.fileHandleForWriting, output.fileHandleForReading)
        }
        for (_, _, output) in processes where output.availableData.isEmpty {
            throw PeerError(message: "a process has not opened the store")
        }
        let start = Self.now
        for (_, input, _) in processes { try input.write(contentsOf: Data("begin\n".utf8)) }
        let ends = try processes.map { process, _, output in
            let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0, let end = UInt64(text.dropLast()), end > start else {
                throw PeerError(message: "a process has failed")
            }
            return end
        }
        return Double((ends.max() ?? start) - start) / 1e9
    }

    /// The statement that a save of one object sends. `pgbench` does not know the version that the program has read, so
    /// it looks for any.
    private static func change(of entity: Int) -> String {
        """
        \\set id random(1, \(personCount))
        WITH changed AS (UPDATE \(schemaName).person SET version = version + 1, age = age + 1 \
        WHERE id = :id::bigint AND entity = \(entity) AND version > 0 RETURNING id) \
        \(insertion) FROM changed;
        """
    }

    private static let select = """
        \\set number random(1, \(personCount))
        SELECT id, entity, version, age, created, created_exact, email, is_active, name, score, household_id \
        FROM \(schemaName).person WHERE name = 'Person ' || :number::text ORDER BY id LIMIT 1 \\gset
        """
    private static let insertion = """
        INSERT INTO \(schemaName).modelgen_transaction \
        (number, token, writer, author, context_name, changes, model_number) \
        SELECT nextval('\(schemaName).modelgen_transaction_number'), gen_random_uuid(), gen_random_uuid(), \
        NULL, NULL, '{"deleted":{},"inserted":{},"updated":{"Person":[' || :id::text || ']}}', 1
        """
    /// The statements that a fetch and a save send.
    private static let ownStatements = """
        \(select)
        WITH changed AS (UPDATE \(schemaName).person SET version = :version::integer + 1, age = :age::integer + 1 \
        WHERE id = :id::bigint AND entity = :entity::integer AND version = :version::integer RETURNING id) \
        \(insertion) FROM changed;
        """
    /// The same work in a transaction as it is written by hand.
    private static let transaction = """
        \(select)
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT version FROM \(schemaName).person WHERE id = :id::bigint FOR NO KEY UPDATE;
        UPDATE \(schemaName).person SET version = :version::integer + 1, age = :age::integer + 1 WHERE id = :id::bigint;
        \(insertion);
        COMMIT;
        """

    /// How long as many processes of `pgbench` take for some statements, as often, when they are connected.
    ///
    /// - Parameter clientCount: The number of clients of each process, which has one thread for all of them.
    private func seconds(
        ofPgbench statements: String, processCount count: Int, clientCount: Int = 1
    ) throws -> Double {
        let script = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString).pgbench")
        defer { try? FileManager.default.removeItem(at: script) }
        try statements.write(to: script, atomically: true, encoding: .utf8)
        let processes = try (0..<count).map { _ in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "pgbench", "-n", "-M", "prepared", "-c", "\(clientCount)", "-j", "1", "-t", "\(Self.saveCount)", "-f",
                script.path(percentEncoded: false), connection,
            ]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            return (process, output.fileHandleForReading)
        }
        let rates = try processes.map { process, output in
            let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0,
                let rate = text.firstMatch(of: /tps = ([0-9.]+) \(without/).flatMap({ Double($0.output.1) }), rate > 0
            else { throw PeerError(message: "pgbench has failed") }
            return rate
        }
        return Double(count * clientCount * Self.saveCount) / rates.reduce(0, +)
    }

    // MARK: Many contexts of a process

    /// Compares contexts of one process, each on a thread of its own, with as many clients of one `pgbench`, in turns.
    private func measureContexts(_ peer: PeerConnection) throws {
        let count = Self.processCount
        let table = "\(Self.schemaName).person"
        let statement = Self.change(of: try peer.number("SELECT MIN(entity) FROM \(table)"))
        let container = try container(People.indexedModel)
        var times: (own: [Double], peer: [Double]) = ([], [])
        var isWhole = true
        for round in 0..<Self.roundCount {
            let before = try peer.number("SELECT SUM(age) FROM \(table)")
            times.own.append(try seconds(ofContexts: count, firstSeed: round * count + 1, of: container))
            isWhole = try isWhole && peer.number("SELECT SUM(age) FROM \(table)") - before == count * Self.saveCount
            times.peer.append(try seconds(ofPgbench: statement, processCount: 1, clientCount: count))
        }
        report(
            "P7", "\(count) contexts of a process, \(Self.saveCount) single saves each", median(times.own),
            "pgbench, \(count) clients of a process, the same statement", median(times.peer), bar: 1 / 0.7,
            isSame: isWhole)
    }

    /// How long contexts take for their saves, each of people whom it has fetched before and no other context changes.
    private func seconds(ofContexts count: Int, firstSeed: Int, of container: PersistentContainer) throws -> Double {
        let (ready, begin, end) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
        let failure = Mutex<(any Error)?>(nil)
        for number in 0..<count {
            ready.enter()
            end.enter()
            Thread {
                defer { end.leave() }
                let context = container.newContext()
                let people = Result {
                    try Self.names(seed: UInt64(firstSeed + number), areOwn: true).map {
                        try Self.person($0, in: context)
                    }
                }
                ready.leave()
                begin.wait()
                do {
                    for person in try people.get() {
                        person.age += 1
                        try context.save()
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }.start()
        }
        ready.wait()
        let time = seconds {
            for _ in 0..<count { begin.signal() }
            end.wait()
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return time
    }

    // MARK: Delay

    /// Nanoseconds of a clock that all processes share.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Changes a person now and then, as a process of its own, and prints when each save was done.
    private func saveAndTell() throws {
        let context = try container(People.indexedModel).newContext()
        var request = try FetchRequest<Person>(predicate: .format("name == %@", "Person 1"))
        request.fetchLimit = 1
        guard let person = try context.fetch(request).first else { throw PeerError(message: "a person is missing") }
        for _ in 0..<Self.toldSaveCount {
            Thread.sleep(forTimeInterval: .random(in: 0.15...0.25))
            person.score += 1
            try context.save()
            FileHandle.standardOutput.write(Data("\(Self.now)\n".utf8))
        }
    }

    /// How long it takes until a context that follows, and processes changes each millisecond, has the value that
    /// another process has saved.
    private func measureDelay(usesNotifications: Bool) throws {
        let context = try container(People.indexedModel, usesNotifications: usesNotifications).newContext()
        context.automaticallyMergesChangesFromParent = true
        var request = try FetchRequest<Person>(predicate: .format("name == %@", "Person 1"))
        request.fetchLimit = 1
        guard let person = try context.fetch(request).first else { throw PeerError(message: "a person is missing") }
        let start = person.score
        // Until it listens.
        Thread.sleep(forTimeInterval: 1)
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [connection, Self.tellingArgument]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var seen: [Int: UInt64] = [:]
        while seen[Self.toldSaveCount] == nil, process.isRunning || seen.count < Self.toldSaveCount {
            context.processPendingChanges()
            let number = Int((person.score - start).rounded())
            if number > 0, seen[number] == nil { seen[number] = Self.now }
            Thread.sleep(forTimeInterval: 0.001)
        }
        process.waitUntilExit()
        let saved = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n").compactMap { UInt64($0) }
        let delays = saved.enumerated().compactMap { place, time in
            // It may be seen before the process that has saved it is told.
            seen[place + 1].map { Double(max($0, time) - time) / 1e6 }
        }.sorted()
        guard delays.count == Self.toldSaveCount else { throw PeerError(message: "\(delays.count) saves were seen") }
        let columns = [
            "P5", "seeing another process's save, \(usesNotifications ? "notified" : "by looking")",
            String(format: "%.1f ms", delays[delays.count / 2]), "",
            String(format: "at most %.1f ms", delays[delays.count - 1]), "", "", "",
        ]
        print("| \(columns.joined(separator: " | ")) |")
    }

    // MARK: Rows

    private func report(
        _ number: String, _ work: String, _ time: Double, _ against: String, _ peerTime: Double, bar: Double,
        isSame: Bool = true
    ) {
        let verdict = !isSame ? "DIFFERENT RESULT" : time / peerTime <= bar ? "ok" : "MISS"
        let columns = [
            number, work, String(format: "%.3f ms", time * 1000), against, String(format: "%.3f ms", peerTime * 1000),
            String(format: "%.3f ×", time / peerTime), String(format: "≤ %.2f ×", bar), verdict,
        ]
        print("| \(columns.joined(separator: " | ")) |")
    }

    private func seconds(_ work: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}
