extension JSONScanner {
    /// Reads `true` or `false`.
    package mutating func readBoolean() throws(JSONError) -> Bool {
        if let flag = readWrittenBoolean() { return flag }
        switch nextSignificantByte() {
        case ASCII.t:
            try consumeWord("true")
            return true
        case ASCII.f:
            try consumeWord("false")
            return false
        default: throw wrongKind(expected: JSONKind.boolean.name)
        }
    }

    /// Consumes `true` or `false` if that comes next; nil for anything else.
    @inline(__always)
    private mutating func readWrittenBoolean() -> Bool? {
        guard bytes.count - offset >= 5 else { return nil }
        let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        // The first four letters, the first in the lowest byte.
        if word == 0x6575_7274 {
            offset += 4
            return true
        }
        guard word == 0x736C_6166, bytes[offset + 4] == ASCII.e else { return nil }
        offset += 5
        return false
    }

    /// Consumes a `null` if one is next, and returns whether it did. Leaves any other value unread.
    @inline(__always) @inlinable
    package mutating func readNull() throws(JSONError) -> Bool {
        guard nextSignificantByte() == ASCII.n else { return false }
        try consumeWord("null")
        return true
    }

    /// Reads a string of padded Base64 (RFC 4648, section 4).
    package mutating func readBase64() throws(JSONError) -> [UInt8] {
        try readText { (text) throws(MalformedTextError) in try Base64.decode(text) }
    }

    /// Reads a string that `JSONWriter.writeDate` wrote, or another date in a form of `DateText`, as seconds since
    /// 2001-01-01 00:00 UTC.
    package mutating func readDate() throws(JSONError) -> Double {
        if let interval = readShortDate() { return interval }
        return try readText { (text) throws(MalformedTextError) in try DateText.interval(from: text) }
    }

    /// Consumes `word`, whose first letter is known to be next.
    @usableFromInline
    package mutating func consumeWord(_ word: StaticString) throws(JSONError) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw unexpectedByte(expected: "\(word)") }
            guard bytes[offset] == word.utf8Start[index] else {
                throw error(.unexpectedCharacter, "unknown word", expected: "\(word)", at: start)
            }
            offset += 1
        }
    }
}
