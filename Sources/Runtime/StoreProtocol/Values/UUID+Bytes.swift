package import Foundation

// Databases store identifiers as 16 bytes.

extension UUID {
    /// Returns nil if there are not 16 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }

    /// The 16 bytes.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
