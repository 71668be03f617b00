import Foundation

/// Finds start tags with more attributes than the limit, before libxml2 sees them: it compares each attribute of a tag
/// with every other, and a tag of some megabytes would keep it busy for hours.
enum XMLTagCheck {
    /// Tags shorter than this are left to the parser.
    private static let blockSize = 4096

    /// The offset of the first long tag that has too many attributes. O(*n*), and next to nothing where tags are short.
    static func firstExcess(in bytes: [UInt8], limit: Int) -> Int? {
        var tag: (offset: Int, isChecked: Bool) = (0, true)
        for block in stride(from: 0, to: bytes.count, by: blockSize) {
            let end = min(block + blockSize, bytes.count)
            if contains(UInt8(ascii: "<"), in: bytes, block..<end) {
                var last = end - 1
                while bytes[last] != UInt8(ascii: "<") { last -= 1 }
                tag = (last, false)
            } else if !tag.isChecked {
                // No `<` may stand inside a tag: a block without one lies inside a tag, or inside text.
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

    /// Whether a byte stands in a part of the bytes.
    static func contains(_ byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer[range].isEmpty ? nil : buffer.baseAddress?.advanced(by: range.lowerBound) else {
                return false
            }
            return memchr(start, Int32(byte), range.count) != nil
        }
    }
}
