import Foundation

extension UUID {
    /// Nil where there are not 16 bytes.
    init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { _ = bytes.copyBytes(to: $0) }
        self.init(uuid: value)
    }

    /// The 16 bytes.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
