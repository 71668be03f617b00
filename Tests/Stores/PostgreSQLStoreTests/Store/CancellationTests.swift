import Foundation
import ObjectGraph
import PostgreSQLTestSupport
import StoreTestSupport
import Synchronization
import Testing

@testable import PostgreSQLStore

/// Tasks that are canceled while they wait for a server.
@Suite(
    .serialized,
    .enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct CancellationTests {
    let tags: TagStore
    let container: PersistentContainer
    private let blocker: Blocker

    init() throws {
        tags = try TagStore()
        var options = tags.options
        options.maximumConnectionCount = 2
        container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: tags.server.connection, options: options))
        blocker = try Blocker(tags)
    }

    /// A transaction of somebody else that blocks what needs the table.
    private final class Blocker: Sendable {
        private let connection: Mutex<PostgreSQLConnection>

        init(_ tags: TagStore) throws {
            let place = try DatabaseLocation(connectionString: tags.server.connection, schemaName: nil)
            connection = Mutex(try PostgreSQLConnection(to: place, options: PostgreSQLStoreOptions()))
            try run("SET search_path TO \(try #require(tags.options.schemaName))")
        }

        private func run(_ statement: String) throws { try connection.withLock { _ = try $0.run(statement) } }

        /// - Parameter mode: `ACCESS EXCLUSIVE` also blocks queries, `EXCLUSIVE` only saves.
        func block(_ mode: String, _ table: String = "tag") throws {
            try run("BEGIN")
            try run("LOCK TABLE \(table) IN \(mode) MODE")
        }

        func end() throws { try run("COMMIT") }

        /// Waits until other connections wait for the lock.
        func waitUntilBlocking(_ count: Int, _ table: String = "tag") async throws {
            for _ in 0..<2_000 {
                let waiting = try connection.withLock { connection in
                    try connection.run(
                        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '\(table)'::regclass"
                    ).integer(0, 0)
                }
                if waiting == Int64(count) { return }
                try await Task.sleep(for: .milliseconds(5))
            }
            Issue.record("nobody waits for the table")
        }
    }

    private func insertTag(_ name: String) async throws {
        try await container.performBackgroundTask { context in
            context.insertNewObject(forEntityName: "Tag").setValue(name, forKey: "name")
            try context.save()
        }
    }

    private func tagCount() async throws -> Int {
        try await container.newBackgroundContext().count(for: FetchRequest<ManagedObject>(entityName: "Tag"))
    }

    @Test("Canceling a task ends the query that it waits for, and the store goes on")
    func queries() async throws {
        try await insertTag("one")
        try blocker.block("ACCESS EXCLUSIVE")
        let context = container.newBackgroundContext()
        let task = Task { try await context.count(for: FetchRequest<ManagedObject>(entityName: "Tag")) }
        try await blocker.waitUntilBlocking(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The server no longer runs it either.
        try await blocker.waitUntilBlocking(0)
        try blocker.end()
        #expect(try await context.count(for: FetchRequest<ManagedObject>(entityName: "Tag")) == 1)
    }

    @Test("Canceling a task ends a save before its commit; nothing is stored, and the context keeps its changes")
    func saves() async throws {
        try blocker.block("EXCLUSIVE")
        let context = container.newBackgroundContext()
        let task = Task {
            try await context.perform { context in
                context.insertNewObject(forEntityName: "Tag").setValue("late", forKey: "name")
                try context.save()
            }
        }
        try await blocker.waitUntilBlocking(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try blocker.end()
        #expect(try await tagCount() == 0)
        #expect(await context.perform { $0.insertedObjects.count } == 1)
        try await context.save()
        #expect(try await tagCount() == 1)
    }

    @Test("Canceling a task ends the save of a single change before its commit")
    func singleChanges() async throws {
        try await insertTag("one")
        let context = container.newBackgroundContext()
        try await context.perform { context in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first?.setValue("late", forKey: "name")
        }
        try blocker.block("EXCLUSIVE")
        let task = Task { try await context.save() }
        try await blocker.waitUntilBlocking(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try blocker.end()
        let names = try await container.newBackgroundContext().fetch(FetchRequest<ManagedObject>(entityName: "Tag")) {
            $0.value(forKey: "name") as? String
        }
        #expect(names == ["one"])
        try await context.save()
    }

    @Test("A save that can be canceled takes one round trip")
    func roundTrips() async throws {
        // Reserves numbers, and prepares the statements.
        for number in 0..<3 { try await insertTag("\(number)") }
        let stores = container.persistentStoreCoordinator.persistentStores
        let store = try #require(stores.first as? PostgreSQLStore)
        var counts: [Int] = []
        for number in 3..<8 {
            let before = store.roundTripCount
            try await insertTag("\(number)")
            counts.append(store.roundTripCount - before)
        }
        // On a slow machine, the store may look for the saves of others, or remove old rows, beside one of them.
        #expect(counts.sorted()[2] == 1)
    }

    @Test("Canceling a task does not end statements that were sent with the commit, if no lock blocks them")
    func commits() async throws {
        let schema = try #require(tags.options.schemaName)
        // A statement that takes until the test goes on.
        try tags.server.run(
            """
            CREATE TABLE \(schema).go ();
            CREATE FUNCTION \(schema).pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              WHILE NOT EXISTS (SELECT FROM \(schema).go) LOOP PERFORM pg_sleep(0.01); END LOOP;
              RETURN NEW;
            END $$;
            CREATE TRIGGER pause BEFORE INSERT ON \(schema).tag FOR EACH ROW EXECUTE FUNCTION \(schema).pause()
            """)
        let relay = try Relay(to: tags.server)
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: relay.connection, options: tags.options))
        let context = container.newBackgroundContext()
        let task = Task {
            try await context.perform { context in
                context.insertNewObject(forEntityName: "Tag").setValue("stored", forKey: "name")
                try context.save()
            }
        }
        try await waitUntilPaused(schema)
        let count = relay.connectionCount
        task.cancel()
        // Each look at the session is a connection.
        let deadline = ContinuousClock.now + .seconds(30)
        while relay.connectionCount < count + 3, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(relay.connectionCount >= count + 3)
        try tags.server.run("INSERT INTO \(schema).go DEFAULT VALUES")
        try await task.value
        #expect(await context.perform { $0.hasChanges } == false)
        #expect(try await tagCount() == 1)
        withExtendedLifetime(relay) {}
    }

    /// Waits until a statement about a schema sleeps.
    private func waitUntilPaused(_ schema: String) async throws {
        for _ in 0..<2_000 {
            let count = try tags.server.run(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%\(schema)%'")
            if count.contains("1") { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("no statement sleeps")
    }

    @Test("Canceling a task ends its wait for a connection, and leaves the connections to others")
    func connections() async throws {
        try await insertTag("one")
        try blocker.block("ACCESS EXCLUSIVE")
        let counts = (0..<2).map { _ in Task { try await tagCount() } }
        try await blocker.waitUntilBlocking(2)
        let third = Task { try await tagCount() }
        // Time to begin its wait, of which nothing tells.
        try await Task.sleep(for: .milliseconds(50))
        let begin = ContinuousClock.now
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        #expect(ContinuousClock.now - begin < .seconds(5))
        try blocker.end()
        for count in counts { #expect(try await count.value == 1) }
        #expect(try await tagCount() == 1)
    }

    @Test("Canceling a task ends its wait for a server that does not answer a new connection")
    func opening() async throws {
        let server = try SilentServer()
        let call = Call {
            // Nothing else ends it.
            _ = try PostgreSQLStore(
                connectionString: server.connection + " connect_timeout=0", model: TagStore.model,
                options: PostgreSQLStoreOptions(schemaName: "tags"))
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(!call.hasEnded)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.wait() }
    }

    @Test("Canceling a task ends its look for others' saves, and its wait for another task's look")
    func looks() async throws {
        let store = tags.store
        try blocker.block("ACCESS EXCLUSIVE", "modelgen_transaction")
        let first = Call { _ = try store.externalChanges() }
        try await blocker.waitUntilBlocking(1, "modelgen_transaction")
        let (second, third) = (Call { _ = try store.externalChanges() }, Call { _ = try store.externalChanges() })
        try await Task.sleep(for: .milliseconds(100))
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.wait() }
        #expect(!first.hasEnded && !third.hasEnded)
        // The others are not canceled with the one that looks.
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.wait() }
        #expect(!third.hasEnded)
        try blocker.end()
        try await third.wait()
        let objectID = try tags.insert("one", in: try tags.another())
        #expect(try store.externalChanges()?.inserted == [objectID])
    }

    @Test("Numbers that are reserved hold up no save, and canceling a task ends its wait for another task's numbers")
    func numbers() async throws {
        let tags = tags
        let store = tags.store
        let objectID = try tags.insert("one", in: store)
        try blocker.block("EXCLUSIVE", "modelgen_entity")
        // More than were reserved before.
        let first = Call { _ = try store.reserveNumbers(10_000, forRootEntityNamed: "Tag") }
        try await blocker.waitUntilBlocking(1, "modelgen_entity")
        let second = Call { _ = try store.reserveNumbers(10_000, forRootEntityNamed: "Tag") }
        let save = Call { try tags.rename(objectID, "two", in: store) }
        try await save.wait()
        #expect(try tags.names(in: store) == ["two"])
        #expect(!first.hasEnded && !second.hasEnded)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.wait() }
        #expect(!first.hasEnded)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.wait() }
        try blocker.end()
        let number = try store.reserveNumbers(10_000, forRootEntityNamed: "Tag")
        #expect(try store.reserveNumbers(10_000, forRootEntityNamed: "Tag") == number + 10_000)
    }

    @Test("Canceling a task ends its question whether the store keeps a history")
    func tracking() async throws {
        let history = try #require(tags.store.history)
        try history.setTracking(true)
        try blocker.block("ACCESS EXCLUSIVE", "modelgen_history_state")
        let call = Call { _ = try history.readTracking() }
        try await blocker.waitUntilBlocking(1, "modelgen_history_state")
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.wait() }
        try blocker.end()
        #expect(try history.readTracking())
    }

    @Test("Work that was canceled before it asks the store does not ask it")
    func earlyCancellation() async throws {
        let context = container.newBackgroundContext()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await context.count(for: FetchRequest<ManagedObject>(entityName: "Tag"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("An accessor reads its fault although the task is canceled")
    func faults() async throws {
        try await insertTag("one")
        let container = container
        let name = try await Task {
            try await container.performBackgroundTask { context in
                let tag = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first)
                context.refresh(tag, mergeChanges: false)
                withUnsafeCurrentTask { $0?.cancel() }
                return tag.value(forKey: "name") as? String
            }
        }.value
        #expect(name == "one")
    }

    @Test("The view context counts, fetches, and loads without blocking its actor")
    @MainActor func viewContext() async throws {
        try await insertTag("one")
        try blocker.block("ACCESS EXCLUSIVE")
        let context = container.viewContext
        let count = Task {
            try await context.countAsynchronously(for: FetchRequest<ManagedObject>(entityName: "Tag"))
        }
        let fetch = Task {
            try await context.fetchAsynchronously(FetchRequest<ManagedObject>(entityName: "Tag"))
                .map { $0.value(forKey: "name") as? String }
        }
        // On the main actor, which is free.
        try await blocker.waitUntilBlocking(2)
        try blocker.end()
        #expect(try await count.value == 1)
        #expect(try await fetch.value == ["one"])
        let tags = try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag"))
        for tag in tags { context.refresh(tag, mergeChanges: false) }
        try await context.loadAsynchronously(tags)
        #expect(tags.first?.isFault == false)
    }
}
