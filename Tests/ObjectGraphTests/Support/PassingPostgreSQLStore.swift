import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport

/// Stores of a server that goes away with the tests.
enum PassingPostgreSQLStore {
    /// Opens a new store in a schema of its own.
    static func open(for model: ManagedObjectModel) throws -> any PersistentStore {
        guard let server = TestServer.shared else { throw NoServer() }
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        return try PostgreSQLStore(connection: server.connection, model: model, options: options)
    }

    /// No PostgreSQL server can be run here: install the package `postgresql`.
    private struct NoServer: Error {}
}
