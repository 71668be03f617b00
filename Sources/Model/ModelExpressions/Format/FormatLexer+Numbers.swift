extension FormatLexer {
    /// Reads a number that starts with a digit.
    mutating func readNumber() throws(FormatError) -> FormatToken.Kind {
        let start = position
        let radix = radixOfNumber()
        let number = if let radix { try readInteger(radix: radix) } else { try readDecimal() }
        if let next = byte(at: 0), FormatName.isASCIILetter(next) || next == UInt8(ascii: "_") || next >= 0x80 {
            throw error(
                .invalidToken, at: start, "a number is directly followed by '\(excerpt(position..<position + 1))'",
                hint: "put a space between them; a key does not start with a digit")
        }
        return number
    }

    /// The radix of `0x1F`, `0o17` and `0b11`; nil for any other number.
    private func radixOfNumber() -> Int? {
        guard byte(at: 0) == UInt8(ascii: "0") else { return nil }
        switch byte(at: 1) {
        case UInt8(ascii: "x"), UInt8(ascii: "X"): return 16
        case UInt8(ascii: "o"), UInt8(ascii: "O"): return 8
        case UInt8(ascii: "b"), UInt8(ascii: "B"): return 2
        default: return nil
        }
    }

    private mutating func readInteger(radix: Int) throws(FormatError) -> FormatToken.Kind {
        let start = position
        advance(by: 2)
        let digits = position
        while let digit = byte(at: 0), Self.isDigit(digit, radix: radix) { advance() }
        return .integer(try integer(digits..<position, radix: radix, start: start))
    }

    private mutating func readDecimal() throws(FormatError) -> FormatToken.Kind {
        let start = position
        skipDigits()
        var isReal = false
        if byte(at: 0) == UInt8(ascii: "."), let next = byte(at: 1), Self.isDigit(next, radix: 10) {
            isReal = true
            advance()
            skipDigits()
        }
        if let letter = byte(at: 0), letter | 0x20 == UInt8(ascii: "e"), let length = exponentPrefixLength() {
            isReal = true
            advance(by: length)
            skipDigits()
        }
        guard isReal else { return .integer(try integer(start..<position, radix: 10, start: start)) }
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
            throw error(
                .invalidToken, at: start, "the number is too large for a floating-point value",
                hint: "pass it as an argument with %@")
        }
        return .real(value)
    }

    /// The length of `e` or `e-`, if a digit follows.
    private func exponentPrefixLength() -> Int? {
        let hasSign = byte(at: 1) == UInt8(ascii: "+") || byte(at: 1) == UInt8(ascii: "-")
        let length = hasSign ? 2 : 1
        guard let digit = byte(at: length), Self.isDigit(digit, radix: 10) else { return nil }
        return length
    }

    private mutating func skipDigits() {
        while let digit = byte(at: 0), Self.isDigit(digit, radix: 10) { advance() }
    }

    private func integer(_ digits: Range<Int>, radix: Int, start: Int) throws(FormatError) -> UInt64 {
        let text = String(decoding: bytes[digits], as: UTF8.self)
        if let value = UInt64(text, radix: radix) { return value }
        if digits.isEmpty {
            throw error(
                .invalidToken, at: start, "the number has no digits", hint: "write it as in 0x1F, 0o17, or 0b11")
        }
        throw Self.tooLarge(self, at: start)
    }

    /// An integer that 64 bits cannot hold.
    static func tooLarge(_ lexer: FormatLexer, at offset: Int) -> FormatError {
        lexer.error(
            .invalidToken, at: offset, "the number is too large for 64 bits",
            hint: "write it in floating-point form, as in 1e20, or pass it as an argument with %@")
    }

    private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) < radix
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16
        default: false
        }
    }
}
