import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import StoreTestSupport
import Testing

@testable import PostgreSQLStore

/// What statements are made of, without a server.
struct StatementTests {
    @Test("Rows are divided into statements by their number and size")
    func statementParts() {
        let parts = StatementParts(maximumRowCount: 3, maximumByteCount: 100)
        #expect(parts.parts(of: Array(0..<7)) { _ in 1 } == [0..<3, 3..<6, 6..<7].map { Array(0..<7)[$0] })
        #expect(parts.parts(of: [60, 60, 30, 200, 1]) { $0 }.map(Array.init) == [[60], [60, 30], [200], [1]])
        #expect(parts.parts(of: [Int]()) { $0 }.isEmpty)
    }

    @Test("A value that PostgreSQL cannot store is refused with its name")
    func refusedValues() {
        let writer = ValueWriter(location: "here", maximumByteCount: 3)
        let error = #expect(throws: StoreError.self) {
            try writer.bytes(of: .string("four"), in: .column("name", .text), named: "name", of: "Tag")
        }
        #expect(error?.code == .unusableValue)
        #expect(error?.message.hasPrefix("'name' of an object of 'Tag' exceeds 1 GB") == true)
    }

    @Test("Quoted names and literals keep combining characters apart from quotes")
    func quoting() {
        // Swift takes the quote and the accent for one character.
        #expect(SQLName.quoted("a\"\u{301}b") == "\"a\"\"\u{301}b\"")
        #expect(Array(SQLName.literal("a'\u{301}b").unicodeScalars) == Array("'a''\u{301}b'".unicodeScalars))
        #expect(Array(SQLName.literal("\\\u{301}").unicodeScalars) == Array("E'\\\\\u{301}'".unicodeScalars))
    }

    @Test("A connection times out unless the connection string sets another limit")
    func connectionTimeouts() throws {
        let location = try DatabaseLocation(connectionString: "host=db tcp_user_timeout=3", schemaName: nil)
        let names = location.settings.map(\.keyword)
        let timeout = try #require(names.firstIndex(of: "tcp_user_timeout"))
        let string = try #require(names.firstIndex(of: "dbname"))
        #expect(location.settings[timeout].value == "30000")
        #expect(timeout < string)
        #expect(location.settings[string].value == "host=db tcp_user_timeout=3")
        func limit(_ values: [String: String], within milliseconds: Int = 10_000) throws -> Duration? {
            let options = PostgreSQLStoreOptions(connectionTimeoutMilliseconds: milliseconds)
            return try ConnectionOpening(location: location, options: options, deadline: nil)
                .limits(values, from: .now).answer
        }
        #expect(try limit(["host": "db"]) == .seconds(10))
        #expect(try limit(["host": "db"], within: 60_000) == .seconds(10))
        #expect(try limit(["host": "db"], within: 2_000) == .seconds(2))
        #expect(try limit(["host": "db"], within: 100) == .seconds(1))
        #expect(try limit(["host": "a,b", "port": "1,2"]) == .seconds(5))
        #expect(try limit(["host": "db", "connect_timeout": "3"], within: 100) == .seconds(3))
        #expect(try limit(["host": "a,b", "connect_timeout": " 1 "]) == .seconds(2))
        #expect(try limit(["host": "db", "connect_timeout": "0"]) == nil)
        let error = #expect(throws: StoreError.self) { _ = try limit(["connect_timeout": "soon"]) }
        #expect(error?.code == .connection)
    }

    @Test(
        "Before a deadline, each host and address has a part of the time, whatever the connection string says",
        arguments: [
            // The time limit of the connection string, the hosts, the time for an answer, and that to reach an address.
            (nil, "db", 6_000, 3_000), (nil, "a,b", 3_000, 1_500), ("60", "db", 6_000, 3_000),
            ("60", "a,b", 3_000, 1_500), ("6", "a,b,c", 2_000, 1_000), ("0", "a,b", 3_000, 1_500),
            // A shorter one counts.
            ("2", "db", 2_000, 2_000), ("2", "a,b", 2_000, 1_500),
        ] as [(String?, String, Int, Int)])
    func limitsBeforeDeadline(_ timeout: String?, _ hosts: String, _ answer: Int, _ reach: Int) throws {
        let begin = ContinuousClock.now
        let location = try DatabaseLocation(connectionString: "host=db", schemaName: nil)
        func limits(before deadline: ContinuousClock.Instant) throws -> ConnectionOpening.Limits {
            var values = ["host": hosts]
            values["connect_timeout"] = timeout
            let options = PostgreSQLStoreOptions(connectionTimeoutMilliseconds: 10_000)
            return try ConnectionOpening(location: location, options: options, deadline: deadline)
                .limits(values, from: begin)
        }
        let found = try limits(before: begin + .seconds(6))
        #expect(found.answer == .milliseconds(answer))
        #expect(found.reach == .milliseconds(reach))
        #expect(try limits(before: begin - .seconds(1)).answer == .zero)
    }

    @Test("A host that does not answer is left out, and the others are tried")
    func otherHosts() throws {
        func others(_ values: [String: String], without host: String, _ port: String = "5432") -> [String]? {
            ServerHosts(values).without(host: host, port: port)?.settings.map { "\($0.keyword)=\($0.value)" }
        }
        #expect(others(["host": "db"], without: "db") == nil)
        #expect(others(["host": "a,b,c"], without: "b") == ["host=a,c"])
        #expect(others(["host": "a,b", "port": "1"], without: "a", "1") == ["host=b", "port=1"])
        #expect(others(["host": "a,a", "port": "1,2"], without: "a", "2") == ["host=a", "port=1"])
        // libpq's text for postgresql://a,b has two ports, which the empty one of b would not replace.
        #expect(others(["host": "a,b", "port": ","], without: "a") == ["host=b", "port=5432"])
        #expect(others(["host": "a,b", "port": "1,"], without: "a", "1") == ["host=b", "port=5432"])
        #expect(others(["host": "a,b", "port": "1,"], without: "b") == ["host=a", "port=1"])
        #expect(others(["host": "a,b,c", "port": ",,"], without: "a") == ["host=b,c", "port=,"])
        #expect(others(["hostaddr": "::1,127.0.0.1"], without: "::1") == ["hostaddr=127.0.0.1"])
        let both = ["host": "a,b", "hostaddr": "10.0.0.1,10.0.0.2"]
        #expect(others(both, without: "a") == ["host=b", "hostaddr=10.0.0.2"])
        #expect(others(["host": "a,b"], without: "c") == nil)
        // An empty name is libpq's default, which cannot be specified.
        #expect(others(["host": "a,"], without: "a") == nil)
    }

    @Test(
        "A server of an unsupported version is refused with its version",
        arguments: [(90_600, "9"), (130_012, "13")])
    func anOldServerIsRefusedByItsVersion(_ number: Int, _ name: String) throws {
        let place = try DatabaseLocation(connectionString: "host=db", schemaName: nil)
        let error = #expect(throws: StoreError.self) { try StoreOpening.checkVersion(number, place) }
        #expect(error?.message == "the server is PostgreSQL \(name), but a store needs 14 or later")
        try StoreOpening.checkVersion(140_000, place)
    }

    @Test("Rows of transactions are deleted after many saves or after ten minutes")
    func tidyingSchedule() {
        let start = ContinuousClock.now
        var busy = TidyingSchedule(from: start)
        var answers = (1...1_500).map { _ in busy.isDue(at: start + .seconds(59)) }
        #expect(!answers.contains(true))
        answers = [60, 121].map { busy.isDue(at: start + .seconds($0)) }
        #expect(answers == [true, false])
        var idle = TidyingSchedule(from: start)
        answers = [599, 600].map { idle.isDue(at: start + .seconds($0)) }
        #expect(answers == [false, true])
    }

    @Test("The text of the changes in a save is parsed as it was written")
    func whatASaveHasChangedIsReadAsItWasWritten() throws {
        var changes = ChangesText()
        #expect(changes.text == #"{"deleted":{},"inserted":{},"updated":{}}"#)
        changes.inserted = ["Person": [7, 8], "a\"b\\c\u{1}é": [Int64.max]]
        changes.deleted = ["Tag": []]
        #expect(ChangesText(changes.text.utf8) == changes)
        // As a coder writes it, with keys that somebody adds later.
        let other = #" { "inserted" : {"P\u0065rson":[7 , 8]}, "other": {}, "updated":{} } "#
        #expect(ChangesText(other.dropLast().utf8)?.inserted == ["Person": [7, 8]])
        for text in [
            "", "{", "null", #"{"inserted":{"Person":[7}}"#, #"{"inserted":{"Person":["7"]}}"#, "{} {}", #"{"a"#,
        ] {
            #expect(ChangesText(text.utf8) == nil, "\(text)")
        }
    }

    @Test(
        "An SQLSTATE that means a lost connection has the code `connectionLost`",
        arguments: ["08006", "08007", "57P01", "57P05", "40003"])
    func lostConnectionStates(_ state: String) {
        #expect(StoreError(sqlState: state, location: "here", "").code == .connectionLost)
    }
}

