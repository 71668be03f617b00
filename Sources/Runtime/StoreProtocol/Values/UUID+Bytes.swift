package import Foundation

// Databases store identifiers as 16 bytes.

extension UUID {
    /// Returns nil if there are not 16 bytes.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// The 16 bytes.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
