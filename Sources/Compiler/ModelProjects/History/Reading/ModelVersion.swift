package import ModelSchema
package import XCDataModel

/// A version of a model.
package struct ModelVersion: Sendable {
    /// The name of the version's folder, without its extension.
    package var name: String
    /// The path of the `contents` file for output.
    package var file: String
    /// The document with its source map.
    package var document: ModelDocument
    /// Whether the file is a compiled model, which lacks what only editors and code generators need.
    package var isCompiled = false

    /// Creates a version.
    package init(name: String, file: String, document: ModelDocument, isCompiled: Bool = false) {
        self.name = name
        self.file = file
        self.document = document
        self.isCompiled = isCompiled
    }

    /// The model.
    package var model: Model { document.model }
}

extension ModelVersion {
    /// The maximum depth of hierarchies for computing hashes. Each hash includes everything above it, so a hostile
    /// model would take time quadratic in its size.
    private static let maximumHashedDepth = 256

    /// The reason why the entities have no hashes, as a clause: a hierarchy that has no end or is too deep; nil if they
    /// have hashes.
    package var hashProblem: String? {
        guard hashes == nil else { return nil }
        let parents = Dictionary(
            model.entities.map { ($0.name, $0.parentName) }, uniquingKeysWith: { first, _ in first })
        var known: Set<String> = []
        for entity in model.entities {
            var lineage: Set<String> = []
            var next: String? = entity.name
            while let name = next, !known.contains(name) {
                guard lineage.insert(name).inserted else { return "entity '\(name)' is its own ancestor" }
                next = parents[name] ?? nil
            }
            known.formUnion(lineage)
        }
        return "a hierarchy is deeper than \(Self.maximumHashedDepth) entities"
    }

    /// Core Data's hashes of the entities, by name; nil if a hierarchy is too deep, or has no end.
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