/// Statements that a server runs.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ServerStatementTests {
    @Test("A statement is prepared once, even if statements after it fail")
    func preparedStatements() throws {
        let server = try #require(TestServer.shared)
        let connection = try PostgreSQLConnection(
            to: try DatabaseLocation(connectionString: server.connection, schemaName: nil),
            options: PostgreSQLStoreOptions())
        let sum = Statement(text: "SELECT $1 + 1", parameters: [Parameter(1 as Int64)])
        let failing = Statement(text: "SELECT 1 / $1", parameters: [Parameter(0 as Int64)])
        for _ in 0..<10 { #expect(throws: StoreError.self) { try connection.run([sum, failing]) } }
        #expect(try connection.run("SELECT COUNT(*) FROM pg_prepared_statements").integer(0, 0) == 2)
    }

    @Test("No two connections give prepared statements the same name")
    func namesOfPreparedStatements() throws {
        let server = try #require(TestServer.shared)
        let location = try DatabaseLocation(connectionString: server.connection, schemaName: nil)
        let connections = try (0..<2).map { _ in
            try PostgreSQLConnection(to: location, options: PostgreSQLStoreOptions())
        }
        let names = try connections.map { connection in
            for number in 0..<3 as Range<Int64> {
                try connection.run("SELECT $1 + 1", [Parameter(number)])
                _ = try connection.run([
                    Statement(text: "SELECT $1 + 2", parameters: [Parameter(number)]), Statement(text: "SELECT 1"),
                ])
            }
            let found = try connection.run("SELECT name FROM pg_prepared_statements")
            return Set((0..<found.rowCount).map { found.text($0, 0) })
        }
        #expect(names.map(\.count) == [2, 2])
        // Behind a pooler that shares sessions, one would run what the other has prepared.
        #expect(names[0].isDisjoint(with: names[1]))
    }

    @Test("A statement that the server no longer has runs again, without being prepared")
    func lostPreparations() throws {
        let server = try #require(TestServer.shared)
        let connection = try PostgreSQLConnection(
            to: try DatabaseLocation(connectionString: server.connection, schemaName: nil),
            options: PostgreSQLStoreOptions())
        let sum = Statement(text: "SELECT $1 + 1", parameters: [Parameter(1 as Int64)])
        for _ in 0..<2 { try connection.run(sum.text, sum.parameters) }
        // As behind a pooler that gives the connection another session.
        try connection.run("DEALLOCATE ALL")
        let error = #expect(throws: StoreError.self) { try connection.run(sum.text, sum.parameters) }
        #expect(error?.isPassing == true)
        for _ in 0..<3 {
            #expect(try connection.run(sum.text, sum.parameters).integer(0, 0) == 2)
            #expect(try connection.run([sum, Statement(text: "SELECT 1")])[0].integer(0, 0) == 2)
        }
        #expect(try connection.run("SELECT COUNT(*) FROM pg_prepared_statements").integer(0, 0) == 0)
    }

    @Test("If the server has lost what one connection prepared, no connection of the store prepares statements")
    func sharedLoss() throws {
        let server = try #require(TestServer.shared)
        let pool = ConnectionPool(
            try DatabaseLocation(connectionString: server.connection, schemaName: nil), PostgreSQLStoreOptions())
        let sum = Statement(text: "SELECT $1 + 1", parameters: [Parameter(1 as Int64)])
        /// Runs a statement several times on each of two connections.
        ///
        /// - Returns: How many of the connections have prepared it.
        func preparedCount(of statement: Statement, then body: (PostgreSQLConnection) throws -> Void) throws -> Int {
            try pool.use { first in
                try pool.use { second in
                    let counts = try [first, second].map { connection in
                        for _ in 0..<3 { try connection.run(statement.text, statement.parameters) }
                        return try connection.run(
                            "SELECT COUNT(*) FROM pg_prepared_statements WHERE statement = $1",
                            [Parameter(statement.text)]
                        ).integer(0, 0)
                    }
                    try body(second)
                    return Int(counts.reduce(0, +))
                }
            }
        }
        let before = try preparedCount(of: sum) { connection in
            try connection.run("DEALLOCATE ALL")
            #expect(throws: StoreError.self) { try connection.run(sum.text, sum.parameters) }
        }
        #expect(before == 2)
        let other = Statement(text: "SELECT $1 + 2", parameters: sum.parameters)
        #expect(try preparedCount(of: other) { _ in } == 0)
    }

    /// A transaction that holds the table of a store's objects for itself.
    private func locking(_ tags: TagStore) throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(
            to: try DatabaseLocation(connectionString: tags.server.connection, schemaName: nil),
            options: PostgreSQLStoreOptions())
        try connection.run("BEGIN")
        try connection.run("LOCK TABLE \(tags.options.schemaName ?? "").tag IN ACCESS EXCLUSIVE MODE")
        return connection
    }

    @Test("A statement timeout ends the save, and nothing is committed")
    func statementTimeouts() throws {
        let tags = try TagStore()
        var options = tags.options
        options.statementTimeoutMilliseconds = 50
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        // Reserving numbers reads the table as well, and commits nothing.
        _ = try tags.newObjectID(in: store)
        let connection = try locking(tags)
        let save = #expect(throws: StoreError.self) { try tags.insert("a", in: store) }
        #expect(save?.code == .cancelled)
        #expect(save?.outcome == .notCommitted)
        let question = #expect(throws: StoreError.self) { try tags.names(in: store) }
        #expect(question?.code == .cancelled)
        try connection.run("ROLLBACK")
        try tags.insert("a", in: store)
        #expect(try tags.names(in: store) == ["a"])
    }

    @Test("Waiting for a free connection ends with an error after the limit")
    func connectionLimits() throws {
        let tags = try TagStore()
        var options = tags.options
        options.maximumConnectionCount = 1
        options.connectionTimeoutMilliseconds = 100
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        let connection = try locking(tags)
        let isSaved = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = try? tags.insert("a", in: store)
            isSaved.signal()
        }
        let waiting =
            "SELECT COUNT(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE NOT l.granted "
            + "AND c.relnamespace::regnamespace::text = '\(tags.options.schemaName ?? "")'"
        #expect(try eventually { try tags.server.run(waiting) == "1" })
        let error = #expect(throws: StoreError.self) { try tags.names(in: store) }
        #expect(error?.code == .poolExhausted)
        #expect(
            error?.message
                == "all \(options.maximumConnectionCount) connections are in use; raise maximumConnectionCount")
        try connection.run("ROLLBACK")
        #expect(isSaved.wait(timeout: .now() + 30) == .success)
        #expect(try tags.names(in: store) == ["a"])
    }
}
