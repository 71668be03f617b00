import Foundation

/// Finds start tags with too many attributes before libxml2 reads them, because it compares all pairs of attributes,
/// which takes hours for a tag of some megabytes.
enum XMLTagCheck {
    /// The maximum length of tags that the parser checks itself.
    private static let blockSize = 4096

    /// Returns the offset of the first long tag with too many attributes. O(*n*), and very fast if all tags are short.
    static func firstExcess(in bytes: [UInt8], limit: Int) -> Int? {
        var tag: (offset: Int, isChecked: Bool) = (0, true)
        for block in stride(from: 0, to: bytes.count, by: blockSize) {
            let end = min(block + blockSize, bytes.count)
            if contains(UInt8(ascii: "<"), in: bytes, block..<end) {
                var last = end - 1
                while bytes[last] != UInt8(ascii: "<") { last -= 1 }
                tag = (last, false)
            } else if !tag.isChecked {
                // Tags cannot contain `<`, so a block without one is inside a tag or text.
                tag.isChecked = true
                if exceeds(limit, at: tag.offset, in: bytes) { return tag.offset }
            }
        }
        return nil
    }

    private static func exceeds(_ limit: Int, at offset: Int, in bytes: [UInt8]) -> Bool {
        var count = 0
        for _ in XMLTagAttributes(of: bytes, at: offset) {
            count += 1
            if count > limit { return true }
        }
        return false
    }

    /// Whether a range of the bytes contains a byte.
    static func contains(_ byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer[range].isEmpty ? nil : buffer.baseAddress?.advanced(by: range.lowerBound) else {
                return false
            }
            return memchr(start, Int32(byte), range.count) != nil
        }
    }
}
