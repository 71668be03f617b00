import SecureHashes

/// What a hash of Core Data's is taken of: text without its length, and numbers with the least byte first.
struct HashedBytes {
    private var bytes: [UInt8]

    /// What begins with bytes.
    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// What the hash of any property begins with: a hash itself.
    init(name: String, isOptional: Bool, isTransient: Bool, modifier: String?) {
        var base = HashedBytes(Array(name.utf8))
        base.add(UInt16((isOptional ? 1 : 0) | (isTransient ? 2 : 0)))
        base.add(modifier)
        self.init(base.digest)
    }

    /// The 32 bytes of the hash.
    var digest: [UInt8] { SHA256.hash(of: bytes) }

    /// Adds text in UTF-8, nothing for none.
    mutating func add(_ text: String?) { bytes += Array((text ?? "").utf8) }

    /// Adds a number of a fixed width.
    mutating func add(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
