import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import StoreMigration
import StoreTestSupport
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Saves of many objects that the server refuses, and copies and pages of many objects.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct LargeConflictTests {
    private let tags: TagStore

    init() throws {
        tags = try TagStore()
    }

    private func insertions(_ names: [String]) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.inserted = try names.map { name in
            StoreChanges.Insertion(
                objectID: try tags.newObjectID(in: tags.store), values: [.string(name), .null], destinations: [])
        }
        return changes
    }

    @Test("Unique values that others have are found with few statements")
    func conflicts() throws {
        let other = try tags.another()
        let first = try tags.insert("tag 17", in: other)
        let second = try tags.insert("moved", in: other)
        var changes = try insertions((0..<7_000).map { "tag \($0)" } + ["moved"])
        // This one is given another name in the same save.
        changes.updated = [StoreChanges.Update(objectID: second, version: 1, values: [0: .string("elsewhere")])]
        let count = tags.store.roundTripCount
        let conflicts = #expect(throws: ConstraintConflictError.self) { _ = try tags.store.commit(changes) }
        #expect(conflicts?.conflicts.map(\.databaseObjectID) == [first])
        #expect(conflicts?.conflicts.first?.conflictingObjectIDs == [changes.inserted[17].objectID])
        #expect(conflicts?.conflicts.first?.values == [.string("tag 17")])
        #expect(tags.store.roundTripCount - count < 30)
    }

    @Test("A value that is too long for an index is an error with its attribute")
    func longValue() throws {
        var numbers = SplitMix.seeded()
        let bytes = (0..<9_000).map { _ in UInt8.random(in: 33...126, using: &numbers) }
        let text = String(decoding: bytes, as: UTF8.self)
        let error = #expect(throws: StoreError.self) { try tags.insert(text, in: tags.store) }
        #expect(error?.code == .unusableValue)
        #expect(error?.message.contains("'name' of an object of 'Tag' has 9000 bytes") == true)
        #expect(error?.message.contains(text.prefix(20)) == false)
    }

    @Test("Binary data of any length can be saved, even if the model has an index of it")
    func indexedData() throws {
        let model = ManagedObjectModel(
            Model(
                name: "M",
                entities: [
                    Entity(
                        name: "Tag",
                        attributes: [
                            Attribute(name: "data", type: .binary, isOptional: true),
                            Attribute(name: "name", type: .string, isOptional: true),
                        ],
                        indexes: [FetchIndex(name: "byData", elements: [FetchIndex.Element(propertyName: "data")])])
                ]))
        let options = PostgreSQLStoreOptions(schemaName: tags.server.newSchemaName())
        let store = try PostgreSQLStore(connectionString: tags.server.connection, model: model, options: options)
        var numbers = SplitMix.seeded()
        let data = Data((0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &numbers) })
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(
                objectID: try tags.newObjectID(in: store), values: [.binary(data), .null], destinations: [])
        ]
        _ = try store.commit(changes)
    }

    @Test("A copy is of one state, even if others save meanwhile")
    func copyOfOneState() throws {
        try tags.insert("a", in: tags.store)
        let copy = try StoreCopy(of: tags.store, model: TagStore.model)
        try tags.insert("b", in: tags.another())
        let options = PostgreSQLStoreOptions(schemaName: tags.server.newSchemaName())
        let target = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        #expect(try copy.write(to: target) == 1)
        try tags.insert("c", in: tags.another())
        #expect(try copy.differences(from: target) == [])
    }

    @Test("Each page of a pinned view begins behind the page before it")
    func pages() throws {
        _ = try tags.store.commit(insertions((0..<25).map { "tag \($0)" }))
        let lines = LogLines()
        var options = tags.options
        options.logger = lines.logger
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        let view = try store.openPinnedView()
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        var names: [AttributeValue] = []
        for offset in stride(from: 0, to: 30, by: 10) {
            let query = StoreQuery(entity: entity, entityNames: ["Tag"], offset: offset, limit: 10)
            var isRead = false
            if let view = view as? PostgreSQLView {
                isRead = try view.answerInColumns(query, isWhole: true) { _ in } != nil
            }
            #expect(isRead)
            _ = try view.execute(query) { names.append($0.values[0]) }
        }
        #expect(names == (0..<25).map { .string("tag \($0)") })
        #expect(lines.all.contains { $0.contains("LIMIT 10") })
        #expect(!lines.all.contains { $0.contains("OFFSET") })
    }

    @Test("A pinned view opens after the server has ended the connections of earlier ones")
    func lostSpareConnection() throws {
        try tags.insert("a", in: tags.store)
        let server = tags.server
        let store = try PostgreSQLStore(
            connectionString: server.connection + " application_name=spare_\(tags.options.schemaName ?? "")",
            model: TagStore.model, options: tags.options)
        try store.openPinnedView().unpin()
        let sessions = "FROM pg_stat_activity WHERE application_name = 'spare_\(tags.options.schemaName ?? "")'"
        #expect(eventually { store.spareConnectionCount == 1 })
        _ = try server.run("SELECT pg_terminate_backend(pid) \(sessions)")
        #expect(try eventually { try server.run("SELECT COUNT(*) \(sessions)") == "0" })
        let view = try store.openPinnedView()
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        var count = 0
        _ = try view.execute(StoreQuery(entity: entity, entityNames: ["Tag"])) { _ in count += 1 }
        #expect(count == 1)
    }

    @Test("Default time limits are not passed with a service, which may have its own")
    func limitsOfTime() throws {
        func keywords(_ connection: String) throws -> [String] {
            try DatabaseLocation(connectionString: connection, schemaName: nil).settings.map(\.keyword)
        }
        #expect(try keywords("postgresql://h/db").contains("tcp_user_timeout"))
        #expect(try !keywords("service=shop").contains("tcp_user_timeout"))
        #expect(try !keywords("service=shop").contains("connect_timeout"))
    }

    @Test("A name can contain an encoded '@', and one that is not encoded may end a password")
    func encodedNames() throws {
        #expect(
            try DatabaseLocation(connectionString: "postgresql://h/my%40db", schemaName: nil).description.contains(
                "my@db"))
        for address in [
            "postgresql://u:p@q@h/db", "postgresql://u:12/p@h/db", "postgresql://u:12/p%40w@h/db",
            "postgresql://u:p%40q@r@h/db", "postgresql://u:12/p@h/db?application_name=a%40b",
        ] {
            #expect(throws: StoreError.self) { _ = try DatabaseLocation(connectionString: address, schemaName: nil) }
        }
    }
}
