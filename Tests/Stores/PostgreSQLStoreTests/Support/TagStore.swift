import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// A store of tags with unique names, in a schema of its own, whose commits no coordinator has looked at.
struct TagStore {
    let server: TestServer
    let store: PostgreSQLStore
    let options: PostgreSQLStoreOptions

    static let model = ManagedObjectModel(
        Model(
            name: "Tags",
            entities: [
                Entity(
                    name: "Tag",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "savedAt", type: .date, isOptional: true),
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["name"])])
            ]))

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), pollingIntervalMilliseconds: 0)
        store = try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
    }

    /// The same store by way of a relay.
    ///
    /// - Parameter connectionTimeoutMilliseconds: How long a save waits for the server.
    ///   The default is long enough for a busy machine.
    func relayed(
        by relay: Relay, connectionTimeoutMilliseconds: Int = 20_000, usesNotifications: Bool = true
    ) throws -> PostgreSQLStore {
        var options = options
        options.usesNotifications = usesNotifications
        options.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds
        return try PostgreSQLStore(connectionString: relay.connection, model: Self.model, options: options)
    }

    /// The same store as another process would open it.
    func another() throws -> PostgreSQLStore {
        try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
    }

    func newObjectID(in store: PostgreSQLStore) throws -> ObjectID {
        ObjectID(
            storeIdentifier: store.identifier, entityName: "Tag",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Tag"))
    }

    /// Saves a new tag.
    @discardableResult
    func insert(_ name: String, _ date: Date? = nil, in store: PostgreSQLStore) throws -> ObjectID {
        let objectID = try newObjectID(in: store)
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(
                objectID: objectID, values: [.string(name), date.map(AttributeValue.date) ?? .null], destinations: [])
        ]
        _ = try store.commit(changes)
        return objectID
    }

    func rename(_ objectID: ObjectID, _ name: String, version: Int = 1, in store: PostgreSQLStore) throws {
        var changes = StoreChanges()
        changes.updated = [StoreChanges.Update(objectID: objectID, version: version, values: [0: .string(name)])]
        _ = try store.commit(changes)
    }

    func names(in store: PostgreSQLStore) throws -> [String] {
        let entity = try #require(Self.model.entitiesByName["Tag"])
        guard
            case .rows(let rows) = try store.openView().execute(StoreQuery(entity: entity, entityNames: ["Tag"]))
                .objects
        else { return [] }
        return rows.compactMap { row in
            if case .string(let name) = row.values[0] { name } else { nil }
        }
    }
}
