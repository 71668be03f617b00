import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Columns to which someone gives another type while a store is open.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ChangedColumnTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Counters",
            entities: [
                Entity(
                    name: "Counter", attributes: [Attribute(name: "count", type: .integer32, isOptional: true)])
            ]))

    private let server: TestServer
    private let options: PostgreSQLStoreOptions

    init() throws {
        server = try #require(TestServer.shared)
        // One connection, with all prepared statements.
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), maximumConnectionCount: 1)
    }

    @Test("A store reads and saves when someone has widened the column of an attribute, also with prepared statements")
    func widerColumn() throws {
        let store = try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
        let objectID = ObjectID(
            storeIdentifier: store.identifier, entityName: "Counter",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Counter"))
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.integer(0)], destinations: [])]
        _ = try store.commit(changes)
        func count() throws -> AttributeValue? { try store.openView().rows(of: [objectID]).first?.values.first }
        func save(_ count: Int64) throws {
            var changes = StoreChanges()
            changes.updated = [
                StoreChanges.Update(objectID: objectID, version: Int(count), values: [0: .integer(count)])
            ]
            _ = try store.commit(changes)
        }
        for number in 1...3 as ClosedRange<Int64> {
            try save(number)
            #expect(try count() == .integer(number))
        }
        try server.run("ALTER TABLE \(options.schemaName ?? "").counter ALTER count TYPE bigint")
        for number in 4...6 as ClosedRange<Int64> {
            #expect(try count() == .integer(number - 1))
            try save(number)
        }
        #expect(try count() == .integer(6))
    }

    @Test(
        "A number that no decimal can represent is an error with its row, and is not rounded",
        arguments: ["0.1234567890123456789012345678901234567890123", "'Infinity'", "'-Infinity'", "1e200"])
    func unusableNumbers(_ unusable: String) throws {
        let model = ManagedObjectModel(
            Model(
                name: "Prices",
                entities: [
                    Entity(name: "Price", attributes: [Attribute(name: "amount", type: .decimal, isOptional: true)])
                ]))
        let store = try PostgreSQLStore(connectionString: server.connection, model: model, options: options)
        let objectID = ObjectID(
            storeIdentifier: store.identifier, entityName: "Price",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Price"))
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.null], destinations: [])]
        _ = try store.commit(changes)
        func amount() throws -> AttributeValue? { try store.openView().rows(of: [objectID]).first?.values.first }
        func set(_ number: String) throws {
            try server.run("UPDATE \(options.schemaName ?? "").price SET amount = \(number)")
        }
        try set("1.50000000000000000000000000000000000000000000")
        #expect(try amount() == .decimal(1.5))
        try set("12345678901234567890.123456789012345678")
        #expect(try amount() == Decimal(string: "12345678901234567890.123456789012345678").map(AttributeValue.decimal))
        try set("'NaN'")
        #expect(try amount() == .decimal(.nan))
        try set(unusable)
        let error = #expect(throws: StoreError.self) { _ = try amount() }
        #expect(error?.code == .malformed && error?.table == "price" && error?.row == 1)
        #expect(
            try PostgreSQLStore.check(connectionString: server.connection, model: model, options: options).count == 1)
    }
}
