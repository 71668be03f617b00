extension JSONScanner {
    /// Reads a string.
    package mutating func readString() throws(JSONError) -> String {
        try consumeQuote()
        let start = offset
        try advanceOverPlainText()
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
        if bytes[offset] == ASCII.quote {
            offset += 1
            return text.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
        }
        var unescaped = Array(text)
        try appendRestOfString(to: &unescaped)
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// Reads a string and appends its well-formed UTF-8 bytes to `buffer`, without creating a `String`.
    package mutating func readString(appendingTo buffer: inout [UInt8]) throws(JSONError) {
        try consumeQuote()
        let start = offset
        try advanceOverPlainText()
        buffer.append(contentsOf: bytes[start..<offset])
        if bytes[offset] == ASCII.quote {
            offset += 1
        } else {
            try appendRestOfString(to: &buffer)
        }
    }

    /// Reads a string and creates a value from its text. A `MalformedTextError` that `body` throws becomes a
    /// `JSONError` at its position, or at the start of the string if that contains escapes.
    @inlinable
    package mutating func readText<Result>(
        _ body: (UnsafeRawBufferPointer) throws(MalformedTextError) -> Result
    ) throws(JSONError) -> Result {
        let quoteOffset = try consumeQuote()
        let start = offset
        try advanceOverPlainText()
        let text = bytes[start..<offset]
        if bytes[offset] == ASCII.quote {
            offset += 1
            do throws(MalformedTextError) {
                return try body(UnsafeRawBufferPointer(rebasing: text))
            } catch {
                throw self.error(.malformedText, error.message, at: start + error.offset)
            }
        }
        var unescaped = Array(text)
        try appendRestOfString(to: &unescaped)
        do throws(MalformedTextError) {
            return try unescaped.withUnsafeBufferPointer { (text) throws(MalformedTextError) in
                try body(UnsafeRawBufferPointer(text))
            }
        } catch {
            throw self.error(.malformedText, error.message, at: quoteOffset)
        }
    }

    /// Consumes the quote that starts a string and returns its offset.
    @inline(__always) @inlinable @discardableResult
    package mutating func consumeQuote() throws(JSONError) -> Int {
        guard nextSignificantByte() == ASCII.quote else { throw wrongKind(expected: JSONKind.string.name) }
        offset += 1
        return offset - 1
    }

    /// Consumes text up to the quote or backslash at the end of a run without escapes, and checks its UTF-8.
    ///
    /// Afterwards `offset` is inside `bytes`, at that quote or backslash.
    @inline(__always) @inlinable
    package mutating func advanceOverPlainText() throws(JSONError) {
        while true {
            if bytes.count - offset >= 8 {
                let stops = EightBytes(bytes, at: offset).readingStops
                if stops == 0 {
                    offset += 8
                    continue
                }
                offset += EightBytes.count(before: stops)
            }
            guard offset < bytes.count else { throw unexpectedByte(expected: "the '\"' that ends the string") }
            let byte = bytes[offset]
            if byte == ASCII.quote || byte == ASCII.backslash { return }
            if byte >= 0x80 {
                try advanceOverNonASCII()
            } else if byte >= 0x20 {
                offset += 1
            } else {
                throw error(
                    .controlCharacter, "unexpected control character \(describeByte(at: offset)) in a string",
                    expected: "an escape such as \\n or \\u0000")
            }
        }
    }

    /// Consumes the well-formed UTF-8 sequences that start here.
    @usableFromInline
    package mutating func advanceOverNonASCII() throws(JSONError) {
        while offset < bytes.count, bytes[offset] >= 0x80 {
            let length = UTF8Sequence.length(in: bytes, at: offset)
            guard length > 0 else {
                throw error(.invalidUTF8, "\(describeByte(at: offset)) does not start a well-formed UTF-8 sequence")
            }
            offset += length
        }
    }

    /// Consumes the string from the backslash at `offset` to its closing quote, and appends its text.
    @usableFromInline
    package mutating func appendRestOfString(to buffer: inout [UInt8]) throws(JSONError) {
        while bytes[offset] == ASCII.backslash {
            let scalar = try readEscape()
            if scalar.isASCII {
                buffer.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                buffer.append(contentsOf: scalar.utf8)
            }
            let start = offset
            try advanceOverPlainText()
            buffer.append(contentsOf: bytes[start..<offset])
        }
        offset += 1
    }

    /// Consumes the string from the backslash at `offset` to its closing quote.
    mutating func skipRestOfString() throws(JSONError) {
        while bytes[offset] == ASCII.backslash {
            _ = try readEscape()
            try advanceOverPlainText()
        }
        offset += 1
    }
}
