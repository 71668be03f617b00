import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Four contexts work while their server is killed, restarted, and paused, and while connections are cut. Nothing ends
/// the program, each call succeeds or throws within its time limit,
/// and the store contains every acknowledged save once.
@Suite(
    .serialized,
    .enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct WorkingThroughFaultsTests {
    /// What happens to the server or to a connection.
    private enum Fault: CaseIterable {
        case kill, restart, pause, stop, cutAnswer, cutQuestion, cutCommit
    }

    /// A box of notes with unique names.
    private static let model = ManagedObjectModel(
        Model(
            name: "Notes",
            entities: [
                Entity(
                    name: "Note", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "box", isOptional: true, maximumCount: 1, destinationName: "Box",
                            inverseName: "notes")
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["name"])]),
                Entity(
                    name: "Box",
                    relationships: [
                        Relationship(
                            name: "notes", isOptional: true, isToMany: true, destinationName: "Note",
                            inverseName: "box")
                    ]),
            ]))

    /// How long a statement may take, and how long the store waits for the server beyond that.
    private static let milliseconds = 300
    /// No call takes longer: a save has several statements and looks for its outcome on a connection whose making takes
    /// up to two seconds, and waits for the calls of others that hold what it needs.
    private static let longestCall = Duration.seconds(15)

    /// What the contexts tell the test.
    private final class Account: Sendable {
        struct State {
            var acknowledged: Set<String> = []
            var saveCounts: [Int]
            var errorCounts: [Int]
            var uncertainCount = 0
            var longestCall = Duration.zero
            var problems: [String] = []
            var lastErrors: [Int: String] = [:]
            var isOver = false
        }

        let state: Mutex<State>

        init(workerCount: Int) {
            state = Mutex(
                State(
                    saveCounts: Array(repeating: 0, count: workerCount),
                    errorCounts: Array(repeating: 0, count: workerCount)))
        }

        /// Waits until each worker has done something once more.
        func waitForEach(_ counts: @Sendable (State) -> [Int]) -> Bool {
            let before = state.withLock { counts($0) }
            return eventually { state.withLock { zip(counts($0), before).allSatisfy { $0 > $1 } } }
        }
    }

    /// One context, which saves, fetches, loads, and follows again and again, on a thread of its own.
    private final class Worker {
        private let number: Int
        private let account: Account
        private let context: ManagedObjectContext
        private var errors: [any Error] = []
        private var observation: ContextObservation?
        private var round = 0

        init(_ number: Int, _ container: PersistentContainer, _ account: Account) {
            self.number = number
            self.account = account
            context = container.newContext()
            context.automaticallyMergesChangesFromParent = true
            observation = context.observe { [weak self] event in
                if case .didFailToRead(let error) = event { self?.errors.append(error) }
            }
        }

        func run() {
            while !account.state.withLock({ $0.isOver }) {
                round += 1
                save("\(number) \(round)")
                read()
            }
        }

        /// Saves a new note, however often it takes.
        private func save(_ name: String) {
            let note = context.insertNewObject(forEntityName: "Note")
            note.setValue(name, forKey: "name")
            if round % 3 == 0 {
                note.setValue(context.insertNewObject(forEntityName: "Box"), forKey: "box")
            }
            let isSaved = repeatedly { try context.save() }
            account.state.withLock { state in
                guard isSaved else {
                    if !state.isOver { state.problems.append("\(name) was never saved") }
                    return
                }
                state.acknowledged.insert(name)
                state.saveCounts[number] += 1
            }
        }

        private func read() {
            var count = 0
            var found: [ManagedObject] = []
            _ = repeatedly {
                let request = FetchRequest<ManagedObject>(
                    entityName: "Note", predicate: try .format("name BEGINSWITH '\(number) '"))
                found = try context.fetch(request)
                count = try context.count(for: request)
            }
            if count != round || found.count != round {
                report("\(count) and \(found.count) notes instead of \(round)")
            }
            _ = repeatedly {
                try context.load(Array(found.suffix(5)), relationshipKeyPaths: ["box.notes"])
                // What was loaded is read without the store.
                for note in found.suffix(5) {
                    _ = note.value(forKey: "name")
                    let box = note.value(forKey: "box") as? ManagedObject
                    if let box, (box.value(forKey: "notes") as? Set<ManagedObject>)?.contains(note) != true {
                        report("a box lacks its note")
                    }
                }
            }
            _ = repeatedly {
                errors = []
                context.processPendingChanges()
                if let last = found.last { context.refresh(last, mergeChanges: true) }
                if let first = errors.first { throw first }
            }
        }

        /// Does something until it succeeds, for a minute at most.
        private func repeatedly(_ body: () throws -> Void) -> Bool {
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                let start = ContinuousClock.now
                let result = Result { try body() }
                let duration = ContinuousClock.now - start
                account.state.withLock { $0.longestCall = max($0.longestCall, duration) }
                guard case .failure(let error) = result else { return true }
                note(error)
                Thread.sleep(forTimeInterval: 0.02)
            }
            return false
        }

        private func note(_ error: any Error) {
            account.state.withLock { state in
                state.errorCounts[number] += 1
                state.lastErrors[number] = "\(error)"
                guard let known = error as? StoreError,
                    [.connection, .connectionLost, .poolExhausted, .cancelled].contains(known.code)
                else {
                    state.problems.append("\(number): \(error)")
                    return
                }
                if let uncertain = error as? any UncertainCommitError, uncertain.mayHaveSucceeded {
                    state.uncertainCount += 1
                }
            }
        }

        private func report(_ problem: String) {
            account.state.withLock { $0.problems.append("\(number): \(problem)") }
        }
    }

    /// What happens where there is little time: the server dies, connections are cut in the middle of an answer and
    /// after a commit, and the server does not answer.
    private static let briefFaults: [Fault] = [.kill, .cutAnswer, .stop, .cutCommit]

    @Test("Contexts go on working through faults of the server, and lose no acknowledged save")
    func working() throws {
        var generator = SplitMix.seeded()
        let isLong = runsLongTests || CrashEffort.isFull
        let roundCount = isLong ? 300 : Self.briefFaults.count
        // A server of its own: others would feel it.
        let server = try TestServer()
        let relay = try Relay(to: server)
        let options = PostgreSQLStoreOptions(
            schemaName: "notes", connectionTimeoutMilliseconds: Self.milliseconds,
            statementTimeoutMilliseconds: Self.milliseconds)
        let store = PostgreSQLStoreDescription(
            connectionString: relay.connection + " connect_timeout=2", options: options)
        // Two programs, each with two contexts.
        let containers = try (0..<2).map { _ in try PersistentContainer(model: Self.model, store: store) }
        let account = Account(workerCount: 4)
        let group = DispatchGroup()
        for number in 0..<4 {
            let container = containers[number % 2]
            group.enter()
            let thread = Thread {
                Worker(number, container, account).run()
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        #expect(account.waitForEach { $0.saveCounts })
        defer { account.state.withLock { $0.isOver = true } }
        for round in 0..<roundCount {
            let fault =
                isLong ? Fault.allCases.randomElement(using: &generator) ?? .kill : Self.briefFaults[round]
            let place = Comment(rawValue: "round \(round), \(fault), seed \(generator.seed)")
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.05, using: &generator))
            switch fault {
            case .kill: try server.restart(kills: true)
            case .restart: try server.restart()
            case .pause:
                try server.pause()
                Thread.sleep(forTimeInterval: Double.random(in: 0...1.5, using: &generator))
                try server.resume()
            case .stop:
                // For as long as it takes until each context has been told.
                try server.pause()
                #expect(account.waitForEach { $0.errorCounts }, place)
                try server.resume()
            case .cutAnswer: relay.cut(.afterAnsweredBytes(Int.random(in: 0..<3_000, using: &generator)))
            case .cutQuestion: relay.cut(.afterBytes(Int.random(in: 0..<3_000, using: &generator)))
            case .cutCommit:
                relay.cut(.after("COMMIT\u{0}"), isGoneThen: true)
                Thread.sleep(forTimeInterval: Double.random(in: 0...1.0, using: &generator))
                // Or else a later commit would end all connections for good.
                _ = relay.forgetCut()
                relay.comeBack()
            }
            let goesOn = account.waitForEach { $0.saveCounts }
            try #require(goesOn, "\(place): \(account.state.withLock { $0.lastErrors })")
            relay.comeBack()
        }
        account.state.withLock { $0.isOver = true }
        #expect(group.wait(timeout: .now() + 70) == .success, "a call hangs")
        let state = account.state.withLock { $0 }
        #expect(state.problems == [], "seed \(generator.seed)")
        #expect(state.longestCall < Self.longestCall)
        #expect(state.errorCounts.allSatisfy { $0 > 0 })
        let stored = try server.run("SELECT name FROM notes.note ORDER BY name").split(separator: "\n").map(String.init)
        #expect(Set(stored) == state.acknowledged, "seed \(generator.seed)")
        #expect(stored.count == state.acknowledged.count)
        #expect(
            try PostgreSQLStore.check(connectionString: server.connection, model: Self.model, options: options).isEmpty)
        if isLong {
            print(
                "\(roundCount) rounds: \(stored.count) saves, \(state.errorCounts.reduce(0, +)) errors, "
                    + "\(state.uncertainCount) of unknown outcome, longest call \(state.longestCall)")
        }
    }
}
