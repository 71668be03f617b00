extension JSONScanner {
    /// Reads `true` or `false`.
    package mutating func readBoolean() throws(JSONError) -> Bool {
        switch nextSignificantByte() {
        case ASCII.t:
            try consumeWord("true")
            return true
        case ASCII.f:
            try consumeWord("false")
            return false
        default:
            throw wrongKind(expected: JSONKind.boolean.name)
        }
    }

    /// Consumes a `null` if one is next, and says whether it did. Leaves any other value unread.
    package mutating func readNull() throws(JSONError) -> Bool {
        guard nextSignificantByte() == ASCII.n else { return false }
        try consumeWord("null")
        return true
    }

    /// Reads a string of padded Base64 (RFC 4648, section 4).
    package mutating func readBase64() throws(JSONError) -> [UInt8] {
        try readText { (text) throws(MalformedText) in try Base64.decode(text) }
    }

    /// Reads a string that `JSONWriter.writeDate` wrote, or another date that `DateText` understands: seconds since
    /// 2001-01-01 00:00 UTC.
    package mutating func readDate() throws(JSONError) -> Double {
        try readText { (text) throws(MalformedText) in try DateText.interval(from: text) }
    }

    /// Consumes `word`, whose first letter is known to be next.
    private mutating func consumeWord(_ word: StaticString) throws(JSONError) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw unexpectedByte(expected: "\(word)") }
            guard bytes[offset] == word.utf8Start[index] else {
                throw failure(.unexpectedCharacter, "an unknown word", expected: "\(word)", at: start)
            }
            offset += 1
        }
    }
}
