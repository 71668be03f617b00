/// The rules of well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
///
/// Source: The Unicode Standard, table 3-7.
enum UTF8Sequence {
    /// The number of bytes of the well-formed sequence that starts at `offset` with a byte of 0x80 or above; 0 if it is
    /// ill-formed or truncated.
    static func length(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        let available = bytes.count - offset
        guard available >= 2 else { return 0 }
        let first = bytes[offset]
        let second = bytes[offset + 1]
        switch first {
        case 0xC2...0xDF: return isContinuation(second) ? 2 : 0
        case 0xE0...0xEF:
            guard available >= 3, isContinuation(second), isContinuation(bytes[offset + 2]) else { return 0 }
            if first == 0xE0 && second < 0xA0 { return 0 }
            if first == 0xED && second > 0x9F { return 0 }
            return 3
        case 0xF0...0xF4:
            guard available >= 4, isContinuation(second), isContinuation(bytes[offset + 2]),
                isContinuation(bytes[offset + 3])
            else { return 0 }
            if first == 0xF0 && second < 0x90 { return 0 }
            if first == 0xF4 && second > 0x8F { return 0 }
            return 4
        default: return 0
        }
    }

    @inline(__always)
    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
