extension JSONWriter {
    /// Writes a string.
    ///
    /// Escapes only `"`, `\`, control characters below U+0020 (`\b \f \n \r \t`, otherwise `\u00XX`), and U+2028 and
    /// U+2029, which are line ends in JavaScript and in some editors.
    package mutating func writeString(_ string: String) {
        var string = string
        string.withUTF8 { writeString(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// Writes a string of well-formed UTF-8.
    package mutating func writeString(utf8 text: UnsafeRawBufferPointer) {
        writeRaw(ASCII.quote)
        var start = 0
        while true {
            let stop = Self.offsetOfEscape(in: text, from: start)
            writeRaw(UnsafeRawBufferPointer(rebasing: text[start..<stop]))
            guard stop < text.count else { break }
            start = stop + writeEscape(of: text, at: stop)
        }
        writeRaw(ASCII.quote)
    }

    /// The offset of the first character from `start` on that must be escaped; the end if there is none.
    @inline(__always)
    private static func offsetOfEscape(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset < text.count {
            if text.count - offset >= 8 {
                let stops = EightBytes(text, at: offset).writingStops
                if stops == 0 {
                    offset += 8
                    continue
                }
                offset += EightBytes.count(before: stops)
            }
            if needsEscape(text, at: offset) { return offset }
            offset += 1
        }
        return offset
    }

    @inline(__always)
    private static func needsEscape(_ text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        let byte = text[offset]
        if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash { return true }
        return byte == 0xE2 && isLineSeparator(text, at: offset)
    }

    /// Whether the sequence that starts with 0xE2 at `offset` is U+2028 (E2 80 A8) or U+2029 (E2 80 A9).
    private static func isLineSeparator(_ text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        text.count - offset >= 3 && text[offset + 1] == 0x80 && text[offset + 2] & 0xFE == 0xA8
    }

    /// Writes the escape of the character at `offset`, and returns the number of the character's bytes.
    private mutating func writeEscape(of text: UnsafeRawBufferPointer, at offset: Int) -> Int {
        let byte = text[offset]
        switch byte {
        case ASCII.quote: writeRaw("\\\"")
        case ASCII.backslash: writeRaw("\\\\")
        case 0x08: writeRaw("\\b")
        case ASCII.tab: writeRaw("\\t")
        case ASCII.lineFeed: writeRaw("\\n")
        case 0x0C: writeRaw("\\f")
        case ASCII.carriageReturn: writeRaw("\\r")
        case 0xE2:
            writeRaw(text[offset + 2] == 0xA8 ? "\\u2028" : "\\u2029")
            return 3
        default:
            writeRaw(byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0x0F
            writeRaw(digit < 10 ? ASCII.zero + digit : 0x61 + digit - 10)
        }
        return 1
    }
}
