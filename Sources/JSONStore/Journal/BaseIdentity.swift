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
