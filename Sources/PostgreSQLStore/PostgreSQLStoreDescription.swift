public import ObjectGraph
public import StoreMigration

/// Describes a ``PostgreSQLStore``.
public struct PostgreSQLStoreDescription: PersistentStoreDescription {
    /// A connection string as libpq takes it. It may hold a password, and is never printed.
    public var connection: String
    /// How the store is opened and written.
    public var options: PostgreSQLStoreOptions
    /// What happens when the store was written with an earlier version of the model. By default it is refused, as others may have
    /// the store open with that version. One that is opened for reading only is never migrated.
    public var migration: MigrationOptions

    /// Describes the store in a database. Nothing is looked at before the store is opened.
    public init(
        connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(),
        migration: MigrationOptions = .none
    ) {
        self.connection = connection
        self.options = options
        self.migration = migration
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        do {
            return try PostgreSQLStore(connection: connection, model: model, options: options)
        } catch let error as PostgreSQLStoreError
            where error.code == .modelMismatch && migration.isAutomatic && !options.isReadOnly
        {
            try PostgreSQLStore.migrate(connection: connection, to: model, migration: migration, options: options)
            return try PostgreSQLStore(connection: connection, model: model, options: options)
        }
    }
}

extension PersistentStoreDescription where Self == PostgreSQLStoreDescription {
    /// A store in a PostgreSQL database, whose tables are made where there are none.
    ///
    /// ```swift
    /// let options = PostgreSQLStoreOptions(schemaName: "app", waitMilliseconds: 2_000)
    /// let store = PostgreSQLStoreDescription.postgreSQL(connection: "service=app", options: options)
    /// let container = try PersistentContainer(model: .app, store: store)
    /// ```
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it, such as `postgresql://server/app` or `service=app`. Leave passwords
    ///     to `~/.pgpass`, the environment or the service file.
    ///   - options: How it is opened and written.
    ///   - migration: What happens when it was written with an earlier version of the model.
    public static func postgreSQL(
        connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(),
        migration: MigrationOptions = .none
    ) -> PostgreSQLStoreDescription {
        PostgreSQLStoreDescription(connection: connection, options: options, migration: migration)
    }
}
