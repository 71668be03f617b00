public import Foundation
package import ModelSchema
public import ObjectGraph

extension SQLiteStore {
    /// Returns the model in a store: Core Data's own copy of it, or the text in a store of this module.
    ///
    /// With this model, you can open a store without the model file. It does not contain information that only editors
    /// and generators need, and its name might be that of the file. This method changes no byte of the store, and
    /// creates no file next to it.
    ///
    /// ```swift
    /// let model = try SQLiteStore.model(at: url)
    /// let container = try PersistentContainer(model: model, store: .sqlite(at: url))  // Without a model file
    /// ```
    ///
    /// - Throws: `StoreError` if the file is not a store, or contains no readable model.
    public static func model(at url: URL) throws -> ManagedObjectModel {
        ManagedObjectModel(try storedModel(at: url).model)
    }

    /// The model in a store, with its unreadable parts.
    ///
    /// - Throws: `StoreError`, as ``model(at:)``.
    package static func storedModel(at url: URL) throws -> StoredModel {
        let connection = try SQLiteConnection(reading: url.databasePath)
        let columns = try connection.storeTableColumns()
        return try StoredModel(connection, StoreMetadata(connection), columns)
    }

    /// Whether a store was written with a model, by the version hashes of its entities.
    ///
    /// - Throws: `StoreError` if the file is not a store.
    package static func isStore(at url: URL, of model: Model) throws -> Bool {
        let connection = try SQLiteConnection(reading: url.databasePath)
        _ = try connection.storeTableColumns()
        return try StoreMetadata(connection).mismatch(with: model).isEmpty
    }

    /// Whether a store with some metadata was written with a model, by the version hashes of its entities.
    ///
    /// - Parameter properties: The metadata of a store of any kind, by Core Data's keys.
    package static func isMetadata(_ properties: [String: Any], of model: Model) -> Bool {
        StoreMetadata(properties).mismatch(with: model).isEmpty
    }

    /// Returns whether a file, which need not be a store, is a database that SQLite can read, or could read if no other
    /// program were writing to it.
    ///
    /// Unlike reading the file's first bytes, this does not release the locks of other connections of this process:
    /// closing a file does that.
    package static func isDatabase(at url: URL) -> Bool {
        do throws(StoreError) {
            return try SQLiteConnection(reading: url.databasePath).number("PRAGMA schema_version") != nil
        } catch {
            // Only SQLite locks a file in this way.
            return error.code == .inUse
        }
    }

    /// The metadata of a store by Core Data's keys, including what programs have added.
    ///
    /// - Throws: `StoreError` if the file is not a store.
    package static func properties(at url: URL) throws -> [String: Any] {
        let connection = try SQLiteConnection(reading: url.databasePath)
        _ = try connection.storeTableColumns()
        return try StoreMetadata.properties(connection)
    }

    // MARK: - Metadata of programs

    /// Whether a program has added a value to a store's metadata, rather than Core Data or a store of this package.
    package static func isOfProgram(metadataKey key: String) -> Bool { StoreMetadata.isOfProgram(key) }

    /// The metadata that programs have added to the store in a file, by their keys.
    ///
    /// - Throws: `StoreError` if the file is not a store.
    package static func programMetadata(at url: URL) throws -> [String: Any] {
        try properties(at: url).filter { StoreMetadata.isOfProgram($0.key) }
    }

    /// Replaces the metadata that programs have added to the store in a file, which need not be open.
    ///
    /// - Parameters:
    ///   - list: A property list with the values by their keys. Keys of Core Data and of this module have no effect.
    ///   - url: The store's file.
    /// - Throws: `StoreError` if the file is not a store, or cannot be written. In this case, it is unchanged.
    package static func setProgramMetadata(
        _ list: Data, at url: URL, options: SQLiteStoreOptions = SQLiteStoreOptions()
    ) throws {
        let path = url.databasePath
        try SQLiteConnection.checkIsFile(path, mayBeMissing: false)
        try SQLiteConnection.checkJournal(of: path)
        try SQLiteConnection.checkWritingIsAllowed(path)
        let hasJournal = SQLiteConnection.hasChanges(journalAt: path + "-wal")
        let connection = try SQLiteConnection(path: path, access: .writing)
        connection.waitForLocks(upTo: options.busyTimeoutMilliseconds)
        // It can be that of another file, which would overwrite a store that is refused.
        if hasJournal { connection.keepJournal(true) }
        _ = try connection.storeTableColumns()
        try connection.transaction { try StoreMetadata.replaceProgramMetadata(with: list, connection) }
        connection.keepJournal(false)
    }
}
