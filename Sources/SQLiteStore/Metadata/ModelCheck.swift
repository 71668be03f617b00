import ModelSchema
import ObjectGraph

/// Whether a store was written with a model.
struct ModelCheck {
    /// Entities that both have, in different versions; by name.
    private(set) var changed: [String] = []
    /// Entities of the model that the store does not have; by name.
    private(set) var added: [String] = []
    /// Entities of the store that the model does not have; by name.
    private(set) var removed: [String] = []

    /// Whether there is no difference.
    var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }

    init(_ metadata: StoreMetadata, _ model: Model) {
        let lookup = ModelLookup(model)
        let stored = metadata.versionHashes
        for entity in model.entities.sorted(by: { $0.name < $1.name }) {
            guard let hash = stored[entity.name] else {
                added.append(entity.name)
                continue
            }
            // Core Data's hash of an entity with derived attributes cannot be compared with ours.
            let isComparable =
                lookup.isCoreDataVersionHashKnown(of: entity) || metadata.ownHashNames.contains(entity.name)
            if isComparable, hash != lookup.coreDataVersionHash(of: entity) { changed.append(entity.name) }
        }
        let names = Set(model.entities.map(\.name))
        removed = stored.keys.filter { !names.contains($0) }.sorted()
    }

    /// - Throws: ``SQLiteStoreError`` that names the entities that differ.
    func run(on model: ManagedObjectModel, path: String) throws(SQLiteStoreError) {
        guard !isEmpty else { return }
        throw SQLiteStoreError(
            .modelMismatch, path: path,
            "the store was written with another version of the model '\(model.name)' (\(description)); "
                + "open it with that version, or migrate it, as the page 'Migrate a store' says")
    }

    /// The differences, for a message.
    var description: String {
        [("other in the model", changed), ("only in the model", added), ("only in the store", removed)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.joined(separator: ", "))" }
            .joined(separator: "; ")
    }
}
