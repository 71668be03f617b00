import SecureHashes

/// What a file holds, in 64 hexadecimal digits: its SHA-256.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    /// The digits, in lower case.
    public let description: String

    /// The hash of bytes.
    public init(of bytes: [UInt8]) {
        var digest = SHA256()
        digest.update(bytes)
        self.init(digest: digest.finish())
    }

    /// The hash of a text's UTF-8.
    public init(of text: String) {
        self.init(of: Array(text.utf8))
    }

    /// Takes digits over; nil for anything but 64 of them in lower case.
    public init?(_ digits: some StringProtocol) {
        guard digits.utf8.count == 64, digits.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        description = String(digits)
    }

    private init(digest: [UInt8]) {
        let text = digest.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
        description = String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
