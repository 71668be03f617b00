import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreTestSupport
import Testing

/// Rows whose entity number the model does not have.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct UnknownEntityTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Homes",
            entities: [
                Entity(
                    name: "Animal", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(name: "home", isOptional: true, destinationName: "Home", inverseName: "animals")
                    ]),
                Entity(name: "Dog", parentName: "Animal"),
                Entity(
                    name: "Home", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "animals", isOptional: true, isToMany: true, destinationName: "Animal",
                            inverseName: "home")
                    ]),
            ]))

    private let server: TestServer
    private let schema: String

    init() throws {
        server = try #require(TestServer.shared)
        schema = server.newSchemaName()
        try session { context in
            let home = context.insertNewObject(forEntityName: "Home")
            home.setValue("here", forKey: "name")
            for (entity, name) in [("Animal", "a"), ("Animal", "b"), ("Dog", "c"), ("Dog", "d")] {
                let animal = context.insertNewObject(forEntityName: entity)
                animal.setValue(name, forKey: "name")
                animal.setValue(home, forKey: "home")
            }
            try context.save()
        }
    }

    private func session(_ lines: LogLines? = nil, _ body: (ManagedObjectContext) throws -> Void) throws {
        let options = PostgreSQLStoreOptions(schemaName: schema, logger: lines?.logger)
        let context = try PersistentContainer(
            model: Self.model, store: .postgreSQL(connectionString: server.connection, options: options)
        ).newContext()
        try withExtendedLifetime(context) { try body(context) }
    }

    private func findings() throws -> [StoreFinding] {
        try PostgreSQLStore.check(
            connectionString: server.connection, model: Self.model, options: PostgreSQLStoreOptions(schemaName: schema))
    }

    private func names(_ entity: String, _ format: String? = nil, in context: ManagedObjectContext) throws -> [String] {
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = try format.map { try .format($0) }
        let found = try context.fetch(request)
        #expect(try context.count(for: request) == found.count, "\(entity) \(format ?? "")")
        #expect(try context.fetchObjectIDs(request).count == found.count, "\(entity) \(format ?? "")")
        return found.compactMap { $0.value(forKey: "name") as? String }.sorted()
    }

    @Test("In a table of several entities, rows of an unknown one are left out of everything, with one warning")
    func ofSeveral() throws {
        try server.run("UPDATE \(schema).animal SET entity = 99 WHERE name IN ('b', 'c')")
        let lines = LogLines()
        try session(lines) { context in
            #expect(try names("Animal", in: context) == ["a", "d"])
            #expect(try names("Dog", in: context) == ["d"])
            #expect(try names("Animal", "name IN {'a', 'b', 'c'}", in: context) == ["a"])
            #expect(try names("Home", "animals.@count == 2", in: context) == ["here"])
            #expect(try names("Home", "ANY animals.name == 'b'", in: context) == [])
            var request = FetchRequest<ManagedObject>(entityName: "Animal")
            request.sortDescriptors = [ModelSortDescriptor(key: "name")]
            request.fetchLimit = 2
            #expect(try context.fetch(request).compactMap { $0.value(forKey: "name") as? String } == ["a", "d"])
            var groups = FetchRequest<ManagedObject>(entityName: "Animal")
            groups.propertiesToGroupBy = ["home"]
            groups.propertiesToFetch = ["home"]
            groups.expressionsToFetch = [
                FetchedExpression(name: "count", expression: try ModelExpression(format: "count:(name)"))
            ]
            #expect(try context.fetchDictionaries(groups).compactMap { $0["count"] as? Int64 } == [2])
            let home = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Home")).first)
            #expect(home.destinations("animals").count == 2)
            // The others can be changed.
            home.setValue("there", forKey: "name")
            context.insertNewObject(forEntityName: "Dog").setValue("e", forKey: "name")
            try context.save()
        }
        let warnings = lines.all.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("animal") == true && warnings.first?.contains("99") == true)
        #expect(
            try findings().filter { $0.table == "animal" && $0.message.contains("99") }.compactMap(\.row) == [2, 3])
    }

    @Test("A migration that would lose rows of unknown entities fails and changes nothing")
    func migrating() throws {
        var schema = Self.model.schema
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
        try session(lines) { context in
            #expect(try names("Home", in: context) == ["here"])
            #expect(try names("Home", "name == 'here'", in: context) == ["here"])
            #expect(try names("Animal", "home.name == 'here'", in: context) == ["a", "b", "c", "d"])
            let home = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Home")).first)
            #expect(home.destinations("animals").count == 4)
            home.setValue("there", forKey: "name")
            try context.save()
        }
        #expect(lines.all.filter { $0.hasPrefix("warning") && $0.contains("home") }.count == 1)
        try session { context in
            let found = try names("Home", in: context)
            #expect(found == ["there"])
        }
        #expect(try findings().contains { $0.table == "home" && $0.row == 1 && $0.message.contains("99") })
    }
}
