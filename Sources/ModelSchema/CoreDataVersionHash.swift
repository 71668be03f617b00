import SecureHashes

/// Core Data's version hash of an entity: 32 bytes.
///
/// A store of Core Data keeps one for each of its entities (`NSStoreModelVersionHashes`), a compiled model as well, and
/// Core Data opens a store only with a model whose hashes are the same. ``VersionHash`` is what the stores of this
/// project keep.
public struct CoreDataVersionHash: Sendable, Hashable {
    /// The number of bytes of a hash.
    public static let byteCount = 32

    /// The 32 bytes.
    public let bytes: [UInt8]

    /// A hash as a store or a compiled model has it; nil for anything but 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// A hash that has just been computed.
    init(digest: [UInt8]) { bytes = digest }

    /// The bytes in Base64, as Apple's tools print them: 44 characters.
    public var base64: String { Base64.text(of: bytes) }
}

extension CoreDataVersionHash: CustomStringConvertible {
    /// The bytes in 64 hexadecimal digits, in lower case.
    public var description: String { bytes.hexadecimalDigits }
}

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

/// Bytes as text of 64 characters.
///
/// Source: RFC 4648, section 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of bytes, padded, without line breaks.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let isPadding = place > group.count
                text.append(isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
