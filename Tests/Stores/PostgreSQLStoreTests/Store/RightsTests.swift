import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreMigration
import Testing

/// What roles learn that lack a right.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct RightsTests {
    private let tags: TagStore
    private let role: String
    private let connection: String

    init() throws {
        tags = try TagStore()
        role = "role_\(tags.options.schemaName ?? "")"
        connection = tags.server.connection.replacing("user=tests", with: "user=\(role)")
        _ = try tags.server.run("CREATE ROLE \(role) LOGIN")
    }

    private func sql(_ statement: String) throws -> String {
        try tags.server.run(statement.replacing("SCHEMA", with: tags.options.schemaName ?? ""))
    }

    private func grantAll() throws {
        let name = tags.options.schemaName ?? ""
        _ = try tags.server.run(
            "GRANT USAGE ON SCHEMA \(name) TO \(role); "
                + "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(name) TO \(role); "
                + "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(name) TO \(role)")
    }

    private func open() throws -> PostgreSQLStore {
        try PostgreSQLStore(connectionString: connection, model: TagStore.model, options: tags.options)
    }

    @Test("A store that a role may not read is not reported as missing")
    func noRight() throws {
        let error = #expect(throws: StoreError.self) { _ = try open() }
        #expect(error?.message.contains("may not read the store") == true, "\(String(describing: error))")
        #expect(throws: StoreError.self) {
            try PostgreSQLStore.exists(connectionString: connection, options: tags.options)
        }
        try grantAll()
        _ = try open()
        _ = try sql("REVOKE ALL ON SCHEMA.tag FROM \(role)")
        let other = #expect(throws: StoreError.self) { _ = try open() }
        #expect(other?.message.contains("also on 'tag'") == true, "\(String(describing: other))")
    }

    @Test("The error of a role or a server that accepts no changes says how to open the store")
    func readOnlyTransactions() throws {
        try grantAll()
        _ = try tags.server.run("ALTER ROLE \(role) SET default_transaction_read_only = on")
        let error = #expect(throws: StoreError.self) { _ = try open() }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("open the store read-only") == true, "\(error?.message ?? "")")
        var options = tags.options
        options.isReadOnly = true
        _ = try PostgreSQLStore(connectionString: connection, model: TagStore.model, options: options)
    }

    @Test("HIS-1 a save that cannot find out whether there is a history does not take place")
    func unknownHistory() throws {
        try grantAll()
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: connection, options: tags.options))
        try #require(tags.store.history).setTracking(true)
        let context = container.newContext()
        context.insertNewObject(forEntityName: "Tag").setValue("a", forKey: "name")
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.message.contains("modelgen_history_state") == true, "\(String(describing: error))")
        #expect(error?.message.contains("grant SELECT") == true)
        #expect(error?.outcome == .notCommitted)
        #expect(throws: StoreError.self) { try open().history?.transactions(after: 0) }
        #expect(try tags.names(in: tags.store) == [])
        try grantAll()
        try context.save()
        #expect(try tags.store.history?.transactions(after: 0).count == 1)
    }

    @Test("A table that a migration adds has the rights that all others have in common")
    func newTable() throws {
        try grantAll()
        var model = TagStore.model.schema
        model.entities.append(
            Entity(name: "Invoice", attributes: [Attribute(name: "total", type: .double, isOptional: true)]))
        let next = ManagedObjectModel(model)
        try PostgreSQLStore.migrate(connectionString: tags.server.connection, to: next, options: tags.options)
        let store = try PostgreSQLStore(connectionString: connection, model: next, options: tags.options)
        let entity = try #require(next.entitiesByName["Invoice"])
        _ = try store.openView().execute(StoreQuery(entity: entity, entityNames: ["Invoice"]))
    }

    @Test("Processes that start a history at the same time all succeed")
    func simultaneousHistories() async throws {
        let stores = try (0..<8).map { _ in try tags.another() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores { group.addTask { try store.history?.setTracking(true) } }
            try await group.waitForAll()
        }
        #expect(stores.allSatisfy { $0.history?.isTracking == true })
    }
}
