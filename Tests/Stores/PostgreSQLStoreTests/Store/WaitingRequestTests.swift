#if compiler(>=6.3)
    import Foundation
    import ObjectGraph
    import PostgreSQLTestSupport
    import TestSupport
    import Testing

    @testable import PostgreSQLStore

    /// Many tasks that wait for a database, and others beside them that use no store.
    @Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
    struct WaitingRequestTests {
        @Test("While 64 tasks wait for a database, 99 of 100 others begin within 20 ms")
        func waiting() async throws {
            let tags = try TagStore()
            try await Self.run(tags.server.connection, try #require(tags.options.schemaName))
        }

        /// Runs the tasks in a process of their own, since other tests block the threads of this one.
        private static func run(_ connection: String, _ schema: String) async throws {
            await #expect(processExitsWith: .success) {
                [connection = connection as String, schema = schema as String] in
                try await WaitingRequests.run(connection, schema)
            }
        }
    }

    /// Tasks that wait for a table of tags.
    private enum WaitingRequests {
        private static let requestCount = 64
        private static let connectionCount = 8
        /// How many tasks are measured in a row, a few milliseconds apart.
        private static let probeCount = runsLongTests ? 2_000 : 200
        private static let longestDelay = Duration.milliseconds(20)

        static func run(_ connection: String, _ schema: String) async throws {
            let options = PostgreSQLStoreOptions(
                schemaName: schema, maximumConnectionCount: connectionCount, connectionTimeoutMilliseconds: 60_000)
            let container = try PersistentContainer(
                model: TagStore.model, store: .postgreSQL(connectionString: connection, options: options))
            let blocker = try PostgreSQLConnection(
                to: DatabaseLocation(connectionString: connection, schemaName: nil), options: PostgreSQLStoreOptions())
            let statements = [
                "SET search_path TO \(schema)",
                // If nothing went on here, nobody else would unlock the table.
                "SET idle_in_transaction_session_timeout = '30s'",
                "BEGIN", "LOCK TABLE tag IN ACCESS EXCLUSIVE MODE",
            ]
            for statement in statements { _ = try blocker.run(statement) }
            let requests = (0..<requestCount).map { number in
                Task { try await request(number, container) }
            }
            for _ in 0..<2_000 {
                guard try waitingCount(blocker) < connectionCount / 2 else { break }
                try await Task.sleep(for: .milliseconds(5))
            }
            var delay = Duration.seconds(60)
            // Other programs may be in the way for a while, but a thread that waits here is until the end.
            for _ in 0..<3 where delay >= longestDelay { delay = min(delay, await longestUsualDelay()) }
            #expect(delay < longestDelay)
            #expect(try waitingCount(blocker) >= connectionCount / 2, "nobody waits for the table")
            _ = try blocker.run("COMMIT")
            for request in requests { try await request.value }
            let count = try await container.newBackgroundContext().count(
                for: FetchRequest<ManagedObject>(entityName: "Tag"))
            #expect(count == requestCount / 2)
        }

        /// Counts tags, or saves a new one.
        private static func request(_ number: Int, _ container: PersistentContainer) async throws {
            try await container.performBackgroundTask { context in
                if number % 2 == 0 {
                    _ = try context.count(for: FetchRequest<ManagedObject>(entityName: "Tag"))
                } else {
                    context.insertNewObject(forEntityName: "Tag").setValue("\(number)", forKey: "name")
                    try context.save()
                }
            }
        }

        /// The number of connections that wait for the table.
        private static func waitingCount(_ blocker: PostgreSQLConnection) throws -> Int {
            let rows = try blocker.run(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tag'::regclass")
            return Int(rows.integer(0, 0))
        }

        /// The time within which 99 of 100 tasks begin.
        private static func longestUsualDelay() async -> Duration {
            var delays: [Duration] = []
            for _ in 0..<probeCount {
                let start = ContinuousClock.now
                delays.append(await Task.detached { ContinuousClock.now }.value - start)
                try? await Task.sleep(for: .milliseconds(2))
            }
            return delays.sorted()[probeCount * 99 / 100 - 1]
        }
    }
#endif
