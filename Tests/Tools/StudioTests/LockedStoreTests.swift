import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

@testable import StoreStudio

/// A database in which other programs have locked rows.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct LockedStoreTests {
    private let server: TestServer
    private let schema: String
    private let container: PersistentContainer

    init() throws {
        server = try #require(TestServer.shared)
        schema = server.newSchemaName()
        let options = PostgreSQLStoreOptions(schemaName: schema, lockTimeoutMilliseconds: 500)
        container = try PersistentContainer(
            model: Library.model(), store: .postgreSQL(connectionString: server.connection, options: options))
        try Library.fill(container)
    }

    /// A session that has renamed all shelves, which it has not saved yet.
    private func session(lockWait: Duration) async throws -> StudioSession {
        var store = StudioStore(
            name: schema, kind: "PostgreSQL", url: nil, open: { [container] _ in container },
            readOnlyReason: { _ in nil })
        store.lockWait = lockWait
        let session = try StudioSession(store, isReadOnly: false)
        for row in try await shelves(session) {
            _ = try await session.change(.set(object: row.id, key: "name", value: .text("renamed"), before: nil))
        }
        return session
    }

    private func shelves(_ session: StudioSession) async throws -> [RowsResponse.Row] {
        try await session.rows(StudioQuery(entity: "Shelf"), columns: ["name"], offset: 0, limit: 10).rows
    }

    private var storedNames: String {
        get throws { try server.run("SELECT DISTINCT name FROM \(schema).shelf") }
    }

    /// Locks the rows of all shelves.
    private func lockShelves() throws -> TestServer.OpenTransaction {
        try server.beginTransaction("UPDATE \(schema).shelf SET version = version")
    }

    @Test("Pages are answered while a save waits for a lock of another program")
    func waiting() async throws {
        let session = try await session(lockWait: .seconds(120))
        let transaction = try lockShelves()
        defer { transaction.rollBack() }
        async let saved = session.change(.save)
        let waiting = """
            SELECT COUNT(*) FROM pg_locks WHERE NOT granted
            AND pid IN (SELECT pid FROM pg_locks WHERE relation = '\(schema).shelf'::regclass)
            """
        for _ in 0..<1_000 {
            guard try server.run(waiting) == "0" else { break }
            await Task.yield()
        }
        #expect(try await shelves(session).map(\.cells) == [[.text("renamed")], [.text("renamed")]])
        transaction.rollBack()
        #expect(try await saved.problems.map(\.text) == [])
        #expect(try storedNames == "renamed")
    }

    @Test("A save that waits too long for a lock of another program reports it, and can be repeated")
    func tooLong() async throws {
        let session = try await session(lockWait: .zero)
        let transaction = try lockShelves()
        let refused = try await session.change(.save)
        transaction.rollBack()
        #expect(refused.problems.map { $0.text.contains("'psql'") } == [true], "\(refused.problems)")
        #expect(refused.pendingCount == 2)
        #expect(try await session.change(.save).problems.map(\.text) == [])
        #expect(try storedNames == "renamed")
    }
}
