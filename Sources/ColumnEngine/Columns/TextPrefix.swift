import Foundation

/// A constant that strings may begin with, compared by its bytes wherever these decide.
struct TextPrefix {
    private let text: String
    /// Empty for text that bytes alone do not decide about.
    private let bytes: [UInt8]

    /// Between which words those of strings that begin with this one lie.
    let codes: ClosedRange<UInt64>

    init(_ text: String) {
        self.text = text
        codes = SortCode.prefixRange(text)
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
        bytes = isPlain ? Array(text.utf8) : []
    }

    /// Whether another text begins with this one, by its characters.
    func begins(_ other: String) -> Bool { other.hasPrefix(text) }

    /// Whether another text begins with this one, by its bytes; nil for text that bytes alone do not decide about, and
    /// where another character than an ASCII one comes into play: it may be composed with the one before it, or stand
    /// for an ASCII one itself.
    func decide(_ other: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard !bytes.isEmpty else { return nil }
        for index in bytes.indices {
            guard index < other.count else { return false }
            guard other[index] == bytes[index] else { return other[index] < 0x80 ? false : nil }
        }
        return bytes.count == other.count || other[bytes.count] < 0x80 ? true : nil
    }
}
