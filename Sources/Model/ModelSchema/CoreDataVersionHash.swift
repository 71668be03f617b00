/// Core Data's version hash of an entity: 32 bytes.
///
/// Core Data's stores and compiled models contain one for each entity (`NSStoreModelVersionHashes`), and Core Data
/// opens a store only with a model that has the same hashes. The stores of this project use ``VersionHash``.
///
/// ```swift
/// let hashes = ModelLookup(model).coreDataVersionHashes
/// print(hashes["Book"]?.base64 ?? "none")  // As in the output of Apple's tools
/// ```
public struct CoreDataVersionHash: Sendable, Hashable {
    /// The number of bytes of a hash.
    public static let byteCount = 32

    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Creates a hash from the bytes in a store or a compiled model; nil if they are not 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    init(digest: [UInt8]) { bytes = digest }

    /// The bytes in Base64, as in the output of Apple's tools: 44 characters.
    public var base64: String { Base64.text(of: bytes) }
}

extension CoreDataVersionHash: CustomStringConvertible {
    /// The bytes as 64 lowercase hexadecimal digits.
    public var description: String { bytes.hexadecimalDigits }
}

/// The digests of the hashes of all entities of a model, which stores and compiled models also contain.
///
/// ```swift
/// let checksum = CoreDataVersionDigest(of: hashes).checksum  // As in the metadata of a store
/// ```
///
/// Source: the metadata of public stores.
public struct CoreDataVersionDigest: Sendable, Hashable {
    /// The SHA-512 of names and hashes, in Base64: `NSStoreModelVersionHashesDigest` in the metadata of a store.
    public let hashesDigest: String
    /// The SHA-256 of the hashes, in Base64: `NSStoreModelVersionChecksumKey` in the metadata of a store, and
    /// `NSManagedObjectModel_VersionChecksums` in the list of versions of a compiled model.
    public let checksum: String

    /// Creates the digests of hashes by entity name.
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

/// Encodes bytes in Base64.
///
/// Source: RFC 4648, section 4. Foundation has the same, but no file of this module imports anything but the standard
/// library and the hashes.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text for bytes, with padding and without line breaks.
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

/// The input of one of Core Data's hashes: text without its length, and little-endian numbers.
struct HashedBytes {
    private var bytes: [UInt8]

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Creates the common start of every property's input, which is a hash itself.
    init(name: String, isOptional: Bool, isTransient: Bool, modifier: String?) {
        var base = HashedBytes(Array(name.utf8))
        base.add(UInt16((isOptional ? 1 : 0) | (isTransient ? 2 : 0)))
        base.add(modifier)
        self.init(base.digest)
    }

    /// The 32 bytes of the hash.
    var digest: [UInt8] { SHA256.hash(of: bytes) }

    /// Adds the UTF-8 bytes of text, if there is any.
    mutating func add(_ text: String?) { bytes += Array((text ?? "").utf8) }

    mutating func add(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
