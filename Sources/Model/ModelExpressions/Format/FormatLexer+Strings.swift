extension FormatLexer {
    /// Reads a string that starts with a quote, and resolves its escapes.
    mutating func readString(quote: UInt8) throws(FormatError) -> String {
        let start = position
        advance()
        var text: [UInt8] = []
        while let byte = byte(at: 0) {
            if byte == quote {
                advance()
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                text += Array(String(try readEscape()).utf8)
            } else {
                text.append(byte)
                advance()
            }
        }
        let sign = Character(Unicode.Scalar(quote))
        throw error(
            .invalidToken, at: start, "the string that starts here has no closing quote",
            hint: "add \(sign) at its end; write \\\(sign) for a quote inside it")
    }

    /// The escapes of one letter, with the characters that they represent.
    private static let simpleEscapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\\"): "\\", UInt8(ascii: "'"): "'", UInt8(ascii: "\""): "\"",
        UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r",
    ]

    private mutating func readEscape() throws(FormatError) -> Unicode.Scalar {
        let start = position
        advance()
        guard let letter = byte(at: 0) else {
            throw error(
                .invalidToken, at: start, "the string ends with a backslash", hint: "write \\\\ for a backslash")
        }
        if let simple = Self.simpleEscapes[letter] {
            advance()
            return simple
        }
        guard letter == UInt8(ascii: "u") else {
            throw error(
                .invalidToken, at: start, "unknown escape sequence",
                hint: "write \\\\ for a backslash, also in a regular expression: '\\\\d+'")
        }
        advance()
        let unit = try readUnit(start: start)
        guard UTF16.isLeadSurrogate(unit) else { return try scalar(unit, start: start) }
        guard byte(at: 0) == UInt8(ascii: "\\"), byte(at: 1) == UInt8(ascii: "u") else {
            return try scalar(unit, start: start)
        }
        advance(by: 2)
        let second = try readUnit(start: start)
        guard UTF16.isTrailSurrogate(second) else { return try scalar(unit, start: start) }
        return UTF16.decode(UTF16.EncodedScalar([unit, second]))
    }

    private func scalar(_ unit: UInt16, start: Int) throws(FormatError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(unit) else {
            throw error(
                .invalidToken, at: start, "the escape is half of a surrogate pair",
                hint: "write both halves, or the character itself"
            )
        }
        return scalar
    }

    private mutating func readUnit(start: Int) throws(FormatError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = byte(at: 0), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error(
                    .invalidToken, at: start, "\\u is not followed by four hexadecimal digits",
                    hint: "write four digits, as in \\u00E9")
            }
            value = value << 4 | UInt16(digit)
            advance()
        }
        return value
    }
}
