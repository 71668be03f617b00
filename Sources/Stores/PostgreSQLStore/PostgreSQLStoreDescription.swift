public import ObjectGraph
public import StoreMigration

/// Describes a ``PostgreSQLStore``.
///
/// ```swift
/// var description = PostgreSQLStoreDescription(connectionString: "service=app")  // Without a password
/// description.options.isReadOnly = true
/// description.options.statementTimeoutMilliseconds = 5_000
/// let container = try PersistentContainer(model: .app, store: description)
/// ```
public struct PostgreSQLStoreDescription: PersistentStoreDescription {
    /// A connection string for libpq. It may contain a password, and is never printed.
    public var connectionString: String
    /// The options for connecting and saving.
    public var options: PostgreSQLStoreOptions
    /// What to do if the store was written with an earlier version of the model. By default, the store refuses to open,
    /// because other processes may use that version. A read-only store is never migrated.
    public var migration: MigrationOptions

    /// Describes the store in a database. This does not connect to the server.
    public init(
        connectionString: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(),
        migration: MigrationOptions = .disabled
    ) {
        self.connectionString = connectionString
        self.options = options
        self.migration = migration
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try migration.opening(isReadOnly: options.isReadOnly) {
            try PostgreSQLStore(connectionString: connectionString, model: model, options: options)
        } migrate: {
            try PostgreSQLStore.migrate(
                connectionString: connectionString, to: model, migration: migration, options: options)
        }
    }
}

extension PersistentStoreDescription where Self == PostgreSQLStoreDescription {
    /// Describes a PostgreSQL store. Opening it creates its tables if they do not exist.
    ///
    /// ```swift
    /// let options = PostgreSQLStoreOptions(schemaName: "app", connectionTimeoutMilliseconds: 2_000)
    /// let store = PostgreSQLStoreDescription.postgreSQL(connectionString: "service=app", options: options)
    /// let container = try PersistentContainer(model: .app, store: store)
    /// ```
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq, such as `postgresql://server/app` or `service=app`. Keep
    ///     passwords in `~/.pgpass`, the environment, or the service file.
    ///   - options: The options for connecting and saving.
    ///   - migration: What to do if the store was written with an earlier version of the model.
    public static func postgreSQL(
        connectionString: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(),
        migration: MigrationOptions = .disabled
    ) -> PostgreSQLStoreDescription {
        PostgreSQLStoreDescription(connectionString: connectionString, options: options, migration: migration)
    }
}
