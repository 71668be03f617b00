public import ObjectGraph

/// Describes a ``PostgreSQLStore``.
public struct PostgreSQLStoreDescription: PersistentStoreDescription {
    /// A connection string as libpq takes it. It may hold a password, and is never printed.
    public var connection: String
    /// How the store is opened and written.
    public var options: PostgreSQLStoreOptions

    /// Describes the store in a database. Nothing is looked at before the store is opened.
    public init(connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()) {
        self.connection = connection
        self.options = options
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try PostgreSQLStore(connection: connection, model: model, options: options)
    }
}

extension PersistentStoreDescription where Self == PostgreSQLStoreDescription {
    /// A store in a PostgreSQL database, whose tables are made where there are none.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it, such as `postgresql://server/app` or `service=app`. Leave passwords
    ///     to `~/.pgpass`, the environment or the service file.
    ///   - options: How it is opened and written.
    public static func postgreSQL(
        connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) -> PostgreSQLStoreDescription {
        PostgreSQLStoreDescription(connection: connection, options: options)
    }
}
