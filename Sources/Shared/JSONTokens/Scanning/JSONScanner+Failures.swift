extension JSONScanner {
    /// An error for well-formed JSON with contents that its reader cannot accept, at `offset` or the scanner's
    /// position.
    package func failure(_ message: String, expected: String? = nil, at offset: Int? = nil) -> JSONError {
        failure(.unacceptable, message, expected: expected, at: offset)
    }

    /// An error at `offset`, or the scanner's position.
    @usableFromInline
    package func failure(
        _ code: JSONError.Code, _ message: String, expected: String? = nil, at offset: Int? = nil
    ) -> JSONError {
        let offset = min(offset ?? self.offset, bytes.count)
        let position = position(at: offset)
        return JSONError(
            code: code, message: message, expected: expected, offset: offset, line: position.line,
            column: position.column)
    }

    /// The line and column, from 1 and in characters, of the byte at `offset`. O(*n*), for use in messages.
    package func position(at offset: Int) -> (line: Int, column: Int) {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, bytes.count) {
            let isLineEnd =
                bytes[index] == ASCII.lineFeed
                || bytes[index] == ASCII.carriageReturn
                    && (index + 1 == bytes.count || bytes[index + 1] != ASCII.lineFeed)
            if isLineEnd {
                line += 1
                lineStart = index + 1
            }
        }
        // Only erroneous bytes are left of ill-formed text, and count as one character each.
        let before = String(decoding: bytes[lineStart..<max(lineStart, min(offset, bytes.count))], as: UTF8.self)
        return (line, before.count + 1)
    }

    /// The error for other contents than `expected` at `offset`, including the end of the text.
    @usableFromInline
    package func unexpectedByte(expected: String) -> JSONError {
        guard offset < bytes.count else {
            return failure(.unexpectedEnd, "the text ends unexpectedly", expected: expected)
        }
        return failure(.unexpectedCharacter, "unexpected \(describeByte(at: offset))", expected: expected)
    }

    /// The error for a value of another kind, or no value, at `offset`.
    @usableFromInline
    package mutating func wrongKind(expected: String) -> JSONError {
        guard let byte = nextSignificantByte(), let kind = JSONKind(firstByte: byte) else {
            return unexpectedByte(expected: expected)
        }
        return failure(.wrongKind, "found \(kind.name)", expected: expected)
    }

    /// The character at `offset` for a message: in quotes if it is printable, otherwise by number.
    @usableFromInline
    package func describeByte(at offset: Int) -> String {
        let byte = bytes[offset]
        if (0x21...0x7E).contains(byte) { return "'\(Unicode.Scalar(byte))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "byte 0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
