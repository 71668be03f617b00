import ModelSchema
import ObjectGraph

extension StoreMetadata {
    /// How the model that the store was written with differs from another.
    ///
    /// Core Data's hash of an entity with derived attributes cannot be compared with ours.
    func mismatch(with model: Model) -> ModelMismatch {
        let lookup = ModelLookup(model)
        let expected = model.entities.map { entity in
            let isComparable = lookup.isCoreDataVersionHashKnown(of: entity) || ownHashNames.contains(entity.name)
            return (entity.name, isComparable ? lookup.coreDataVersionHash(of: entity) : nil)
        }
        return ModelMismatch(
            stored: versionHashes, expected: Dictionary(expected, uniquingKeysWith: { first, _ in first }))
    }

    /// - Throws: ``SQLiteStoreError`` that names the entities that differ.
    func requireMatch(with model: ManagedObjectModel, path: String) throws(SQLiteStoreError) {
        let mismatch = mismatch(with: model.schema)
        guard mismatch.isEmpty else { throw SQLiteStoreError(.modelMismatch, path: path, mismatch.refusal(of: model)) }
    }
}
