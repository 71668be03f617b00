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
    /// - Throws: ``SQLiteStoreError`` if the file is not a store, or contains no readable model.
    public static func model(at url: URL) throws -> ManagedObjectModel {
        ManagedObjectModel(try storedModel(at: url).model)
    }

    /// The model in a store, with its unreadable parts.
    ///
    /// - Throws: ``SQLiteStoreError``, as ``model(at:)``.
    package static func storedModel(at url: URL) throws -> StoredModel {
        let connection = try SQLiteConnection(reading: url.path(percentEncoded: false))
        let columns = try connection.storeTableColumns()
        return try StoredModel(connection, StoreMetadata(connection), columns)
    }

    /// Whether a store was written with a model, by the version hashes of its entities.
    ///
    /// - Throws: ``SQLiteStoreError`` if the file is not a store.
    package static func isStore(at url: URL, of model: Model) throws -> Bool {
        let connection = try SQLiteConnection(reading: url.path(percentEncoded: false))
        _ = try connection.storeTableColumns()
        return try StoreMetadata(connection).mismatch(with: model).isEmpty
    }

    /// The metadata of a store by Core Data's keys, including what programs have added.
    ///
    /// - Throws: ``SQLiteStoreError`` if the file is not a store.
    package static func properties(at url: URL) throws -> [String: Any] {
        let connection = try SQLiteConnection(reading: url.path(percentEncoded: false))
        _ = try connection.storeTableColumns()
        return try StoreMetadata.properties(connection)
    }
}
