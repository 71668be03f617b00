public import ObjectGraph
public import StoreMigration

extension PostgreSQLStore {
    /// Brings a store that was written with an earlier version of the model to this one, in one transaction: a crash, of the
    /// program or of the server, leaves the store as it was or as it is to be.
    ///
    /// Others read the store until its tables change, and wait then; nobody saves meanwhile. The store's identity, the keys of its
    /// objects and its history stay. A program that has the store open with the earlier version cannot save to it any more: it is
    /// told so, and opens the store again with this version.
    /// Where no object has to be looked at by itself, as for attributes that are added, renamed or dropped, the server copies its
    /// tables by itself, however large they are; otherwise the migration needs as much memory as the objects take.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it, of a user who owns the store's tables.
    ///   - model: The model that the store is to have.
    ///   - migration: What may be lost, and what code does on the way. A store in a database is not copied to a backup: use
    ///     `pg_dump`.
    ///   - options: Which schema the store is in, and how the server is connected to.
    ///   - isTrial: Whether nothing is written.
    /// - Returns: What changes; nothing for a store of this model.
    /// - Throws: `MigrationRefusal`; what a policy throws; or ``PostgreSQLStoreError`` where the server cannot be reached, there
    ///   is no store, or something else in the database depends on its tables. The store is as it was then.
    @discardableResult
    public static func migrate(
        connection: String, to model: ManagedObjectModel, migration: MigrationOptions = .automatic,
        options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(), isTrial: Bool = false
    ) throws -> MigrationReport {
        let place = try DatabasePlace(connection: connection, schemaName: options.schemaName)
        return try StoreMigrator(place: place, model: model, migration: migration, options: options)
            .migrate(isTrial: isTrial)
    }
}
