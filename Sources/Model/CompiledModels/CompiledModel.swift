public import ModelSchema

/// A model in the form that Core Data's compiler creates, or that a store of Core Data contains.
///
/// A compiled model lacks what only the model editor needs: the order of the file, code generation, and scalar types.
/// Entities and properties are sorted by name. The bytes are not trusted: reading takes time and memory in proportion
/// to their number, and invalid bytes are an error.
///
/// Source: the compiled models and stores of public repositories.
///
/// ```swift
/// let compiled = try CompiledModel(archive: Array(Data(contentsOf: file)), name: "Library")
/// let names = compiled.model.entities.map(\.name)
/// for note in compiled.unreadableParts { print("not readable: \(note)") }
/// ```
public struct CompiledModel: Sendable {
    /// The model.
    public let model: Model
    /// The hashes that were stored next to the model, by entity name. Empty for an archive alone, which has none.
    public let versionHashes: [String: CoreDataVersionHash]
    /// The unreadable parts that are missing from ``model``: a line for each, which starts with its place.
    public let unreadableParts: [String]

    /// The maximum size of an archive, many times that of the largest known model.
    public static let maximumSizeBytes = 32 << 20

    /// Reads a compiled model from the contents of a `.mom` file.
    ///
    /// - Parameters:
    ///   - archive: The whole file.
    ///   - name: The model's name, which the file does not contain.
    ///   - versionHashes: The hashes that are stored next to the file, by entity name.
    /// - Throws: The problem and its place. Unknown parts become ``unreadableParts`` instead.
    public init(
        archive: [UInt8], name: String, versionHashes: [String: CoreDataVersionHash] = [:]
    ) throws(CompiledModelError) {
        guard archive.count <= Self.maximumSizeBytes else {
            throw CompiledModelError(.tooLarge, "the model has \(archive.count) bytes", at: name)
        }
        var reader = ArchivedModelReader()
        model = try reader.model(in: KeyedArchive(archive), named: name)
        unreadableParts = reader.notes
        self.versionHashes = versionHashes
    }

    /// Reads the copy of its model that a store contains, in the column `Z_CONTENT` of the table `Z_MODELCACHE`.
    ///
    /// - Parameters:
    ///   - modelCache: The whole value.
    ///   - name: The model's name, which the value does not contain.
    ///   - versionHashes: The hashes in the metadata of the store, by entity name.
    /// - Throws: The problem and its place. Unknown parts become ``unreadableParts`` instead.
    public init(
        modelCache: [UInt8], name: String, versionHashes: [String: CoreDataVersionHash] = [:]
    ) throws(CompiledModelError) {
        let archive = try Inflation.inflate(modelCache, maximumSizeBytes: Self.maximumSizeBytes)
        try self.init(archive: archive, name: name, versionHashes: versionHashes)
    }

    /// The names of the entities whose stored hash differs from the one that the model gives, sorted.
    ///
    /// Ignores entities without a stored hash, and those whose hash might not equal Core Data's.
    public var entityNamesWithMismatchedHashes: [String] {
        let lookup = ModelLookup(model)
        let hashes = lookup.coreDataVersionHashes
        return model.entities.filter { entity in
            guard let stored = versionHashes[entity.name] else { return false }
            return lookup.isCoreDataVersionHashKnown(of: entity) && hashes[entity.name] != stored
        }.map(\.name).sorted()
    }
}
