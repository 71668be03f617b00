public import Foundation
public import ObjectGraph
public import StoreMigration

extension SQLiteStore {
    /// Migrates a store that was written with an earlier version of the model.
    ///
    /// The method creates a migrated copy next to the store, checks it, and replaces the store in one transaction.
    /// After a crash, either the old or the new store remains, and a process that reads the store in the meantime sees
    /// the old state. The store keeps its identifier, the keys of its objects, metadata from apps, and its history, but
    /// the history no longer contains the changed properties. The migration needs as much memory as the store's
    /// objects.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - model: The new model of the store.
    ///   - migration: The elements to drop, and the stages of the migration.
    ///   - options: The options for reading and writing the store.
    ///   - isTrial: Whether to write nothing.
    /// - Returns: The changes; empty for a store of this model.
    /// - Throws: `MigrationRefusal`, the error of a policy, or ``SQLiteStoreError`` if the store cannot be read or
    ///   written. In this case, the store is unchanged.
    @discardableResult
    public static func migrate(
        _ url: URL, to model: ManagedObjectModel, migration: MigrationOptions = .automatic,
        options: SQLiteStoreOptions = SQLiteStoreOptions(), isTrial: Bool = false
    ) throws -> MigrationReport {
        let migrator = StoreMigrator(url: url, model: model, migration: migration, options: options)
        return isTrial ? try migrator.report() : try migrator.migrate()
    }
}
