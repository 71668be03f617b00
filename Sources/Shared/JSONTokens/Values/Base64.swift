/// Base64 with padding and the standard alphabet (RFC 4648, section 4).
///
/// Foundation's decoder is no substitute: it accepts surplus bits, such as `AB==`, and does not say where a text is
/// wrong. For values of 32 bytes, such as hashes, this is also faster, because it reads and writes in place: a third of
/// the time to encode, and half to decode. For 4 KB, Foundation takes half the time to encode, and a fifth to decode.
package enum Base64 {
    /// The bytes for `text`.
    ///
    /// Strict, so every value has exactly one text: no line breaks, no missing padding, and no extra bits after the
    /// last byte.
    package static func decode(_ text: UnsafeRawBufferPointer) throws(MalformedTextError) -> [UInt8] {
        guard text.count % 4 == 0 else {
            throw MalformedTextError(
                message: "the length of the Base64 text is not a multiple of four", offset: text.count)
        }
        guard !text.isEmpty else { return [] }
        var padding = 0
        while padding < 2, text[text.count - 1 - padding] == ASCII.equals { padding += 1 }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count / 4 * 3)
        for start in stride(from: 0, to: text.count - (padding > 0 ? 4 : 0), by: 4) {
            let group = try group(in: text, at: start, count: 4)
            decoded.append(UInt8(truncatingIfNeeded: group >> 16))
            decoded.append(UInt8(truncatingIfNeeded: group >> 8))
            decoded.append(UInt8(truncatingIfNeeded: group))
        }
        if padding > 0 { try decodeLastGroup(of: text, padding: padding, into: &decoded) }
        return decoded
    }

    /// The length of the text of `count` bytes.
    static func encodedCount(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Writes the text of `bytes` to the start of `target`, which must have room for it.
    static func encode(_ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        var position = 0
        var start = 0
        while start < bytes.count {
            let available = bytes.count - start
            let second = available > 1 ? bytes[start + 1] : 0
            let third = available > 2 ? bytes[start + 2] : 0
            let group = UInt32(bytes[start]) << 16 | UInt32(second) << 8 | UInt32(third)
            target[position] = digit(group >> 18)
            target[position + 1] = digit(group >> 12)
            target[position + 2] = available > 1 ? digit(group >> 6) : ASCII.equals
            target[position + 3] = available > 2 ? digit(group) : ASCII.equals
            position += 4
            start += 3
        }
    }

    private static func decodeLastGroup(
        of text: UnsafeRawBufferPointer, padding: Int, into decoded: inout [UInt8]
    ) throws(MalformedTextError) {
        let start = text.count - 4
        let digitCount = 4 - padding
        let group = try group(in: text, at: start, count: digitCount)
        guard group & (padding == 1 ? 0xFF : 0xFFFF) == 0 else {
            throw MalformedTextError(message: "the Base64 text has surplus bits", offset: start + digitCount - 1)
        }
        decoded.append(UInt8(truncatingIfNeeded: group >> 16))
        if padding == 1 { decoded.append(UInt8(truncatingIfNeeded: group >> 8)) }
    }

    /// The first `count` of four digits as 24 bits, with zeros for the missing ones.
    @inline(__always)
    private static func group(
        in text: UnsafeRawBufferPointer, at start: Int, count: Int
    ) throws(MalformedTextError) -> UInt32 {
        var group: UInt32 = 0
        for index in 0..<count {
            let value = values[Int(text[start + index])]
            guard value < 64 else {
                throw MalformedTextError(message: "a character is not a Base64 digit", offset: start + index)
            }
            group |= UInt32(value) << UInt32(18 - 6 * index)
        }
        return group
    }

    /// The digit of the lowest six bits.
    @inline(__always)
    private static func digit(_ bits: UInt32) -> UInt8 { digits[Int(bits & 63)] }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each byte as a digit; 255 for other bytes.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
