import CompiledModels
import Foundation
import ModelSchema
import ObjectGraph

/// The metadata of a store (`Z_METADATA`), such as the model that it was written with. Additions by apps stay in the
/// file.
struct StoreMetadata {
    /// The identity of the store.
    let identifier: UUID
    /// The hashes of the entities that the store was written with, by the entity's name.
    let versionHashes: [String: CoreDataVersionHash]
    /// The entities with version hashes of this module.
    let ownHashNames: Set<String>
    /// Whether the file still has hashes of this module for features whose hashes in Core Data are known by now. In
    /// ``versionHashes``, Core Data's are in their place.
    let hasEarlierHashes: Bool
    /// The model that the store was created with, as text; nil if another program created it.
    let schemaText: String?
    /// Whether Core Data has computed the hashes, rather than this module.
    let isByCoreData: Bool

    /// The keys that this module uses.
    private enum Key {
        static let hashes = "NSStoreModelVersionHashes"
        static let hashesVersion = "NSStoreModelVersionHashesVersion"
        static let hashesDigest = "NSStoreModelVersionHashesDigest"
        static let checksum = "NSStoreModelVersionChecksumKey"
        static let identifiers = "NSStoreModelVersionIdentifiers"
        static let type = "NSStoreType"
        static let vacuum = "_NSAutoVacuumLevel"
        static let framework = "NSPersistenceFrameworkVersion"
        /// The entities with hashes of this module, because Core Data's are not known. This key is not Core Data's.
        static let ownHashes = "modelgen.ownVersionHashes"
        /// The model as text, because only Core Data can create an archive of it. This key is not Core Data's.
        static let schema = "modelgen.schema"
    }

    /// The version of Apple's framework whose format new stores have.
    private static let frameworkVersion = 1344

