import Foundation
import ModelSchema
import ObjectGraph
import SchemaText

/// What a store says of itself (`Z_METADATA`): which model it was written with, and what apps have added.
struct StoreMetadata {
    /// The identity of the store.
    var identifier: UUID
    /// The whole property list: what is not known of it is kept.
    var properties: [String: Any]

    /// The keys that matter here.
    private enum Key {
        static let hashes = "NSStoreModelVersionHashes"
        static let hashesVersion = "NSStoreModelVersionHashesVersion"
        static let hashesDigest = "NSStoreModelVersionHashesDigest"
        static let checksum = "NSStoreModelVersionChecksumKey"
        static let identifiers = "NSStoreModelVersionIdentifiers"
        static let type = "NSStoreType"
        static let vacuum = "_NSAutoVacuumLevel"
        static let framework = "NSPersistenceFrameworkVersion"
        /// Entities whose hashes are ours, since Core Data's are not known: a key of this tool.
        static let ownHashes = "modelgen.ownVersionHashes"
        /// The model as text, since an archive of it can only be made by Core Data: a key of this tool.
        static let schema = "modelgen.schema"
    }

    /// The version of Apple's framework whose files new stores are like.
    private static let frameworkVersion = 1344

    /// The hashes of the entities that the store was written with, by the entity's name.
    var versionHashes: [String: CoreDataVersionHash] {
        let hashes = properties[Key.hashes] as? [String: Any] ?? [:]
        return hashes.compactMapValues { ($0 as? Data).flatMap { CoreDataVersionHash(bytes: Array($0)) } }
    }

    /// The entities whose hashes are ours.
    var ownHashNames: Set<String> { Set(properties[Key.ownHashes] as? [String] ?? []) }

    /// The model that the store was made with, as text; nil where another program has made it.
    var schemaText: String? { properties[Key.schema] as? String }

    /// What a new store says.
    init(identifier: UUID, model: Model) {
        self.identifier = identifier
        let lookup = ModelLookup(model)
        let hashes = lookup.coreDataVersionHashes
        let digest = CoreDataVersionDigest(of: hashes)
        properties = [
            Key.hashes: hashes.mapValues { Data($0.bytes) }, Key.hashesVersion: 3,
            Key.hashesDigest: digest.hashesDigest, Key.checksum: digest.checksum,
            Key.identifiers: [model.versionIdentifier], Key.type: "SQLite", Key.vacuum: "2",
            Key.framework: Self.frameworkVersion,
            Key.schema: SchemaTextWriter.lines(of: model).joined(separator: "\n"),
        ]
        let own = model.entities.filter { !lookup.isCoreDataVersionHashKnown(of: $0) }.map(\.name).sorted()
        if !own.isEmpty { properties[Key.ownHashes] = own }
    }

    /// - Throws: ``SQLiteStoreError`` where the store says nothing of itself that can be read.
    init(_ connection: SQLiteConnection) throws(SQLiteStoreError) {
        let path = connection.path
        let statement = try connection.statement(
            "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else {
            throw SQLiteStoreError(
                .notAStore, path: path, table: "Z_METADATA", "there is no row that describes the store")
        }
        guard let identifier = UUID(uuidString: statement.text(at: 0)) else {
            throw SQLiteStoreError(
                .malformed, path: path, table: "Z_METADATA", "the store's identity is no UUID")
        }
        self.identifier = identifier
        let list = try? PropertyListSerialization.propertyList(from: statement.data(at: 1), format: nil)
        guard let properties = list as? [String: Any] else {
            throw SQLiteStoreError(
                .malformed, path: path, table: "Z_METADATA", "what describes the store is no property list")
        }
        self.properties = properties
    }

    /// The property list as the store keeps it.
    func propertyList() throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: properties, format: .binary, options: 0)
    }
}
