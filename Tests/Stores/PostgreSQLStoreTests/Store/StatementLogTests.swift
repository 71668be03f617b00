import Foundation
import ObjectGraph
import PostgreSQLTestSupport
import StoreTestSupport
import Testing

@testable import PostgreSQLStore

/// What a store tells a logger of its statements.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct StatementLogTests {
    @Test("What a store does for a context is logged with the context's name, on whatever thread")
    func contextNames() async throws {
        let tags = try TagStore()
        let lines = LogLines()
        var options = tags.options
        options.logger = lines.logger
        let container = try PersistentContainer(
            model: TagStore.model,
            store: PostgreSQLStoreDescription(connectionString: tags.server.connection, options: options))
        let request = FetchRequest<ManagedObject>(entityName: "Tag")
        let context = container.newContext()
        context.name = "imports"
        let count = lines.all.count
        context.insertNewObject(forEntityName: "Tag").setValue("a", forKey: "name")
        try context.save()
        context.insertNewObject(forEntityName: "Tag").setValue("b", forKey: "name")
        try await context.saveAsynchronously()
        #expect(try context.fetch(request).count == 2)
        #expect(try await context.fetchAsynchronously(request).count == 2)
        let own = lines.all.dropFirst(count).filter { line in
            ["INSERT INTO", "COMMIT", "FROM \(options.schemaName ?? "").tag", "debug: saved"].contains(
                where: line.contains)
        }
        #expect(own.count >= 4)
        for line in own { #expect(line.contains("\"context.name\": imports"), "\(line)") }
        let later = lines.all.count
        _ = try container.newContext().fetch(request)
        #expect(!lines.all.dropFirst(later).contains { $0.contains("context.name") })
    }

    @Test("A new object that points to no other is written and recorded by one statement")
    func newObjects() throws {
        let tags = try TagStore()
        let lines = LogLines()
        var options = tags.options
        options.logger = lines.logger
        options.usesNotifications = false
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        try tags.insert("a", in: store)
        let count = lines.all.count
        try tags.insert("b", in: store)
        let writing = lines.all.dropFirst(count).filter { line in
            ["INSERT INTO", "BEGIN", "COMMIT"].contains(where: line.contains)
        }
        #expect(writing.count == 1 && writing.allSatisfy { $0.contains("WITH added AS (INSERT INTO") }, "\(writing)")
        #expect(try tags.names(in: store).sorted() == ["a", "b"])
    }

    @Test("A statement that fails is logged with the error, and not as one that ran, and no values")
    func failedStatements() throws {
        let tags = try TagStore()
        let lines = LogLines()
        var options = tags.options
        options.logger = lines.logger
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        try tags.insert("secret", in: store)
        let schema = options.schemaName ?? ""
        func failures(_ word: String, _ work: () throws -> Void) -> [String] {
            let count = lines.all.count
            #expect(throws: (any Error).self) { try work() }
            return lines.all.dropFirst(count).filter { line in
                line.contains(word) && line.hasPrefix("debug: a statement failed")
            }
        }
        // Among several statements of a round trip,
        let taken = failures("INSERT INTO") { try tags.insert("secret", in: store) }
        #expect(taken.count == 1 && taken.allSatisfy { $0.contains("23505") && $0.contains(/"milliseconds": [0-9.]+/) })
        // and alone.
        try tags.server.run("ALTER TABLE \(schema).tag RENAME COLUMN name TO title")
        let missing = failures("SELECT") { _ = try tags.names(in: store) }
        #expect(missing.count == 1 && missing.allSatisfy { $0.contains("42703") })
        #expect(!lines.all.contains { $0.contains("secret") })
    }

    @Test("A store with another version of its model is no error in the log, because the caller may migrate it")
    func otherVersion() throws {
        let tags = try TagStore()
        let lines = LogLines()
        var options = tags.options
        options.logger = lines.logger
        let other = ManagedObjectModel(Model(name: "Tags", entities: [Entity(name: "Tag")]))
        #expect(throws: StoreError.self) {
            try PostgreSQLStore(connectionString: tags.server.connection, model: other, options: options)
        }
        #expect(lines.all.contains { $0.hasPrefix("info: the store has a different version of its model") })
        #expect(!lines.all.contains { $0.hasPrefix("error") })
    }
}
