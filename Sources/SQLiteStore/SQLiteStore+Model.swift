public import Foundation
package import ModelSchema
public import ObjectGraph

extension SQLiteStore {
    /// The model that a store keeps: Core Data's own copy of it, or the text that a store of this module has.
    ///
    /// With it, a store opens without the file of its model. What only editors and generators need is not in it, and its name
    /// may be the file's. Changes no byte of the store, and makes no file beside it.
    ///
    /// - Throws: ``SQLiteStoreError`` where the file is no store, or keeps no model that can be read.
    public static func model(at url: URL) throws -> ManagedObjectModel {
        ManagedObjectModel(try storedModel(at: url).model)
    }

    /// The model that a store keeps, with what could not be read of it.
    ///
    /// - Throws: ``SQLiteStoreError``, as ``model(at:)``.
    package static func storedModel(at url: URL) throws -> StoredModel {
        let connection = try SQLiteConnection(reading: url.path(percentEncoded: false))
        let columns = try connection.storeTableColumns()
        return try StoredModel(connection, StoreMetadata(connection), columns)
    }

    /// Whether a store was written with a model, by the version hashes of its entities.
    ///
    /// - Throws: ``SQLiteStoreError`` where the file is no store.
    package static func isStore(at url: URL, of model: Model) throws -> Bool {
        let connection = try SQLiteConnection(reading: url.path(percentEncoded: false))
        _ = try connection.storeTableColumns()
        return ModelCheck(try StoreMetadata(connection), model).isEmpty
    }

    /// What a store says of itself, by Core Data's keys, what programs have added among it.
    ///
    /// - Throws: ``SQLiteStoreError`` where the file is no store.
    package static func properties(at url: URL) throws -> [String: Any] {
        let connection = try SQLiteConnection(reading: url.path(percentEncoded: false))
        _ = try connection.storeTableColumns()
        return try StoreMetadata.properties(connection)
    }
}
