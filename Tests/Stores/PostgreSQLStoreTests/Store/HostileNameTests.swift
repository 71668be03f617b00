import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Models whose names a database has other plans for.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct HostileNameTests {
    private static let names = [
        "select", "id", "ID", "version", "entity", "a\"b", "it's", "x'); DROP TABLE modelgen_store;--", "back\\slash",
        "$1",
        "two words", "Grüße", "e\u{301}", "line\nbreak", "modelgen_store", String(repeating: "long", count: 40),
        String(repeating: "long", count: 41), "name", "name_exact", "%s", "\u{202E}turned",
        "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid",
    ]

    private static func model(_ entityName: String) -> ManagedObjectModel {
        ManagedObjectModel(
            Model(
                name: "Hostile",
                entities: [
                    Entity(
                        name: entityName,
                        attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) },
                        relationships: [
                            Relationship(
                                name: "to'\"one", isOptional: true, destinationName: entityName,
                                inverseName: "to'\"many"),
                            Relationship(
                                name: "to'\"many", isOptional: true, isToMany: true, destinationName: entityName,
                                inverseName: "to'\"one"),
                            Relationship(
                                name: "user", isOptional: true, isToMany: true, isOrdered: true,
                                destinationName: entityName),
                        ], uniquenessConstraints: [UniquenessConstraint(["it's"])])
                ]))
    }

    @Test(
        "Objects are stored and found under any names in the model",
        arguments: [
            "table", "modelgen_transaction", "x\"; DROP SCHEMA public CASCADE;--", "Z\u{301}", "9", "",
            String(repeating: "E", count: 200),
        ], PostgreSQLStoreOptions.Naming.allCases)
    func hostileNames(_ name: String, _ naming: PostgreSQLStoreOptions.Naming) throws {
        let server = try #require(TestServer.shared)
        let model = Self.model(name)
        let schema = "\(server.newSchemaName())\"; DROP SCHEMA public;--"
        let options = PostgreSQLStoreOptions(schemaName: schema, naming: naming)
        let container = try PersistentContainer(
            model: model, store: .postgreSQL(connectionString: server.connection, options: options))
        let context = container.newContext()
        let first = context.insertNewObject(forEntityName: name)
        let second = context.insertNewObject(forEntityName: name)
        for key in Self.names { first.setValue("value of \(key)", forKey: key) }
        first.setValue(second, forKey: "to'\"one")
        first.mutableOrderedSetValue(forKey: "user").append(second)
        try context.save()
        first.setValue("another", forKey: "it's")
        try context.save()

        let again = try PersistentContainer(
            model: model, store: .postgreSQL(connectionString: server.connection, options: options)
        ).newContext()
        let found = try again.existingObject(with: first.objectID)
        for key in Self.names {
            #expect(found.value(forKey: key) as? String == (key == "it's" ? "another" : "value of \(key)"))
        }
        #expect((found.value(forKey: "to'\"one") as? ManagedObject)?.objectID == second.objectID)
        #expect(found.mutableOrderedSetValue(forKey: "user").map(\.objectID) == [second.objectID])
        #expect(try PostgreSQLStore.check(connectionString: server.connection, model: model, options: options).isEmpty)
        try PostgreSQLStore.destroy(connectionString: server.connection, options: options)
        #expect(try server.run("SELECT COUNT(*) FROM pg_namespace WHERE nspname = 'public'") == "1")
    }

    @Test("A property with the name of a column of the server gets a column with another name")
    func columnsOfTheServer() {
        let attributes = [Attribute(name: "xmin", type: .integer64), Attribute(name: "ctid", type: .date)]
        let model = Model(name: "Rows", entities: [Entity(name: "Row", attributes: attributes)])
        let schema = PostgreSQLStore.schema(of: ManagedObjectModel(model))
        for column in [#""xmin_2" bigint"#, #""ctid_2" timestamptz"#, #""ctid_exact" double precision"#] {
            #expect(schema.contains(column), "\(schema)")
        }
    }

    @Test(
        "A schema of the server, or without a name, is refused",
        arguments: ["information_schema", "pg_catalog", "pg_mine", ""])
    func schemasOfTheServer(_ name: String) throws {
        let server = try #require(TestServer.shared)
        let options = PostgreSQLStoreOptions(schemaName: name)
        let error = #expect(throws: StoreError.self) {
            _ = try PostgreSQLStore(connectionString: server.connection, model: Self.model("A"), options: options)
        }
        #expect(error?.code == .invalidConnectionString)
        #expect(error?.message.contains("the server") == true)
        let tableCount = "SELECT COUNT(*) FROM pg_class WHERE relname = 'modelgen_store' AND relnamespace = "
        #expect(try server.run("\(tableCount)'information_schema'::regnamespace") == "0")
    }

    @Test("A name of a schema that the server would shorten is refused, and nothing is created")
    func longSchemaNames() throws {
        let server = try #require(TestServer.shared)
        let name = server.newSchemaName() + "_"
        let longest = name + String(repeating: "a", count: 63 - name.utf8.count)
        var options = PostgreSQLStoreOptions(schemaName: longest + "a")
        func open() throws {
            _ = try PostgreSQLStore(connectionString: server.connection, model: Self.model("A"), options: options)
        }
        for operation in [
            open, { _ = try PostgreSQLStore.exists(connectionString: server.connection, options: options) },
        ] {
            let error = #expect(throws: StoreError.self) { try operation() }
            #expect(error?.code == .unusableValue)
            #expect(error?.message == "the name of the schema has 64 bytes, but a name can have 63")
        }
        #expect(try server.run("SELECT COUNT(*) FROM pg_namespace WHERE nspname LIKE '\(name)%'") == "0")
        options.schemaName = longest
        try open()
        #expect(try server.run("SELECT COUNT(*) FROM pg_namespace WHERE nspname = '\(longest)'") == "1")
    }
}
