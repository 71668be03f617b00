import SecureHashes

/// One value for the hashes of all entities of a model, as stores and compiled models keep them next to the hashes.
///
/// Source: the metadata of public stores.
public struct CoreDataVersionDigest: Sendable, Hashable {
    /// The SHA-512 of names and hashes, in Base64: `NSStoreModelVersionHashesDigest` in the metadata of a store.
    public let hashesDigest: String
    /// The SHA-256 of the hashes, in Base64: `NSStoreModelVersionChecksumKey` in the metadata of a store, and
    /// `NSManagedObjectModel_VersionChecksums` in the list of versions of a compiled model.
    public let checksum: String

    /// The digests of hashes by entity name.
    public init(of hashes: [String: CoreDataVersionHash]) {
        var named = SHA512()
        var bare = SHA256()
        for (name, hash) in hashes.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }) {
            named.update(Array(name.utf8))
            named.update(hash.bytes)
            bare.update(hash.bytes)
        }
        hashesDigest = Base64.text(of: named.finish())
        checksum = Base64.text(of: bare.finish())
    }
}
