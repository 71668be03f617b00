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
    init(digest: [UInt8]) {
        bytes = digest
    }

    /// The bytes in Base64, as Apple's tools print them: 44 characters.
    public var base64: String { Base64.text(of: bytes) }
}

extension CoreDataVersionHash: CustomStringConvertible {
    /// The bytes in 64 hexadecimal digits, in lower case.
    public var description: String {
        bytes.hexadecimalDigits
    }
}
