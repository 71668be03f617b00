public import Foundation
public import ObjectGraph
public import StoreMigration

/// The description of a ``SQLiteStore``.
///
/// ```swift
/// var description = SQLiteStoreDescription(url: url)
/// description.options.busyTimeoutMilliseconds = 10_000  // Other programs write to the same file.
/// description.migration = .disabled  // And know only this version of the model.
/// let container = try PersistentContainer(model: .app, store: description)
/// ```
public struct SQLiteStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    /// The options for opening and writing the file.
    public var options: SQLiteStoreOptions
    /// The file of an initial store, such as one in the program's bundle, to copy; nil for an empty store.
    public var seed: URL?
    /// The migration of a store that was written with an earlier version of the model. A read-only store never
    /// migrates.
    public var migration: MigrationOptions

    /// Creates a description of the store at a URL, without accessing it.
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
        try migration.opening(isReadOnly: options.isReadOnly) {
            try SQLiteStore(at: url, model: model, options: options, seed: seed)
        } migrate: {
            try SQLiteStore.migrate(url, to: model, migration: migration, options: options)
        }
    }
}

extension PersistentStoreDescription where Self == SQLiteStoreDescription {
    /// A store in a SQLite file in Core Data's own format, which is created if there is none.
    ///
    /// ```swift
    /// let container = try PersistentContainer(model: .app, store: .sqlite(at: url, seed: bundledURL))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The file. Its journal (`-wal`, `-shm`) and large values are next to it.
    ///   - options: The options for opening and writing the store.
    ///   - seed: The file of a store to copy the first time; nil for an empty store.
    ///   - migration: The migration of a store that was written with an earlier version of the model.
    public static func sqlite(
        at url: URL, options: SQLiteStoreOptions = SQLiteStoreOptions(), seed: URL? = nil,
        migration: MigrationOptions = .automatic
    ) -> SQLiteStoreDescription {
        SQLiteStoreDescription(url: url, options: options, seed: seed, migration: migration)
    }
}
