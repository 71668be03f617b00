import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport

/// Stores of a server that goes away with the tests.
enum PassingPostgreSQLStore {
    /// Opens a new store in a schema of its own.
    ///
    /// - Parameter isDistributed: Whether the server has only what distributed engines have too.
    static func open(for model: ManagedObjectModel, isDistributed: Bool) throws -> any PersistentStore {
        guard let server = TestServer.shared, let engine = SharedFeatureEngine.shared else {
            throw MissingServerError()
        }
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        return try PostgreSQLStore(
            connectionString: isDistributed ? engine.connection : server.connection, model: model, options: options)
    }

    /// No PostgreSQL server can be run here: install the package `postgresql`.
    private struct MissingServerError: Error {}
}
