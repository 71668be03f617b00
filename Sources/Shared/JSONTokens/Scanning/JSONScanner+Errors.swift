extension JSONScanner {
    /// An error for well-formed JSON with contents that its reader cannot accept, at `offset` or the scanner's
    /// position.
    package func error(_ message: String, expected: String? = nil, at offset: Int? = nil) -> JSONError {
        error(.unacceptable, message, expected: expected, at: offset)
    }

    /// The error for a key that an object has twice, if none of its values may be lost.
    package func repeatedKey(_ key: String, at offset: Int) -> JSONError {
        error("the object has two values for '\(key)'", at: offset)
    }

    /// An error at `offset`, or the scanner's position.
    @usableFromInline
    package func error(
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
            return error(.unexpectedEnd, "the text ends unexpectedly", expected: expected)
        }
        return error(.unexpectedCharacter, "unexpected \(describeByte(at: offset))", expected: expected)
    }

    /// The error for a value of another kind, or no value, at `offset`.
    @usableFromInline
    package mutating func wrongKind(expected: String) -> JSONError {
        do throws(JSONError) {
            let kind = try checkedKind(expected: expected)
            return error(.wrongKind, "found \(kind.name)", expected: expected)
        } catch {
            return error
        }
    }

    /// The kind of the next value, which stays unread, for a message about it. Text that is not JSON can start like a
    /// value, such as a heading `name` of CSV like `null`, so a number or a word is read to its end.
    package mutating func checkedKind(expected: String = "a value") throws(JSONError) -> JSONKind {
        guard let byte = nextSignificantByte(), let kind = JSONKind(firstByte: byte) else {
            throw unexpectedByte(expected: expected)
        }
        let start = offset
        switch kind {
        case .object, .array, .string: return kind
        case .number: _ = try scanNumber()
        case .boolean, .null:
            while offset < bytes.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[offset] { offset += 1 }
            let word = bytes[start..<offset]
            guard ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) else {
                throw error(.unexpectedCharacter, "unknown word", expected: expected, at: start)
            }
        }
        if let next = nextSignificantByte(), ![ASCII.comma, ASCII.closeBracket, ASCII.closeBrace].contains(next) {
            throw unexpectedByte(expected: "a comma or the end after \(kind.name)")
        }
        offset = start
        return kind
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
