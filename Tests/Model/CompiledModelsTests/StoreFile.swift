import CSQLite
import Foundation

/// A store of Core Data, as far as these tests read it.
struct StoreFile {
    /// The compressed model; nil in a store of the time before stores kept one.
    let modelCache: [UInt8]?
    /// The hashes in the metadata, by entity name.
    let versionHashes: [String: [UInt8]]
    /// The digest of names and hashes in the metadata; nil in older stores.
    let hashesDigest: String?
    /// The checksum of the hashes in the metadata; nil in older stores.
    let checksum: String?

    /// Reads a file, which stays as it is.
    init(_ file: URL) throws {
        var connection: OpaquePointer?
        // Opened as one that nobody changes, so that nothing is written beside it.
        let address = "file:\(file.path)?immutable=1"
        guard sqlite3_open_v2(address, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil) == SQLITE_OK else {
            throw CocoaError(.fileReadCorruptFile)
        }
        defer { sqlite3_close(connection) }
        modelCache = Self.value("SELECT Z_CONTENT FROM Z_MODELCACHE", in: connection)
        let metadata = Data(Self.value("SELECT Z_PLIST FROM Z_METADATA", in: connection) ?? [])
        let list = try PropertyListSerialization.propertyList(from: metadata, format: nil) as? [String: Any]
        versionHashes = (list?["NSStoreModelVersionHashes"] as? [String: Data] ?? [:]).mapValues { [UInt8]($0) }
        hashesDigest = list?["NSStoreModelVersionHashesDigest"] as? String
        checksum = list?["NSStoreModelVersionChecksumKey"] as? String
    }

    private static func value(_ query: String, in connection: OpaquePointer?) -> [UInt8]? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else { return nil }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW, let bytes = sqlite3_column_blob(statement, 0) else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, 0))))
    }
}
