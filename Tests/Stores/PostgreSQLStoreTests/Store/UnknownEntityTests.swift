import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreTestSupport
import Testing

/// Rows whose entity number the model does not have.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct UnknownEntityTests {
    private let server: TestServer
    private let schema: String

    init() throws {
        server = try #require(TestServer.shared)
        schema = server.newSchemaName()
        try session { try UnknownEntitySample.fill($0) }
    }

    private func session(_ lines: LogLines? = nil, _ body: (ManagedObjectContext) throws -> Void) throws {
        let options = PostgreSQLStoreOptions(schemaName: schema, logger: lines?.logger)
        let context = try PersistentContainer(
            model: UnknownEntitySample.model, store: .postgreSQL(connectionString: server.connection, options: options)
        ).newContext()
        try withExtendedLifetime(context) { try body(context) }
    }

    private func findings() throws -> [StoreFinding] {
        try PostgreSQLStore.check(
            connectionString: server.connection, model: UnknownEntitySample.model,
            options: PostgreSQLStoreOptions(schemaName: schema))
    }

    @Test("In a table of several entities, rows of an unknown one are left out of everything, with one warning")
    func ofSeveral() throws {
        try server.run("UPDATE \(schema).animal SET entity = 99 WHERE name IN ('b', 'c')")
        let lines = LogLines()
        try session(lines, UnknownEntitySample.expectOthersLeftOut)
        let warnings = lines.all.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("animal") == true && warnings.first?.contains("99") == true)
        #expect(
            try findings().filter { $0.table == "animal" && $0.message.contains("99") }.compactMap(\.row) == [2, 3])
    }

    @Test("A migration that would lose rows of unknown entities fails and changes nothing")
    func migrating() throws {
        var schema = UnknownEntitySample.model.schema
        schema.entities[0].attributes.append(Attribute(name: "age", type: .integer16, isOptional: true))
        let newer = ManagedObjectModel(schema)
        let options = PostgreSQLStoreOptions(schemaName: self.schema)
        try server.run("UPDATE \(self.schema).animal SET entity = 99 WHERE name = 'b'")
        try server.run("UPDATE \(self.schema).home SET entity = 99")
        for isDryRun in [true, false] {
            let error = #expect(throws: StoreError.self) {
                try PostgreSQLStore.migrate(
                    connectionString: server.connection, to: newer, options: options, isDryRun: isDryRun)
            }
            #expect(error?.code == .malformed)
            #expect(error?.message.contains("would lose 1 rows with an unknown entity number") == true)
        }
        #expect(try server.run("SELECT COUNT(*) FROM \(self.schema).animal") == "4")
        try server.run("UPDATE \(self.schema).animal SET entity = 1 WHERE entity = 99")
        _ = try PostgreSQLStore.migrate(connectionString: server.connection, to: newer, options: options)
        #expect(try PostgreSQLStore.check(connectionString: server.connection, model: newer, options: options).isEmpty)
    }

    @Test("In a table of one entity, a row of an unknown one is read as that entity, with one warning")
    func ofOne() throws {
        try server.run("UPDATE \(schema).home SET entity = 99")
        let lines = LogLines()
        try session(lines, UnknownEntitySample.expectReadAsTheirs)
        #expect(lines.all.filter { $0.hasPrefix("warning") && $0.contains("home") }.count == 1)
        try session { context in
            let found = try UnknownEntitySample.names("Home", in: context)
            #expect(found == ["there"])
        }
        #expect(try findings().contains { $0.table == "home" && $0.row == 1 && $0.message.contains("99") })
    }
}
