import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Servers that go away, and connections that never were.
@Suite(.enabled(if: TestServer.shared != nil, "no PostgreSQL server can be run here: install the package 'postgresql'"))
struct ServerFaultTests {
    @Test func aStoreGoesOnWhenItsServerHasBeenRestarted() throws {
        // A server of its own: others would feel it.
        let server = try TestServer()
        let options = PostgreSQLStoreOptions(schemaName: "tags")
        let store = try PostgreSQLStore(connection: server.connection, model: TagStore.model, options: options)
        let number = try store.reserveNumbers(2, forRootEntityNamed: "Tag")
        func insert(_ number: Int64) throws {
            var changes = StoreChanges()
            changes.inserted = [
                StoreChanges.Insertion(
                    objectID: ObjectID(storeIdentifier: store.identifier, entityName: "Tag", number: number),
                    values: [.string("tag \(number)"), .null], destinations: [])
            ]
            _ = try store.commit(changes)
        }
        try insert(number)
        try server.restart()
        try insert(number + 1)
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        #expect(try store.openView().count(StoreQuestion(entity: entity, entityNames: ["Tag"])) == 2)
    }

    @Test(arguments: [
        "postgresql://user:hunter2@[broken", "host=/nowhere password=hunter2 dbname=x", "hunter2",
        "postgresql://user:p@hunter2@127.0.0.1:1/x", "postgresql://user:12/hunter2@127.0.0.1:1/x",
        "postgresql://user:p@ss:hunter2@127.0.0.1:1/x", "postgresql://user:hunter2/p@127.0.0.1:1/x",
        "postgresql://user:p/hunter2@127.0.0.1:1/x",
    ])
    func errorsRepeatNoPasswords(_ connection: String) throws {
        let error = #expect(throws: PostgreSQLStoreError.self) {
            try PostgreSQLStore(connection: connection, model: TagStore.model)
        }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func aStoreOfAnotherVersionOfTheModelIsRefusedWithTheEntity() throws {
        let tags = try TagStore()
        let other = ManagedObjectModel(
            Model(name: "Tags", entities: [Entity(name: "Tag", attributes: [Attribute(name: "title", type: .string)])]))
        let error = #expect(throws: PostgreSQLStoreError.self) {
            try PostgreSQLStore(connection: tags.server.connection, model: other, options: tags.options)
        }
        #expect(error?.code == .modelMismatch)
        #expect(error?.message.contains("changed: Tag") == true)
    }
}
