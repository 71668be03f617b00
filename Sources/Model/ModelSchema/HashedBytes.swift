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
