import FileAccess

/// The size and the checksum of bytes in consecutive parts.
struct ChecksumStream {
    private var lanes = Checksum.Lanes()
    /// The last bytes, fewer than a stripe.
    private var rest: [UInt8] = []

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes
        if !rest.isEmpty {
            let count = min(Checksum.Lanes.stripeBytes - rest.count, bytes.count)
            rest += bytes[..<count]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard rest.count == Checksum.Lanes.stripeBytes else { return }
            rest.withUnsafeBytes { lanes.add($0) }
            rest.removeAll(keepingCapacity: true)
        }
        let stripedCount = bytes.count & ~(Checksum.Lanes.stripeBytes - 1)
        lanes.add(UnsafeRawBufferPointer(rebasing: bytes[..<stripedCount]))
        rest += bytes[stripedCount...]
    }

    /// The identity of the bytes so far.
    var identity: BaseIdentity {
        let checksum = rest.withUnsafeBytes { Checksum(lanes, rest: $0) }
        return BaseIdentity(sizeBytes: lanes.count + rest.count, checksum: checksum)
    }
}

/// The identity of the bytes of a store's file, by which a journal identifies its file.
struct BaseIdentity: Sendable, Hashable {
    var sizeBytes: Int
    var checksum: Checksum

    init(sizeBytes: Int, checksum: Checksum) {
        self.sizeBytes = sizeBytes
        self.checksum = checksum
    }

    init(of bytes: UnsafeRawBufferPointer) { self.init(sizeBytes: bytes.count, checksum: Checksum(of: bytes)) }

    init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { BaseIdentity(of: $0) } }
}
