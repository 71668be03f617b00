extension JSONScanner {
    /// Consumes the escape whose backslash is at `offset`, including both halves of a surrogate pair, and returns its
    /// character.
    mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard offset < bytes.count else { throw unexpectedByte(expected: "the rest of an escape") }
        let letter = bytes[offset]
        offset += 1
        switch letter {
        case ASCII.quote, ASCII.backslash, ASCII.slash: return Unicode.Scalar(letter)
        case 0x62: return "\u{8}"
        case ASCII.f: return "\u{C}"
        case ASCII.n: return "\n"
        case 0x72: return "\r"
        case ASCII.t: return "\t"
        case ASCII.u: return try readUnicodeEscape(startedAt: start)
        default:
            throw error(
                .invalidEscape, "unexpected \(describeByte(at: offset - 1)) after a backslash",
                expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
        }
    }

    private mutating func readUnicodeEscape(startedAt start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try readFourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), offset + 1 < bytes.count, bytes[offset] == ASCII.backslash,
            bytes[offset + 1] == ASCII.u
        else { throw loneSurrogate(at: start) }
        offset += 2
        let second = try readFourDigits()
        guard UTF16.isTrailSurrogate(second) else { throw loneSurrogate(at: start) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Consumes the four hexadecimal digits of a `\u` escape.
    private mutating func readFourDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard offset < bytes.count else { throw unexpectedByte(expected: "four hexadecimal digits after \\u") }
            guard let digit = ASCII.hexadecimalDigit(bytes[offset]) else {
                throw error(
                    .invalidEscape, "unexpected \(describeByte(at: offset)) in a \\u escape",
                    expected: "four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }

    private func loneSurrogate(at start: Int) -> JSONError {
        error(
            .loneSurrogate, "a \\u escape is half of a surrogate pair",
            expected: "a high surrogate followed by a low one", at: start)
    }
}
