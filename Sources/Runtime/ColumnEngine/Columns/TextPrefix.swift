import Foundation

/// A prefix that strings are tested for, by its bytes where possible.
struct TextPrefix {
    private let text: String
    /// Empty if the bytes alone do not decide.
    private let bytes: [UInt8]

    /// The range of the words of strings that start with this one.
    let codes: ClosedRange<UInt64>

    init(_ text: String) {
        self.text = text
        codes = SortCode.prefixRange(text)
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
        bytes = isPlain ? Array(text.utf8) : []
    }

    /// Whether another text starts with this one, by its characters.
    func begins(_ other: String) -> Bool { other.hasPrefix(text) }

    /// Whether another text starts with this one, by its bytes; nil if the bytes alone do not decide. That includes
    /// non-ASCII characters, which can combine with the one before, or be equivalent to an ASCII one.
    func decide(_ other: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard !bytes.isEmpty else { return nil }
        for index in bytes.indices {
            guard index < other.count else { return false }
            guard other[index] == bytes[index] else { return other[index] < 0x80 ? false : nil }
        }
        return bytes.count == other.count || other[bytes.count] < 0x80 ? true : nil
    }
}
