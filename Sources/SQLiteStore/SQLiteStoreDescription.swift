public import Foundation
public import ObjectGraph
public import StoreMigration

/// Describes a ``SQLiteStore``.
public struct SQLiteStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    /// How the file is opened and written.
    public var options: SQLiteStoreOptions
    /// A store's file, such as a program brings along, that the store begins as a copy of; nil for an empty one.
    public var seed: URL?
    /// What happens when the store was written with an earlier version of the model. One that is opened for reading only is
    /// never migrated.
    public var migration: MigrationOptions

    /// Describes the store at a place. Nothing is looked at before the store is opened.
    public init(
        url: URL, options: SQLiteStoreOptions = SQLiteStoreOptions(), seed: URL? = nil,
        migration: MigrationOptions = .automatic
    ) {
        self.url = url
        self.options = options
        self.seed = seed
        self.migration = migration
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        do {
            return try SQLiteStore(at: url, model: model, options: options, seed: seed)
        } catch let error as SQLiteStoreError
            where error.code == .modelMismatch && migration.isAutomatic && !options.isReadOnly
        {
            try SQLiteStore.migrate(url, to: model, migration: migration, options: options)
            return try SQLiteStore(at: url, model: model, options: options)
        }
    }
}

extension PersistentStoreDescription where Self == SQLiteStoreDescription {
    /// A store in a SQLite file of Core Data's own format, which is made where there is none.
    ///
    /// - Parameters:
    ///   - url: The file. Its journal (`-wal`, `-shm`) and large values lie beside it.
    ///   - options: How it is opened and written.
    ///   - seed: A store's file that it begins as a copy of, the first time it is opened; nil for an empty store.
    ///   - migration: What happens when it was written with an earlier version of the model.
    public static func sqlite(
        at url: URL, options: SQLiteStoreOptions = SQLiteStoreOptions(), seed: URL? = nil,
        migration: MigrationOptions = .automatic
    ) -> SQLiteStoreDescription {
        SQLiteStoreDescription(url: url, options: options, seed: seed, migration: migration)
    }
}
