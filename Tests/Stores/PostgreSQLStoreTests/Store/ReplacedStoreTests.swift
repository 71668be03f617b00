import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreMigration
import StoreTestSupport
import Testing

/// Stores that are removed and created again while another process has them open.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ReplacedStoreTests {
    private let tags: TagStore

    init() throws {
        tags = try TagStore()
    }

    private func sql(_ statement: String) throws -> String {
        try tags.server.run(statement.replacing("SCHEMA", with: tags.options.schemaName ?? ""))
    }

    /// Creates another store in the place of the first one, with an object of the same number and version.
    private func replace() throws -> PostgreSQLStore {
        try PostgreSQLStore.destroy(connectionString: tags.server.connection, options: tags.options)
        let new = try tags.another()
        try tags.insert("new", in: new)
        return new
    }

    @Test("A process that has a destroyed store open cannot save into the one that replaces it")
    func destroyed() throws {
        let objectID = try tags.insert("old", in: tags.store)
        let spare = try tags.newObjectID(in: tags.store)
        let new = try replace()
        let error = #expect(throws: StoreError.self) { try tags.rename(objectID, "older", in: tags.store) }
        #expect(error?.code == .changedElsewhere, "\(String(describing: error))")
        #expect(error?.message.contains("removed and created again") == true)
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: spare, values: [.null, .null], destinations: [])]
        #expect(throws: StoreError.self) { _ = try tags.store.commit(changes) }
        #expect(try tags.names(in: new) == ["new"])
        try tags.insert("newer", in: new)
    }

    @Test("A process with a store of the first format cannot save into one that replaces it")
    func firstFormat() throws {
        _ = try sql("ALTER TABLE SCHEMA.modelgen_store DROP COLUMN model_number")
        _ = try sql("ALTER TABLE SCHEMA.modelgen_transaction DROP COLUMN model_number")
        _ = try sql("UPDATE SCHEMA.modelgen_store SET format = 1")
        let old = try tags.another()
        let objectID = try tags.insert("old", in: old)
        let new = try replace()
        let error = #expect(throws: StoreError.self) { try tags.rename(objectID, "older", in: old) }
        #expect(error?.code == .changedElsewhere, "\(String(describing: error))")
        #expect(try tags.names(in: new) == ["new"])
    }

    @Test("A store that begins with the number 1, as all did, can be opened, saved, and migrated")
    func earlierNumber() throws {
        _ = try sql("UPDATE SCHEMA.modelgen_store SET model_number = 1")
        _ = try sql("ALTER TABLE SCHEMA.modelgen_transaction DROP CONSTRAINT modelgen_model_number")
        _ = try sql(
            "ALTER TABLE SCHEMA.modelgen_transaction ADD CONSTRAINT modelgen_model_number CHECK (model_number = 1)")
        let store = try tags.another()
        let objectID = try tags.insert("a", in: store)
        try tags.rename(objectID, "b", in: store)
        #expect(try tags.names(in: store) == ["b"])
        var model = TagStore.model.schema
        model.entities.append(
            Entity(name: "Invoice", attributes: [Attribute(name: "total", type: .double, isOptional: true)]))
        _ = try PostgreSQLStore.migrate(
            connectionString: tags.server.connection, to: ManagedObjectModel(model), options: tags.options)
        #expect(try sql("SELECT model_number FROM SCHEMA.modelgen_store") == "2")
    }

    @Test("A process that has a destroyed store open does not change the history of the one that replaces it")
    func history() throws {
        let old = try #require(tags.store.history)
        try old.setTracking(true)
        let new = try replace()
        try #require(new.history).setTracking(true)
        let error = #expect(throws: StoreError.self) { try old.setTracking(false) }
        #expect(error?.code == .changedElsewhere)
        #expect(throws: StoreError.self) { try old.removeTransactions(upTo: 1) }
        #expect(try tags.another().history?.isTracking == true)
    }

    @Test("A store in a schema of another role is destroyed, and the schema stays")
    func schemaOfAnotherRole() throws {
        let (name, role) = (tags.server.newSchemaName(), "guest_\(tags.options.schemaName ?? "")")
        _ = try tags.server.run("CREATE ROLE \(role) LOGIN; CREATE SCHEMA \(name)")
        _ = try tags.server.run("GRANT CREATE, USAGE ON SCHEMA \(name) TO \(role)")
        let options = PostgreSQLStoreOptions(schemaName: name)
        let connection = tags.server.connection.replacing("user=tests", with: "user=\(role)")
        let store = try PostgreSQLStore(connectionString: connection, model: TagStore.model, options: options)
        try tags.insert("a", in: store)
        try PostgreSQLStore.destroy(connectionString: connection, options: options)
        #expect(try PostgreSQLStore.exists(connectionString: connection, options: options) == false)
        // Also one whose creation fails.
        struct InjectedError: Error {}
        let description = PostgreSQLStoreDescription(connectionString: connection, options: options)
        #expect(throws: InjectedError.self) {
            try description.create { place in
                _ = try place.openStore(for: TagStore.model)
                throw InjectedError()
            }
        }
        #expect(try description.exists() == false)
        #expect(try sql("SELECT COUNT(*) FROM pg_namespace WHERE nspname = '\(name)'") == "1")
    }

    @Test("A store in a schema with something other than tables is destroyed, and the schema stays")
    func schemaWithTypes() throws {
        _ = try sql("CREATE TYPE SCHEMA.mood AS ENUM ('fine')")
        try PostgreSQLStore.destroy(connectionString: tags.server.connection, options: tags.options)
        #expect(try sql("SELECT COUNT(*) FROM pg_namespace WHERE nspname = 'SCHEMA'") == "1")
        #expect(try PostgreSQLStore.exists(connectionString: tags.server.connection, options: tags.options) == false)
    }

    @Test("A store that a session has open is not destroyed, and the message names the session")
    func openTransaction() throws {
        try tags.insert("a", in: tags.store)
        var options = tags.options
        options.connectionTimeoutMilliseconds = 300
        let view = try tags.store.openPinnedView()
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        _ = try view.execute(StoreQuery(entity: entity, entityNames: ["Tag"]))
        let error = #expect(throws: StoreError.self) {
            try PostgreSQLStore.destroy(connectionString: tags.server.connection, options: options)
        }
        #expect(error?.code == .contention)
        #expect(error?.message.contains("of tests, 'modelgen'") == true, "\(String(describing: error))")
        #expect(try tags.names(in: tags.store) == ["a"])
        view.unpin()
        #expect(
            eventually {
                (try? PostgreSQLStore.destroy(connectionString: tags.server.connection, options: options)) != nil
            })
    }
}
