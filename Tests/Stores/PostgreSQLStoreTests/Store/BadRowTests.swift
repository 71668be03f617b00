import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Rows that no store should have.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct BadRowTests {
    private let tags: TagStore
    private var table: String { "\(tags.options.schemaName ?? "").tag" }

    init() throws {
        tags = try TagStore()
    }

    @Test(
        "A key that no object can have is an error with its row, also if only the IDs of objects are fetched",
        arguments: [true, false])
    func keys(includesRows: Bool) throws {
        try tags.insert("a", in: tags.store)
        try tags.server.run("UPDATE \(table) SET id = -5")
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        let query = StoreQuery(entity: entity, entityNames: ["Tag"], includesRows: includesRows)
        let error = #expect(throws: StoreError.self) { _ = try tags.store.openView().execute(query) }
        #expect(error?.code == .malformed && error?.table == "tag" && error?.row == -5)
    }

    @Test("New objects get numbers beyond those of all rows, also if somebody has set the last number back")
    func lastNumbers() throws {
        let schema = try #require(tags.options.schemaName)
        try tags.insert("a", in: tags.store)
        try tags.server.run("UPDATE \(table) SET id = 5000")
        try tags.server.run("UPDATE \(schema).modelgen_entity SET last_number = 0")
        let objectID = try tags.insert("b", in: tags.another())
        #expect(objectID.number == 5001)
        #expect(try tags.server.run("SELECT last_number FROM \(schema).modelgen_entity") == "6000")
        // A key that no object can have does not count.
        try tags.server.run("UPDATE \(table) SET id = \(Int64.max) WHERE id = 5001")
        #expect(try tags.insert("c", in: tags.another()).number == 6001)
    }

    @Test("A version that no object can have is an error of a save with its row, and no conflict with another save")
    func versions() throws {
        let objectID = try tags.insert("a", in: tags.store)
        try tags.server.run("UPDATE \(table) SET version = -1")
        var changes = StoreChanges()
        changes.deleted = [StoreChanges.ObjectVersion(objectID: objectID, version: 1)]
        let error = #expect(throws: StoreError.self) { try tags.store.commit(changes) }
        #expect(error?.code == .malformed && error?.table == "tag" && error?.row == objectID.number)
    }
}
