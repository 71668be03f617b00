import SecureHashes

/// The SHA-256 of a file's contents, as 64 hexadecimal digits.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    /// The digits, in lower case.
    public let description: String

    /// The hash of bytes.
    public init(of bytes: [UInt8]) {
        let text = SHA256.hash(of: bytes).flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
        description = String(decoding: text, as: UTF8.self)
    }

    /// The hash of a string's UTF-8.
    public init(of text: String) { self.init(of: Array(text.utf8)) }

    /// Creates a hash from its digits; nil unless the text is 64 lowercase hexadecimal digits.
    public init?(_ digits: some StringProtocol) {
        guard digits.utf8.count == 64, digits.utf8.allSatisfy(Self.digits.contains) else { return nil }
        description = String(digits)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
