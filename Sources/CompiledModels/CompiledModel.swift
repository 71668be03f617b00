public import ModelSchema

/// A model that Core Data's compiler has made, or that a store of Core Data keeps a copy of.
///
/// A compiled model leaves out what only the model editor needs: the order of the file, code generation, scalar types.
/// Entities and properties come by name. Bytes are untrusted: reading them takes time and memory in proportion to their
/// number, and what is wrong with them is an error.
///
/// Source: the compiled models and stores of public repositories.
public struct CompiledModel: Sendable {
    /// The model.
    public let model: Model
    /// The hashes that were kept next to the model, by entity name. Empty for a model by itself: an archive has none.
    public let versionHashes: [String: CoreDataVersionHash]
    /// What could not be read and is missing in ``model``, a line for each, with the place in front.
    public let notes: [String]

    /// The number of bytes that an archive may have: many times that of the largest model known.
    public static let maximumSizeBytes = 32 << 20

    /// Reads a compiled model: what a `.mom` file holds.
    ///
    /// - Parameters:
    ///   - archive: The whole file.
    ///   - name: The model's name, which the file does not hold.
    ///   - versionHashes: The hashes that are kept next to the file, by entity name.
    /// - Throws: What is wrong, and where. What is only unknown becomes one of ``notes``.
    public init(
        archive: [UInt8], name: String, versionHashes: [String: CoreDataVersionHash] = [:]
    ) throws(CompiledModelError) {
        guard archive.count <= Self.maximumSizeBytes else {
            throw CompiledModelError(.tooLarge, "the model has \(archive.count) bytes", at: name)
        }
        var reader = ArchivedModelReader()
        model = try reader.model(in: KeyedArchive(archive), named: name)
        notes = reader.notes
        self.versionHashes = versionHashes
    }

    /// Reads the copy that a store keeps of its model, in the column `Z_CONTENT` of its table `Z_MODELCACHE`.
    ///
    /// - Parameters:
    ///   - modelCache: The whole value.
    ///   - name: The model's name, which the value does not hold.
    ///   - versionHashes: The hashes in the metadata of the store, by entity name.
    /// - Throws: What is wrong, and where. What is only unknown becomes one of ``notes``.
    public init(
        modelCache: [UInt8], name: String, versionHashes: [String: CoreDataVersionHash] = [:]
    ) throws(CompiledModelError) {
        let archive = try Inflation.inflate(modelCache, maximumSizeBytes: Self.maximumSizeBytes)
        try self.init(archive: archive, name: name, versionHashes: versionHashes)
    }

    /// The names of the entities whose hash next to the model is not the one that the model gives, sorted.
    ///
    /// Entities without a hash next to the model, and those whose hash is not known to equal Core Data's, are not asked.
    public var entitiesWithOtherHashes: [String] {
        let lookup = ModelLookup(model)
        return model.entities.filter { entity in
            guard let kept = versionHashes[entity.name], lookup.isCoreDataVersionHashKnown(of: entity) else {
                return false
            }
            return lookup.coreDataVersionHash(of: entity) != kept
        }.map(\.name).sorted()
    }
}
