/// The Secure Hash Algorithm with 256 bits, in pieces.
package struct SHA256 {
    private var hash = SecureHash<UInt32>()

    /// The hash of no bytes, to take more in.
    package init() {}

    /// The 32 bytes of the hash of some bytes.
    package static func hash(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) { hash.update(bytes) }

    /// The 32 bytes of the hash of all bytes that were taken in.
    package mutating func finish() -> [UInt8] { hash.finish() }
}

/// The Secure Hash Algorithm with 512 bits, in pieces.
package struct SHA512 {
    private var hash = SecureHash<UInt64>()

    /// The hash of no bytes, to take more in.
    package init() {}

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) { hash.update(bytes) }

    /// The 64 bytes of the hash of all bytes that were taken in.
    package mutating func finish() -> [UInt8] { hash.finish() }
}

extension [UInt8] {
    /// Two hexadecimal digits a byte, in lower case.
    package var hexadecimalDigits: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
