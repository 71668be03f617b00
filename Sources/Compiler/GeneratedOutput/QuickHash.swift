/// A number that quickly identifies unchanged bytes. It is easy to create other bytes with the same number, so use it
/// only for the user's own files.
///
/// The hash multiplies eight bytes at a time, and keeps both halves of the product.
struct QuickHash: Hashable, Sendable {
    let value: UInt64

    init(of bytes: [UInt8]) {
        var state = Self.first ^ UInt64(bytes.count)
        bytes.withUnsafeBytes { buffer in
            let wholeCount = buffer.count - buffer.count % 8
            for start in stride(from: 0, to: wholeCount, by: 8) {
                let word = buffer.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                state = Self.mix(state ^ UInt64(littleEndian: word))
            }
            var last: UInt64 = 0
            for byte in buffer[wholeCount...] { last = last << 8 | UInt64(byte) }
            state = Self.mix(state ^ last)
        }
        value = Self.mix(state)
    }

    /// Creates a hash from its ``description``.
    init?(_ digits: Substring) {
        guard let value = UInt64(digits, radix: 16) else { return nil }
        self.value = value
    }

    var description: String { String(value, radix: 16) }

    private static func mix(_ word: UInt64) -> UInt64 {
        let product = (word ^ second).multipliedFullWidth(by: third)
        return product.high ^ product.low ^ (word << 32 | word >> 32)
    }

    // Odd numbers without a pattern: the fractional parts of the golden ratio and of the square roots of 2 and 3.
    private static let first: UInt64 = 0x9e37_79b9_7f4a_7c15
    private static let second: UInt64 = 0x6a09_e667_f3bc_c909
    private static let third: UInt64 = 0xbb67_ae85_84ca_a73b
}
