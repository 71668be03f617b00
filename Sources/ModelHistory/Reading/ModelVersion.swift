package import ModelSchema
package import XCDataModel

/// One version of a model that has been read.
package struct ModelVersion: Sendable {
    /// The name of the version's folder, without its extension.
    package var name: String
    /// The `contents` file, as it is to be shown.
    package var file: String
    /// What was read, with its places.
    package var document: ModelDocument

    /// The model.
    package var model: Model { document.model }
}

extension ModelVersion {
    /// How many entities a hierarchy may be deep for its hashes to be computed: each hash covers everything above it, so
    /// that a hostile model would cost the square of its size.
    package static let maximumHashedDepth = 256

    /// The hashes that Core Data gives the entities, by name; nil if a hierarchy is deeper than any real one.
    package var hashes: [String: CoreDataVersionHash]? {
        var depths: [String: Int] = [:]
        let parents = Dictionary(
            model.entities.map { ($0.name, $0.parentName) }, uniquingKeysWith: { first, _ in first })
        for entity in model.entities {
            var lineage: [String] = []
            var next: String? = entity.name
            while let name = next, depths[name] == nil, lineage.count <= Self.maximumHashedDepth {
                lineage.append(name)
                next = parents[name] ?? nil
            }
            let depth = next.flatMap { depths[$0] } ?? 0
            guard depth + lineage.count <= Self.maximumHashedDepth else { return nil }
            for (index, name) in lineage.reversed().enumerated() { depths[name] = depth + index + 1 }
        }
        return ModelLookup(model).coreDataVersionHashes
    }
}
