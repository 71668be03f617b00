public import Foundation
public import ObjectGraph

/// Describes a ``SQLiteStore``.
public struct SQLiteStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    /// How the file is opened and written.
    public var options: SQLiteStoreOptions
    /// A store's file, such as a program brings along, that the store begins as a copy of; nil for an empty one.
    public var seed: URL?

    /// Describes the store at a place. Nothing is looked at before the store is opened.
    public init(url: URL, options: SQLiteStoreOptions = SQLiteStoreOptions(), seed: URL? = nil) {
        self.url = url
        self.options = options
        self.seed = seed
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try SQLiteStore(at: url, model: model, options: options, seed: seed)
    }
}

extension PersistentStoreDescription where Self == SQLiteStoreDescription {
    /// A store in a SQLite file of Core Data's own format, which is made where there is none.
    ///
    /// - Parameters:
    ///   - url: The file. Its journal (`-wal`, `-shm`) and large values lie beside it.
    ///   - options: How it is opened and written.
    ///   - seed: A store's file that it begins as a copy of, the first time it is opened; nil for an empty store.
    public static func sqlite(
        at url: URL, options: SQLiteStoreOptions = SQLiteStoreOptions(), seed: URL? = nil
    ) -> SQLiteStoreDescription {
        SQLiteStoreDescription(url: url, options: options, seed: seed)
    }
}
