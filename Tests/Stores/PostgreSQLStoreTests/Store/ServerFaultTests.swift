import Foundation
import ObjectGraph
import PostgreSQLTestSupport
import StoreTestSupport
import Synchronization
import Testing

@testable import PostgreSQLStore

/// Servers that go away, and connections that never were.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ServerFaultTests {
    @Test("A store continues after its server was restarted")
    func serverRestarts() throws {
        // A server of its own: others would feel it.
        let server = try TestServer()
        let options = PostgreSQLStoreOptions(schemaName: "tags")
        let store = try PostgreSQLStore(connectionString: server.connection, model: TagStore.model, options: options)
        let number = try store.reserveNumbers(2, forRootEntityNamed: "Tag")
        func insert(_ number: Int64) throws {
            var changes = StoreChanges()
            changes.inserted = [
                StoreChanges.Insertion(
                    objectID: ObjectID(storeIdentifier: store.identifier, entityName: "Tag", number: number),
                    values: [.string("tag \(number)"), .null], destinations: [])
            ]
            _ = try store.commit(changes)
        }
        try insert(number)
        try server.restart()
        try insert(number + 1)
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        #expect(try store.openView().count(StoreQuery(entity: entity, entityNames: ["Tag"])) == 2)
    }

    /// What threads do at the same time.
    private final class Calls: Sendable {
        /// How long each call took, and its error.
        private let ended = Mutex<[(duration: Duration, error: (any Error)?)]>([])
        private let group = DispatchGroup()

        /// Calls a closure on each of some threads.
        init(_ count: Int, _ body: @escaping @Sendable () throws -> Void) {
            for _ in 0..<count {
                group.enter()
                Thread.detachNewThread { [self] in
                    let begin = ContinuousClock.now
                    let result = Result { try body() }
                    let duration = ContinuousClock.now - begin
                    ended.withLock { ended in
                        if case .failure(let error) = result {
                            ended.append((duration, error))
                        } else {
                            ended.append((duration, nil))
                        }
                    }
                    group.leave()
                }
            }
        }

        /// Waits until all calls have ended, for two minutes at most.
        ///
        /// - Returns: The longest time that one of them took, and the codes of their errors, nil without one.
        func wait() -> (longest: Duration, codes: [StoreError.Code?]) {
            #expect(group.wait(timeout: .now() + 120) == .success)
            let ended = ended.withLock { $0 }
            for case let error? in ended.map(\.error) where !(error is StoreError) { Issue.record(error) }
            return (ended.map(\.duration).max() ?? .zero, ended.map { ($0.error as? StoreError)?.code })
        }
    }

    @Test("While a server is paused, each of many fetches ends after about two of its time limits")
    func pausedServer() throws {
        // A server of its own: others would feel it.
        let server = try TestServer()
        let options = PostgreSQLStoreOptions(
            schemaName: "tags", connectionTimeoutMilliseconds: 300, statementTimeoutMilliseconds: 300)
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: server.connection, options: options))
        @Sendable func count() throws -> Int {
            try container.newContext().count(for: FetchRequest<ManagedObject>(entityName: "Tag"))
        }
        #expect(try count() == 0)
        try server.pause()
        let (longest, codes) = Calls(64) { _ = try count() }.wait()
        try server.resume()
        #expect(codes.count == 64)
        #expect(codes.allSatisfy { $0 == .connection || $0 == .connectionLost || $0 == .poolExhausted }, "\(codes)")
        // A connection without an answer is given up after 600 ms: that of the first one. The others, and then all of
        // them, wait for a connection. One after the other, they would take more than half a minute.
        #expect(longest < .seconds(4), "\(longest)")
        // At first, the server still has to end the connections that were given up.
        #expect(eventually { (try? count()) == 0 })
    }

    @Test("Looks for others' saves that wait for one that fails end together, and the next one finds the saves")
    func failedLooks() throws {
        let tags = try TagStore()
        var options = tags.options
        options.statementTimeoutMilliseconds = 300
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        let place = try DatabaseLocation(connectionString: tags.server.connection, schemaName: nil)
        let blocker = try PostgreSQLConnection(to: place, options: PostgreSQLStoreOptions())
        try blocker.run("BEGIN")
        try blocker.run(
            "LOCK TABLE \(try #require(tags.options.schemaName)).modelgen_transaction IN ACCESS EXCLUSIVE MODE")
        let (longest, codes) = Calls(40) { _ = try store.externalChanges() }.wait()
        #expect(codes.allSatisfy { $0 == .cancelled }, "\(codes)")
        // One after the other, they would take twelve seconds.
        #expect(longest < .seconds(4), "\(longest)")
        try blocker.run("ROLLBACK")
        let objectID = try tags.insert("a", in: tags.store)
        #expect(try store.externalChanges() == ExternalChanges(inserted: [objectID]))
        #expect(try store.externalChanges() == nil)
    }

    @Test("Looks for others' saves at the same time find each save once")
    func sharedLooks() throws {
        let tags = try TagStore()
        let store = try tags.another()
        var inserted: Set<ObjectID> = []
        let found = Mutex<[ObjectID]>([])
        for number in 0..<20 {
            inserted.insert(try tags.insert("\(number)", in: tags.store))
            let codes = Calls(8) {
                let changes = try store.externalChanges()
                found.withLock { $0 += changes?.inserted ?? [] }
            }.wait().codes
            #expect(codes.allSatisfy { $0 == nil })
            #expect(found.withLock { Set($0) } == inserted)
        }
        #expect(found.withLock { $0.count } == 20)
    }

    @Test("Opening a store on a server that never answers ends with an error after the limit")
    func silentServer() throws {
        let server = try SilentServer()
        let begin = ContinuousClock.now
        let error = #expect(throws: StoreError.self) {
            _ = try PostgreSQLStore(
                connectionString: server.connection, model: TagStore.model,
                options: PostgreSQLStoreOptions(schemaName: "tags", connectionTimeoutMilliseconds: 1_500))
        }
        let duration = ContinuousClock.now - begin
        #expect(error?.code == .connection)
        #expect(
            error?.message.hasPrefix("the server cannot be reached: it has not answered for ") == true,
            "\(error?.message ?? "")")
        #expect(duration >= .milliseconds(1_500) && duration < .seconds(8), "\(duration)")
    }

    @Test("A new connection of a request waits no longer than the request, whatever the connection string says")
    func pausedConnecting() throws {
        let server = try TestServer()
        let place = try DatabaseLocation(
            connectionString: server.connection + " connect_timeout=60", schemaName: nil)
        let pool = ConnectionPool(place, PostgreSQLStoreOptions(connectionTimeoutMilliseconds: 500))
        try pool.use { first in
            try first.run("SELECT 1")
            try server.pause()
            let begin = ContinuousClock.now
            let error = #expect(throws: StoreError.self) { try pool.use { _ = try $0.run("SELECT 1") } }
            #expect(error?.code == .connection)
            #expect(ContinuousClock.now - begin < .seconds(8))
            try server.resume()
            try first.run("SELECT 1")
        }
    }

    @Test("A host that accepts connections and never answers is passed over for the next one")
    func silentHost() throws {
        let tags = try TagStore()
        let silent = try SilentServer()
        try tags.insert("a", in: tags.store)
        var options = tags.options
        options.connectionTimeoutMilliseconds = 2_000
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection.replacing("host=", with: "host=\(silent.folder),"),
            model: TagStore.model, options: options)
        #expect(try tags.names(in: store) == ["a"])
    }

    @Test("Listening for others' saves is given up if the server does not answer, whatever the string says")
    func unansweredListener() throws {
        let tags = try TagStore()
        let relay = try Relay(to: tags.server)
        let lines = LogLines()
        var options = tags.options
        options.connectionTimeoutMilliseconds = 1_000
        options.logger = lines.logger
        let store = try PostgreSQLStore(
            connectionString: relay.connection + " connect_timeout=0", model: TagStore.model, options: options)
        // The name of the database, with which a connection begins.
        relay.cut(.never(containing: "postgres"))
        store.observeExternalChanges {}
        #expect(relay.waitUntilHolding())
        #expect(eventually { lines.all.contains { $0.contains("cannot listen for other processes") } })
        withExtendedLifetime(store) {}
    }

    @Test("Asking whether a canceled commit waits for a lock is given up if the server does not answer")
    func unansweredQuestion() throws {
        let relay = try Relay(to: #require(TestServer.shared))
        let place = try DatabaseLocation(
            connectionString: relay.connection + " connect_timeout=0", schemaName: nil)
        var connection: PostgreSQLConnection? = try PostgreSQLConnection(to: place, options: PostgreSQLStoreOptions())
        // What asks keeps it.
        weak var interruption: StatementInterruption?
        interruption = connection?.interruption
        relay.cut(.never(containing: "postgres"))
        try connection?.committing {
            interruption?.request()
            #expect(relay.waitUntilHolding())
        }
        connection = nil
        #expect(eventually { interruption == nil })
    }

    @Test("A failed rollback does not hide the error before it")
    func failedRollbacks() throws {
        struct FirstError: Error {}
        let engine = try SharedFeatureEngine(on: #require(TestServer.shared), refusing: [])
        let place = try DatabaseLocation(connectionString: engine.connection, schemaName: nil)
        let pool = ConnectionPool(place, PostgreSQLStoreOptions(maximumConnectionCount: 1))
        engine.fail("ROLLBACK", with: "XX000")
        #expect(throws: FirstError.self) { try pool.use { try $0.transaction { throw FirstError() } } }
        // The connection whose transaction is still open is not used again.
        let count = try pool.use { connection in
            try connection.transaction { try connection.run("SELECT 1").rowCount }
        }
        #expect(count == 1)
    }

    @Test(
        "Errors of a connection string contain no password",
        arguments: [
            "postgresql://user:hunter2@[broken", "host=/nowhere password=hunter2 dbname=x", "hunter2",
            "postgresql://user:p@hunter2@127.0.0.1:1/x", "postgresql://user:12/hunter2@127.0.0.1:1/x",
            "postgresql://user:p@ss:hunter2@127.0.0.1:1/x", "postgresql://user:hunter2/p@127.0.0.1:1/x",
            "postgresql://user:p/hunter2@127.0.0.1:1/x",
        ])
    func errorsRepeatNoPasswords(_ connection: String) throws {
        let error = #expect(throws: StoreError.self) {
            try PostgreSQLStore(connectionString: connection, model: TagStore.model)
        }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("A store of another version of the model is refused with the changed entities")
    func otherModelVersions() throws {
        let tags = try TagStore()
        let other = ManagedObjectModel(
            Model(name: "Tags", entities: [Entity(name: "Tag", attributes: [Attribute(name: "title", type: .string)])]))
        let error = #expect(throws: StoreError.self) {
            try PostgreSQLStore(connectionString: tags.server.connection, model: other, options: tags.options)
        }
        #expect(error?.code == .modelMismatch)
        #expect(
            error?.message == """
                the store was written with another version of the model 'Tags' (changed: Tag); open it with that version, \
                or migrate it (see the page 'Migrate a store')
                """)
    }

    @Test("A connection that was lost in the middle of several statements is not used again")
    func lostPipelines() throws {
        let server = try #require(TestServer.shared)
        let place = try DatabaseLocation(connectionString: server.connection, schemaName: nil)
        let pool = ConnectionPool(
            place, PostgreSQLStoreOptions(maximumConnectionCount: 1, connectionTimeoutMilliseconds: 5_000))
        // Large ones fail while they are sent.
        let large = Parameter(String(repeating: "a", count: 1_000_000))
        let statements = (0..<20).map { _ in Statement(text: "SELECT $1::text", parameters: [large]) }
        for round in 0..<10 {
            let process = try pool.use { try $0.run("SELECT pg_backend_pid()").integer(0, 0) }
            try server.run("SELECT pg_terminate_backend(\(process))")
            let error = #expect(throws: StoreError.self) {
                try pool.use { connection in
                    _ = try connection.run(round.isMultiple(of: 2) ? statements : Array(statements.prefix(2)))
                }
            }
            #expect(error?.code == .connectionLost)
            #expect(try pool.runRepeatably("SELECT 1").rowCount == 1)
        }
    }

    @Test("A connection on which the server refuses one of several statements is used again")
    func refusedStatements() throws {
        let server = try #require(TestServer.shared)
        let place = try DatabaseLocation(connectionString: server.connection, schemaName: nil)
        let pool = ConnectionPool(place, PostgreSQLStoreOptions(maximumConnectionCount: 1))
        func process() throws -> Int64 { try pool.use { try $0.run("SELECT pg_backend_pid()").integer(0, 0) } }
        let before = try process()
        let statements = ["SELECT 1", "SELECT 1 / 0", "SELECT 2", "SELECT 3"].map { Statement(text: $0) }
        let error = #expect(throws: StoreError.self) {
            try pool.use { connection in _ = try connection.run(statements) }
        }
        #expect(error?.code == .database)
        #expect(try process() == before)
    }

    @Test("Several processes whose server is killed lose no save and repeat none")
    func killedServers() throws {
        let server = try TestServer()
        let writers = try ["Anna", "Ben", "Cleo"].map { try WriterProcess([server.connection, $0, "60"]) }
        // In the middle of the work of all, wherever each is. A store that is not open yet would not wait.
        let begun = "SELECT COUNT(DISTINCT split_part(name, ' ', 1)) FROM heroes.superhero"
        #expect(try eventually { try count(of: server) > 0 && server.run(begun) == "3" })
        for heroCount in [60, 180] {
            #expect(try eventually { try count(of: server) >= heroCount })
            try server.restart(kills: true)
        }
        for writer in writers { #expect(writer.finished() == Array(0..<60)) }
        #expect(try count(of: server) == 3 * 60 * 2)
        let twice = "SELECT COUNT(*) FROM (SELECT name FROM heroes.superhero GROUP BY name HAVING COUNT(*) = 2) pairs"
        #expect(try server.run(twice) == "180")
    }

    /// How many heroes there are; none where there is no table yet.
    private func count(of server: TestServer) throws -> Int {
        guard try server.run("SELECT to_regclass('heroes.superhero') IS NOT NULL") == "t" else { return 0 }
        return Int(try server.run("SELECT COUNT(*) FROM heroes.superhero")) ?? 0
    }

    @Test("A wrong password is an error that does not contain it")
    func aWrongPasswordIsSaidWithoutRepeatingIt() throws {
        let server = try TestServer(askingForPasswordOf: "guest")
        try server.run("CREATE ROLE guest LOGIN PASSWORD 'right'")
        let connection = server.connection.replacing("user=tests", with: "user=guest")
        func open(_ password: String) throws {
            let options = PostgreSQLStoreOptions(schemaName: "tags", createsStoreIfMissing: false)
            _ = try PostgreSQLStore(
                connectionString: "\(connection) password=\(password)", model: TagStore.model, options: options)
        }
        let error = #expect(throws: StoreError.self) { try open("hunter2") }
        #expect(error?.code == .connection)
        #expect(error?.message.hasPrefix("the server cannot be reached: connection to server ") == true)
        #expect(error?.message.hasSuffix(#"password authentication failed for user "guest""#) == true)
        #expect(error?.description.contains("hunter2") == false)
        // The right one leads to the next question.
        let right = #expect(throws: StoreError.self) { try open("right") }
        #expect(right?.code == .notAStore)
    }

    @Test("A schema that is missing or contains no store is an error")
    func aSchemaThatIsNotThereOrIsNoStoreIsSaid() throws {
        let server = try #require(TestServer.shared)
        var options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), createsStoreIfMissing: false)
        func open() throws {
            _ = try PostgreSQLStore(connectionString: server.connection, model: TagStore.model, options: options)
        }
        let absent = #expect(throws: StoreError.self) { try open() }
        #expect(absent?.code == .notAStore)
        options.createsStoreIfMissing = true
        let schema = try #require(options.schemaName)
        try server.run("CREATE SCHEMA \(schema); CREATE TABLE \(schema).tag (id text)")
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(
            error?.message == """
                the schema '\(schema)' has tables with the names of a store's tables, but contains no store
                """)
    }

    @Test("A renamed or retyped column is an error that names it")
    func alteredTables() throws {
        let tags = try TagStore()
        let schema = try #require(tags.options.schemaName)
        try tags.insert("a", in: tags.store)
        try tags.server.run("ALTER TABLE \(schema).tag RENAME COLUMN name TO label")
        let reading = #expect(throws: StoreError.self) { try tags.names(in: tags.store) }
        #expect(reading?.code == .malformed)
        let save = #expect(throws: StoreError.self) { try tags.insert("b", in: tags.store) }
        #expect(save?.code == .malformed)
        #expect(save?.outcome == .notCommitted)
        let error = #expect(throws: StoreError.self) { _ = try tags.another() }
        #expect(error?.message == "the schema '\(schema)' lacks what the model needs: the column 'tag.name'")
        try tags.server.run("ALTER TABLE \(schema).tag RENAME COLUMN label TO name")
        try tags.server.run("ALTER TABLE \(schema).tag ALTER COLUMN name TYPE bytea USING name::bytea")
        let retyped = #expect(throws: StoreError.self) { try tags.names(in: tags.store) }
        #expect(retyped?.code == .modelMismatch)
    }

    @Test("A save whose server process was killed is committed once")
    func killedServerProcess() throws {
        let tags = try TagStore()
        try tags.insert("a", in: tags.store)
        try tags.server.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%\(tags.options.schemaName ?? "")%' "
                + "AND pid <> pg_backend_pid()")
        try tags.insert("b", in: tags.store)
        #expect(try tags.names(in: tags.store).sorted() == ["a", "b"])
    }

    /// The states that a server tells with which its disk is full, a statement takes too long,
    /// and the user may not write.
    @Test(
        "A save that the server refuses is not committed, and throws its error",
        arguments: [
            ("53100", StoreError.Code.outOfSpace, "INSERT"), ("53100", .outOfSpace, "COMMIT"),
            ("57014", .cancelled, "INSERT"), ("42501", .database, "INSERT"),
        ])
    func refusedSaves(
        _ sqlState: String, _ code: StoreError.Code, _ word: String
    ) throws {
        let tags = try TagStore()
        let engine = try SharedFeatureEngine(on: tags.server, refusing: [])
        let store = try PostgreSQLStore(
            connectionString: engine.connection, model: TagStore.model, options: tags.options)
        let objectID = try tags.newObjectID(in: store)
        engine.fail(word, with: sqlState)
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(objectID: objectID, values: [.string("a"), .null], destinations: [])
        ]
        let error = #expect(throws: StoreError.self) { _ = try store.commit(changes) }
        #expect(error?.code == code)
        #expect(error?.outcome == .notCommitted)
        #expect(error?.sqlState == sqlState)
        #expect(try tags.names(in: tags.store) == [])
        _ = try store.commit(changes)
        #expect(try tags.names(in: tags.store) == ["a"])
    }

    /// Lets the server refuse each new tag, in words that repeat its name.
    private func refuseTags(_ sqlState: String, in tags: TagStore) throws {
        let schema = tags.options.schemaName ?? ""
        try tags.server.run(
            """
            CREATE FUNCTION \(schema).refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'cannot write %', NEW.name USING ERRCODE = '\(sqlState)'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON \(schema).tag FOR EACH ROW EXECUTE FUNCTION \(schema).refuse()
            """)
    }

    @Test("A save that always conflicts with others fails after its retries")
    func exhaustedRetries() throws {
        let tags = try TagStore()
        var options = tags.options
        options.maximumRetryCount = 3
        let lines = LogLines()
        options.logger = lines.logger
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        try refuseTags("40001", in: tags)
        let error = #expect(throws: StoreError.self) { try tags.insert("a", in: store) }
        #expect(error?.code == .contention)
        #expect(error?.outcome == .notCommitted)
        #expect(lines.all.count { $0.hasPrefix("warning: retrying a save") } == 3)
        try tags.server.run("DROP TRIGGER refuse ON \(tags.options.schemaName ?? "").tag")
        try tags.insert("a", in: store)
        #expect(try tags.names(in: store) == ["a"])
    }

    @Test("The error of a sequence that has no number left names the sequence")
    func exhaustedSequence() throws {
        let tags = try TagStore()
        let sequence = "\(tags.options.schemaName ?? "").modelgen_transaction_number"
        try tags.server.run("ALTER SEQUENCE \(sequence) MAXVALUE 5 RESTART WITH 5")
        try tags.insert("a", in: tags.store)
        let error = #expect(throws: StoreError.self) { try tags.insert("b", in: tags.store) }
        #expect(error?.message.contains("\"modelgen_transaction_number\"") == true, "\(error?.message ?? "")")
        #expect(error?.outcome == .notCommitted)
        try tags.server.run("ALTER SEQUENCE \(sequence) NO MAXVALUE")
        try tags.insert("b", in: tags.store)
    }

    @Test("Errors and logs contain neither values nor passwords")
    func errorsAndLogs() throws {
        let tags = try TagStore()
        var options = tags.options
        let lines = LogLines()
        options.logger = lines.logger
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection + " password=hunter2", model: TagStore.model, options: options)
        try tags.insert("secret", in: store)
        var texts: [String] = []
        func fail() {
            do {
                try tags.insert("secret", in: store)
                Issue.record("the save was not refused")
            } catch let error as StoreError {
                texts.append(error.description)
            } catch {
                // A conflict names the object, whose values the program has.
            }
        }
        fail()
        try refuseTags("22P02", in: tags)
        fail()
        #expect(texts.count == 1)
        #expect(lines.all.contains { $0.hasPrefix("error: a save failed") })
        let ran = lines.all.filter { $0.hasPrefix("debug: ran a statement") }
        #expect(ran.contains { $0.contains("INSERT INTO") && $0.contains(/"milliseconds": [0-9.]+/) })
        for text in texts + lines.all { #expect(!text.contains("secret") && !text.contains("hunter2")) }
    }

    @Test("A save that arrives in small pieces is committed once")
    func aSaveThatComesInPiecesIsDoneOnce() throws {
        let tags = try TagStore()
        let relay = try Relay(to: tags.server)
        let store = try tags.relayed(by: relay)
        relay.delay(byPiecesOf: 3)
        try tags.insert("a", in: store)
        relay.delay(byPiecesOf: nil)
        #expect(try tags.names(in: tags.store) == ["a"])
    }
}
