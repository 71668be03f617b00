import CompiledModels
import Foundation
package import ModelSchema
import ObjectGraph

/// The model in a store.
package struct StoredModel: Sendable {
    /// The model. If the store does not contain its name, that is the file's.
    package let model: Model
    /// The unreadable parts that are missing from ``model``, with a line for each.
    package let unreadableParts: [String]

    /// The maximum number of bytes of the model, compressed or as text.
    private static let maximumSizeBytes = CompiledModel.maximumSizeBytes

    /// Reads the model: as text if this module created the store, otherwise from Core Data's own copy.
    ///
    /// - Throws: `StoreError` if there is none, or it cannot be read.
    init(_ connection: SQLiteConnection, _ metadata: StoreMetadata, _ columns: [String: Set<String>]) throws {
        let path = connection.path
        let kept = try Self.text(metadata, path: path)
        // Core Data may have migrated the store since, and then has its own copy.
        if let kept, metadata.mismatch(with: kept.model).isEmpty {
            self = kept
            return
        }
        guard let found = try Self.cached(connection, metadata, columns) ?? kept else {
            throw StoreError(.modelMissing, location: path, "the store contains no model that describes its tables")
        }
        let mismatch = metadata.mismatch(with: found.model)
        self = mismatch.isEmpty ? found : found.adding("the store was written with a different model: \(mismatch)")
    }

    private init(_ model: Model, unreadableParts: [String]) {
        self.model = model
        self.unreadableParts = unreadableParts
    }

    private func adding(_ note: String) -> StoredModel { StoredModel(model, unreadableParts: unreadableParts + [note]) }

    private static func text(_ metadata: StoreMetadata, path: String) throws(StoreError) -> StoredModel? {
        guard let text = metadata.schemaText, text.utf8.count <= maximumSizeBytes else { return nil }
        do {
            return StoredModel(try SchemaTextReader.model(from: text), unreadableParts: [])
        } catch {
            throw StoreError(
                .modelMissing, location: path, table: "Z_METADATA", "the model in the metadata cannot be read: \(error)"
            )
        }
    }

    private static func cached(
        _ connection: SQLiteConnection, _ metadata: StoreMetadata, _ columns: [String: Set<String>]
    ) throws(StoreError) -> StoredModel? {
        guard columns["Z_MODELCACHE"]?.contains("Z_CONTENT") == true else { return nil }
        let statement = try connection.statement(
            "SELECT Z_CONTENT FROM Z_MODELCACHE WHERE LENGTH(Z_CONTENT) BETWEEN 1 AND \(maximumSizeBytes) LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let name = URL(filePath: connection.path).deletingPathExtension().lastPathComponent
        do {
            let compiled = try CompiledModel(
                modelCache: Array(statement.data(at: 0)), name: name, versionHashes: metadata.versionHashes)
            return StoredModel(compiled.model, unreadableParts: compiled.unreadableParts)
        } catch {
            throw StoreError(
                .modelMissing, location: connection.path, table: "Z_MODELCACHE",
                "the store's model cannot be read: \(error)")
        }
    }
}
