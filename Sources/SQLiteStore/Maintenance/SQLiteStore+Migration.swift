public import Foundation
public import ObjectGraph
public import StoreMigration

extension SQLiteStore {
    /// Brings a store that was written with an earlier version of the model to this one.
    ///
    /// A migrated copy is made beside the store, checked, and put in its place in one transaction: a crash leaves the one or the
    /// other, and a process that reads the store meanwhile reads it as it was. The store's identity, the keys of its objects,
    /// what apps have added to its metadata, and its history stay; changes in the history no longer say which properties they
    /// changed. Needs as much memory as the store's objects take.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - model: The model that the store is to have.
    ///   - migration: What may be lost, and what code does on the way.
    ///   - options: How the store is read and written.
    ///   - isTrial: Whether nothing is written.
    /// - Returns: What changes; nothing for a store of this model.
    /// - Throws: `MigrationRefusal`; what a policy throws; or ``SQLiteStoreError`` where the store cannot be read or written.
    ///   The store is as it was then.
    @discardableResult
    public static func migrate(
        _ url: URL, to model: ManagedObjectModel, migration: MigrationOptions = .automatic,
        options: SQLiteStoreOptions = SQLiteStoreOptions(), isTrial: Bool = false
    ) throws -> MigrationReport {
        let migrator = StoreMigrator(url: url, model: model, migration: migration, options: options)
        return isTrial ? try migrator.report() : try migrator.migrate()
    }
}
