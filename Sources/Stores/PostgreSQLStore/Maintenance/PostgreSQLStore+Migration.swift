public import ObjectGraph
public import StoreMigration

extension PostgreSQLStore {
    /// Migrates a store from an earlier version of the model, in one transaction. If the program or the server crashes,
    /// the store is either unchanged or completely migrated.
    ///
    /// Other processes can read the store until its tables change, and then wait; they cannot save during the
    /// migration. The store keeps its identifier, the keys of its objects, and its history. A program that has opened
    /// the store with the earlier version cannot read it or save to it afterward: it gets an error, and must open the
    /// store again with this version.
    ///
    /// If the migration does not have to examine individual objects, for example if attributes are added, renamed, or
    /// removed, the server copies the tables, regardless of their size. Otherwise, it needs memory for all objects.
    ///
    /// ```swift
    /// print(try PostgreSQLStore.migrate(connectionString: "service=app", to: newModel, isDryRun: true))
    /// try PostgreSQLStore.migrate(connectionString: "service=app", to: newModel)
    /// ```
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq, for a user who owns the store's tables.
    ///   - model: The new model of the store.
    ///   - migration: The data that may be lost, and the code to run. The store is not copied to a backup; use
    ///     `pg_dump` for that.
    ///   - options: The schema of the store, and the options for connecting.
    ///   - isDryRun: Whether to only report the changes, without writing them.
    /// - Returns: The changes; empty if the store already has this model.
    /// - Throws: `MigrationError`, an error from a policy, or `StoreError` if the server cannot be reached,
    ///   if there is no store, if something else in the database depends on its tables, or if another session keeps one
    ///   of them open for longer than ``PostgreSQLStoreOptions/connectionTimeoutMilliseconds``, such as with a pinned
    ///   query generation. The store is then unchanged, unless the connection was lost during the commit and no server
    ///   responds: the error then has the outcome `unknown`.
    @discardableResult
    public static func migrate(
        connectionString: String, to model: ManagedObjectModel, migration: MigrationOptions = .automatic,
        options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(), isDryRun: Bool = false
    ) throws -> MigrationReport {
        let location = try DatabaseLocation(connectionString: connectionString, schemaName: options.schemaName)
        return try StoreMigrator(location: location, model: model, migration: migration, options: options)
            .migrate(isDryRun: isDryRun)
    }
}
