import ModelSchema

/// The SHA-256 of a file's contents, as 64 hexadecimal digits.
///
/// ```swift
/// let hash = ContentHash(of: "class Book {}\n")
/// let isEdited = hash != entry.hash  // Whether the file has another text than when it was generated
/// ```
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    /// The digits, in lower case.
    public let description: String

    /// The hash of bytes.
    public init(of bytes: [UInt8]) { description = SHA256.hash(of: bytes).hexadecimalDigits }

    /// The hash of a string's UTF-8.
    public init(of text: String) { self.init(of: Array(text.utf8)) }

    /// Creates a hash from its digits; nil unless the text is 64 lowercase hexadecimal digits.
    public init?(_ digits: some StringProtocol) { self.init(digits: Array(digits.utf8)[...]) }

    /// Creates a hash from the UTF-8 of its digits; nil unless they are 64 lowercase hexadecimal digits.
    package init?(digits: ArraySlice<UInt8>) {
        let areDigits = digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard areDigits, digits.count == 64 else { return nil }
        description = String(decoding: digits, as: UTF8.self)
    }
}
