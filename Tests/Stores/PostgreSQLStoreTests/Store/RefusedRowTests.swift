import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Rows that something in the database keeps the server from writing, without an error.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct RefusedRowTests {
    private let tags: TagStore
    private let schema: String

    init() throws {
        tags = try TagStore()
        schema = try #require(tags.options.schemaName)
    }

    /// Lets the server pass over rows of a table.
    private func refuse(_ operation: String) throws {
        try tags.server.run(
            """
            CREATE OR REPLACE FUNCTION \(schema).pass_over() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RETURN NULL; END $$;
            CREATE TRIGGER pass_over BEFORE \(operation) ON \(schema).tag FOR EACH ROW EXECUTE FUNCTION \(schema).pass_over()
            """)
    }

    private func insertion(_ count: Int, in store: PostgreSQLStore) throws -> StoreChanges {
        let first = try store.reserveNumbers(count, forRootEntityNamed: "Tag")
        var changes = StoreChanges()
        changes.inserted = (0..<Int64(count)).map { number in
            StoreChanges.Insertion(
                objectID: ObjectID(
                    storeIdentifier: store.identifier, entityName: "Tag", number: first + number),
                values: [.string("tag \(first + number)"), .null], destinations: [])
        }
        return changes
    }

    /// Changes of two tags that a store has.
    private func changes(_ operation: String, in store: PostgreSQLStore) throws -> StoreChanges {
        guard operation != "INSERT" else { return try insertion(2, in: store) }
        let objectIDs = try ["a", "b"].map { try tags.insert($0, in: store) }
        var changes = StoreChanges()
        if operation == "UPDATE" {
            changes.updated = objectIDs.map { StoreChanges.Update(objectID: $0, version: 1, values: [0: .null]) }
        } else {
            changes.deleted = objectIDs.map { StoreChanges.ObjectVersion(objectID: $0, version: 1) }
        }
        return changes
    }

    private func message(_ verb: String, _ written: Int, of count: Int) -> String {
        "the server has \(verb) only \(written) of \(count) rows of \"\(schema)\".\"tag\", without an error; a trigger, a "
            + "rule, or a row security policy of the table keeps it from the others; change or remove that"
    }

    @Test(
        "A store opens without a list of triggers on an engine that has none, but not if the server fails to read it",
        arguments: [("42P01", true), ("42601", true), ("42501", false), ("53200", false)])
    func listOfTriggers(state: String, opens: Bool) throws {
        let other = tags.server.newSchemaName()
        try tags.server.run(
            """
            CREATE SCHEMA \(other);
            CREATE FUNCTION \(other).fail() RETURNS SETOF pg_catalog.pg_trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$;
            CREATE VIEW \(other).pg_trigger AS SELECT * FROM \(other).fail()
            """)
        let connection = "\(tags.server.connection) options='-c search_path=\(other),pg_catalog'"
        func open(_ options: PostgreSQLStoreOptions) throws {
            _ = try PostgreSQLStore(connectionString: connection, model: TagStore.model, options: options)
        }
        if opens {
            try open(tags.options)
        } else {
            let error = #expect(throws: StoreError.self) { try open(tags.options) }
            #expect(error?.sqlState == state)
        }
        var readOnly = tags.options
        readOnly.isReadOnly = true
        try open(readOnly)
    }

    @Test("A save fails if the server passes over its rows", arguments: ["INSERT", "UPDATE", "DELETE"])
    func rowsThatAreNotWritten(_ operation: String) throws {
        let changes = try changes(operation, in: tags.store)
        let before = try tags.names(in: tags.store)
        try refuse(operation)
        let store = try tags.another()
        let error = #expect(throws: StoreError.self) { _ = try store.commit(changes) }
        #expect(error?.message == message(operation == "DELETE" ? "deleted" : "written", 0, of: 2))
        #expect(error?.outcome == .notCommitted)
        #expect(try tags.names(in: store) == before)
        // Other processes read the save here.
        let saves = "SELECT COUNT(*) FROM \(schema).modelgen_transaction"
        #expect(try tags.server.run(saves) == "\(before.count)")
        try tags.server.run("DROP TRIGGER pass_over ON \(schema).tag")
        _ = try store.commit(changes)
        #expect(try tags.names(in: store) != before)
    }

    @Test("A save fails if the server passes over the only row", arguments: ["INSERT", "UPDATE"])
    func onlyRow(_ operation: String) throws {
        let objectID = try tags.insert("a", in: tags.store)
        // Also if the store was opened before.
        try refuse(operation)
        let error = #expect(throws: StoreError.self) {
            if operation == "INSERT" {
                try tags.insert("b", in: tags.store)
            } else {
                try tags.rename(objectID, "b", in: tags.store)
            }
        }
        #expect(error?.message == message("written", 0, of: 1))
        #expect(error?.outcome == .notCommitted)
        #expect(try tags.names(in: tags.store) == ["a"])
    }

    @Test("A save of thousands of new objects fails if the server passes over their rows")
    func copiedRows() throws {
        try refuse("INSERT")
        let changes = try insertion(2_500, in: tags.store)
        let error = #expect(throws: StoreError.self) { _ = try tags.store.commit(changes) }
        #expect(error?.message == message("written", 0, of: 2_500))
        #expect(error?.outcome == .notCommitted)
    }

    @Test("A save is not reported as successful if the server passes over rows since the store was opened")
    func refusalSinceOpening() throws {
        let changes = try changes("DELETE", in: tags.store)
        try refuse("DELETE")
        let first = #expect(throws: StoreError.self) { _ = try tags.store.commit(changes) }
        #expect(first?.message == message("deleted", 0, of: 2))
        #expect(first?.mayHaveSucceeded == true)
        let second = #expect(throws: StoreError.self) { _ = try tags.store.commit(changes) }
        #expect(second?.message == message("deleted", 0, of: 2))
        #expect(second?.outcome == .notCommitted)
        #expect(try tags.names(in: tags.store).sorted() == ["a", "b"])
    }

    @Test("A save succeeds if something in the database has already deleted its rows")
    func rowsThatAreAlreadyDeleted() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Pairs",
                entities: ["First", "Second"].map { name in
                    Entity(name: name, attributes: [Attribute(name: "name", type: .string, isOptional: true)])
                }))
        let options = PostgreSQLStoreOptions(schemaName: tags.server.newSchemaName())
        let schema = options.schemaName ?? ""
        let container = try PersistentContainer(
            model: model, store: .postgreSQL(connectionString: tags.server.connection, options: options))
        let context = container.newContext()
        let objects = ["First", "Second"].map { context.insertNewObject(forEntityName: $0) }
        try context.save()
        try tags.server.run(
            """
            CREATE FUNCTION \(schema).follow() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN DELETE FROM \(schema).second; RETURN NULL; END $$;
            CREATE TRIGGER follow AFTER DELETE ON \(schema).first FOR EACH ROW EXECUTE FUNCTION \(schema).follow()
            """)
        for object in objects { context.delete(object) }
        try context.save()
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Second")) == 0)
    }
}