    /// - Throws: `StoreError` if the store has no readable metadata.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        let path = connection.path
        let statement = try connection.statement("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else {
            throw StoreError(
                .notAStore, location: path, table: "Z_METADATA", "the row that describes the store is missing")
        }
        guard let identifier = UUID(uuidString: statement.text(at: 0)) else {
            throw StoreError(.malformed, location: path, table: "Z_METADATA", "the store's identifier is not a UUID")
        }
        let properties: PropertyListTable
        do {
            properties = try PropertyListTable(Array(statement.data(at: 1)))
        } catch {
            throw StoreError(
                .malformed, location: path, table: "Z_METADATA", "the store's metadata is not a property list: \(error)"
            )
        }
        self.identifier = identifier
        let hashes = properties.table(Key.hashes)
        let stored: [String: CoreDataVersionHash] = (hashes?.keys ?? []).reduce(into: [:]) { known, name in
            known[name] = hashes?.bytes(name).flatMap { CoreDataVersionHash(bytes: $0) }
        }
        ownHashNames = Set(properties.texts(Key.ownHashes) ?? [])
        schemaText = properties.text(Key.schema)
        isByCoreData = schemaText == nil
        let replaced = Self.replacingEarlierHashes(in: stored, of: ownHashNames, schemaText: schemaText)
        versionHashes = replaced ?? stored
        hasEarlierHashes = replaced != nil
    }

    /// Creates the metadata from its properties: those in a store's file, or those of an open store of any kind, whose
    /// hashes this package has computed.
    init(_ properties: [String: Any]) {
        identifier = (properties["NSStoreUUID"] as? String).flatMap { UUID(uuidString: $0) } ?? UUID()
        versionHashes = (properties[Key.hashes] as? [String: Data] ?? [:]).compactMapValues {
            CoreDataVersionHash(bytes: Array($0))
        }
        ownHashNames = Set(properties[Key.ownHashes] as? [String] ?? [])
        schemaText = properties[Key.schema] as? String
        hasEarlierHashes = false
        isByCoreData = schemaText == nil && properties[Key.hashesVersion] != nil
    }

    /// All metadata of a store, including its identity.
    static func properties(_ connection: SQLiteConnection) throws -> [String: Any] {
        let own = try StoreMetadata(connection)
        var properties = try values(connection)
        properties["NSStoreUUID"] = own.identifier.uuidString
        if own.hasEarlierHashes {
            let digest = CoreDataVersionDigest(of: own.versionHashes)
            properties[Key.hashes] = own.versionHashes.mapValues { Data($0.bytes) }
            properties[Key.hashesDigest] = digest.hashesDigest
            properties[Key.checksum] = digest.checksum
        }
        return properties
    }

    /// The values of a property list. Not read with Foundation, whose reader ends the program for some lists.
    private static func values(of list: Data, in connection: SQLiteConnection) throws(StoreError) -> [String: Any] {
        guard let values = (try? PropertyListTable(Array(list)))?.foundationValues else {
            throw StoreError(
                .malformed, location: connection.path, table: "Z_METADATA",
                "the metadata has values that no property list of a store has, or too many")
        }
        return values
    }

    /// The values of the property list in the file, which lacks the identity.
    static func values(_ connection: SQLiteConnection) throws(StoreError) -> [String: Any] {
        let statement = try connection.statement("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        defer { statement.reset() }
        return try values(of: try statement.step() ? statement.data(at: 0) : Data(), in: connection)
    }

    private static func write(_ properties: [String: Any], _ connection: SQLiteConnection) throws {
        var properties = properties
        // The identifier has its own column.
        properties["NSStoreUUID"] = nil
        let statement = try connection.statement("UPDATE Z_METADATA SET Z_PLIST = ?")
        statement.bind(try data(of: properties), at: 1)
        try statement.run()
    }

    /// Replaces the hashes in the file that an earlier version of this module has computed.
    static func replaceEarlierHashes(for model: Model, _ connection: SQLiteConnection) throws {
        var properties = try properties(connection)
        let own = ownHashNames(of: model)
        properties[Key.ownHashes] = own.isEmpty ? nil : own
        try write(properties, connection)
    }

    /// The names of the entities whose hashes in Core Data are unknown, sorted.
    private static func ownHashNames(of model: Model) -> [String] {
        let lookup = ModelLookup(model)
        return model.entities.filter { !lookup.isCoreDataVersionHashKnown(of: $0) }.map(\.name).sorted()
    }

    /// The hashes with Core Data's instead of those that an earlier version of this module computed from the model in
    /// the store; nil if it computed none.
    private static func replacingEarlierHashes(
        in stored: [String: CoreDataVersionHash], of names: Set<String>, schemaText: String?
    ) -> [String: CoreDataVersionHash]? {
        // A damaged text is reported where the model is read.
        guard !names.isEmpty, let schemaText, let model = try? SchemaTextReader.model(from: schemaText) else {
            return nil
        }
        let lookup = ModelLookup(model)
        var hashes = stored
        for entity in model.entities where names.contains(entity.name) {
            guard stored[entity.name] == lookup.earlierCoreDataVersionHash(of: entity) else { continue }
            hashes[entity.name] = lookup.coreDataVersionHash(of: entity)
        }
        return hashes == stored ? nil : hashes
    }

    /// Whether a program has added a value, rather than Core Data or this module.
    static func isOfProgram(_ key: String) -> Bool {
        !["NSStore", "NSPersistence", "_NS", "modelgen."].contains { key.hasPrefix($0) }
    }

    /// Replaces what programs have added to the metadata of a store.
    ///
    /// - Parameter list: A property list with the values by their keys.
    static func replaceProgramMetadata(with list: Data, _ connection: SQLiteConnection) throws {
        let given = try values(of: list, in: connection)
        var properties = try properties(connection).filter { !isOfProgram($0.key) }
        properties.merge(given.filter { isOfProgram($0.key) }) { own, _ in own }
        try write(properties, connection)
    }

    /// The metadata of a new store for a model.
    ///
    /// - Parameter earlier: The earlier metadata, of which everything that does not depend on the model is kept; nil
    ///   for a new store.
    static func propertyList(for model: Model, keeping earlier: [String: Any]? = nil) throws -> Data {
        let hashes = ModelLookup(model).coreDataVersionHashes
        let digest = CoreDataVersionDigest(of: hashes)
        var properties: [String: Any] = [
            Key.hashes: hashes.mapValues { Data($0.bytes) }, Key.hashesVersion: 3,
            Key.hashesDigest: digest.hashesDigest, Key.checksum: digest.checksum,
            Key.identifiers: [model.versionIdentifier], Key.type: "SQLite", Key.vacuum: "2",
            Key.framework: frameworkVersion,
            Key.schema: SchemaTextWriter.lines(of: model).joined(separator: "\n"),
        ]
        let own = ownHashNames(of: model)
        if !own.isEmpty { properties[Key.ownHashes] = own }
        if let earlier {
            let ofModel = [
                Key.hashes, Key.hashesVersion, Key.hashesDigest, Key.checksum, Key.identifiers, Key.ownHashes,
            ]
            for (key, value) in earlier where properties[key] == nil && !ofModel.contains(key) {
                properties[key] = value
            }
        }
        return try data(of: properties)
    }

    /// The bytes of a property list.
    private static func data(of properties: [String: Any]) throws -> Data {
        // A program that links Foundation statically has the bridge of arrays only if something calls it. Without the
        // bridge, an array is not valid in a property list.
        _ = [Any]()._bridgeToObjectiveC()
        return try PropertyListSerialization.data(fromPropertyList: properties, format: .binary, options: 0)
    }
}

extension StoreMetadata {
    /// The differences between the model that the store was written with and another one.
    ///
    /// Core Data's hash of an entity cannot be compared with ours if it has a feature whose hash is unknown. Unlike our
    /// own ``VersionHash``, it includes the members of composites, so the models need not be compared.
    func mismatch(with model: Model) -> ModelMismatch {
        let lookup = ModelLookup(model)
        let hashes = lookup.coreDataVersionHashes
        let expected = model.entities.map { entity in
            let isComparable =
                !isByCoreData || lookup.isCoreDataVersionHashKnown(of: entity) || ownHashNames.contains(entity.name)
            return (entity.name, isComparable ? hashes[entity.name] : nil)
        }
        return ModelMismatch(
            stored: versionHashes, expected: Dictionary(expected, uniquingKeysWith: { first, _ in first }))
    }

    /// - Throws: `StoreError` that names the entities that differ.
    func requireMatch(with model: ManagedObjectModel, path: String) throws(StoreError) {
        let mismatch = mismatch(with: model.schema)
        guard mismatch.isEmpty else { throw StoreError(.modelMismatch, location: path, mismatch.refusal(of: model)) }
    }
}
