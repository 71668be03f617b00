import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Sessions that keep locks, and a store that does not wait for them for long.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct LockTimeoutTests {
    private let tags: TagStore
    private let schema: String
    /// The same store with a time limit.
    private let store: PostgreSQLStore

    init() throws {
        tags = try TagStore()
        var options = tags.options
        options.lockTimeoutMilliseconds = 20
        schema = try #require(options.schemaName)
        store = try PostgreSQLStore(connectionString: tags.server.connection, model: TagStore.model, options: options)
    }

    @Test("A save that another session keeps waiting ends with the name of the session, and succeeds later")
    func save() throws {
        let objectID = try tags.insert("a", in: store)
        let transaction = try tags.server.beginTransaction("UPDATE \(schema).tag SET version = version")
        let error = #expect(throws: StoreError.self) { try tags.rename(objectID, "b", in: store) }
        transaction.rollBack()
        #expect(error?.code == .contention && error?.outcome == .notCommitted)
        #expect(error?.message.contains("'psql'") == true, "\(error?.message ?? "")")
        try tags.rename(objectID, "b", in: store)
        #expect(try tags.names(in: tags.store) == ["b"])
    }

    @Test("A query of a table that another session has locked ends with an error")
    func query() throws {
        let transaction = try tags.server.beginTransaction("LOCK TABLE \(schema).tag")
        let error = #expect(throws: StoreError.self) { try tags.names(in: store) }
        transaction.rollBack()
        #expect(error?.code == .contention)
    }
}
