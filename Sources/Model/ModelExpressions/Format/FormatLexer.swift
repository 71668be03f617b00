/// Splits a format into tokens, one at a time.
///
/// The lexer works on bytes. It looks a fixed number of bytes ahead, so it takes linear time.
struct FormatLexer {
    let bytes: [UInt8]
    private(set) var position = 0
    private let isASCII: Bool
    /// The starts of tokens, in bytes and in characters, unless these are the same.
    private var starts: [(offset: Int, column: Int)] = []

    init(_ format: String) {
        bytes = Array(format.utf8)
        isASCII = bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }

    /// The next token. After the last token, always the end.
    mutating func next() throws(FormatError) -> FormatToken {
        skipWhiteSpace()
        let start = position
        noteStart()
        let kind = try kindOfNextToken()
        return FormatToken(kind: kind, range: start..<position)
    }

    private mutating func kindOfNextToken() throws(FormatError) -> FormatToken.Kind {
        guard let byte = byte(at: 0) else { return .end }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try readString(quote: byte))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
        case UInt8(ascii: "$"):
            return .variable(try readName(after: "$", hint: "give the variable a name, as in $NAME"))
        case UInt8(ascii: "@"):
            return .atName("@" + (try readName(after: "@", hint: "name a collection operator, as in @count")))
        case UInt8(ascii: "#"):
            return .escapedName(try readName(after: "#", hint: "put the name of a key after it, as in #size"))
        case UInt8(ascii: "%"): return .placeholder(try readPlaceholder())
        default:
            if let name = readName() { return try kind(ofName: name) }
            return try readSign()
        }
    }

    /// Whether the next token is an opening parenthesis, so the name before it is a function.
    var isParenthesisNext: Bool {
        var ahead = self
        ahead.skipWhiteSpace()
        return ahead.byte(at: 0) == UInt8(ascii: "(")
    }

    // MARK: Bytes

    /// The byte at a distance from the current one.
    func byte(at distance: Int) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    mutating func advance(by count: Int = 1) { position += count }

    /// The text of a range for messages, shortened if it is long.
    func excerpt(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        return text.count > 40 ? text.prefix(39) + "…" : text
    }

    /// An error at a place in the bytes.
    func error(_ code: FormatError.Code, at offset: Int, _ message: String, hint: String) -> FormatError {
        let before = String(decoding: bytes[..<min(offset, bytes.count)], as: UTF8.self)
        return FormatError(code, column: before.count + 1, message, hint: hint)
    }

    /// The number of the first character of a token, from 1. The cost does not depend on the length of the text, so any
    /// number of tokens can ask for it.
    func column(ofTokenAt offset: Int) -> Int {
        if isASCII { return offset + 1 }
        var lower = 0
        var upper = starts.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if starts[middle].offset <= offset { lower = middle + 1 } else { upper = middle }
        }
        return lower > 0 ? starts[lower - 1].column : 1
    }

    private mutating func noteStart() {
        guard !isASCII else { return }
        let last = starts.last ?? (0, 1)
        guard position > last.offset || starts.isEmpty else { return }
        let between = String(decoding: bytes[last.offset..<position], as: UTF8.self)
        starts.append((position, last.column + between.count))
    }

    /// The scalar at the current position and its length in bytes.
    private func scalar() -> (scalar: Unicode.Scalar, length: Int)? {
        guard let first = byte(at: 0) else { return nil }
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        var decoder = UTF8()
        var input = bytes[position..<min(position + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&input) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    private mutating func skipWhiteSpace() {
        while let (scalar, length) = scalar(), scalar.properties.isWhitespace { advance(by: length) }
    }

    // MARK: Names

    private mutating func readName() -> String? {
        let start = position
        guard let (first, length) = scalar(), FormatName.canStart(first) else { return nil }
        advance(by: length)
        while let (next, length) = scalar(), FormatName.canContinue(next) { advance(by: length) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readName(after sign: String, hint: String) throws(FormatError) -> String {
        let start = position
        advance()
        guard let name = readName() else {
            throw error(.invalidToken, at: start, "'\(sign)' is not followed by a name", hint: hint)
        }
        return name
    }

    private mutating func kind(ofName name: String) throws(FormatError) -> FormatToken.Kind {
        if byte(at: 0) == UInt8(ascii: ":") { return .functionName(readSelector(from: name)) }
        if name.uppercased() == "UTI" {
            for word in [FormatWord.conformsToUTI, .equalsUTI] {
                let tail = word.rawValue.utf8.dropFirst(3)
                let text = String(decoding: bytes[position...].prefix(tail.count), as: UTF8.self)
                if text.uppercased() == String(tail) {
                    advance(by: tail.count)
                    return .word(word)
                }
            }
        }
        if let word = FormatWord(name: name) { return .word(word) }
        return .name(name)
    }

    /// The rest of `modulus:by:`, after its first part.
    private mutating func readSelector(from name: String) -> String {
        var selector = name
        while byte(at: 0) == UInt8(ascii: ":") {
            advance()
            selector += ":"
            selector += readName() ?? ""
        }
        return selector
    }

    // MARK: Placeholders and signs

    private mutating func readPlaceholder() throws(FormatError) -> String {
        let start = position
        advance()
        if let byte = byte(at: 0), byte == UInt8(ascii: "@") || byte == UInt8(ascii: "K") {
            advance()
            return byte == UInt8(ascii: "@") ? "@" : "K"
        }
        var specifier = ""
        while let byte = byte(at: 0), FormatName.isASCIILetter(byte), specifier.utf8.count < 4 {
            specifier.unicodeScalars.append(Unicode.Scalar(byte))
            advance()
            if FormatPlaceholder(specifier: specifier) != nil { return specifier }
        }
        throw error(
            .invalidToken, at: start, "'\(excerpt(start..<max(position, start + 1)))' is not a valid placeholder",
            hint: "use %@ for a value, %K for a key path, or modulus:by:(a, b) for the remainder of a division")
    }

    private mutating func readSign() throws(FormatError) -> FormatToken.Kind {
        let start = position
        guard let first = byte(at: 0), let sign = FormatSign(first, byte(at: 1)) else {
            let length = scalar()?.length ?? 1
            throw error(
                .invalidToken, at: start, "unexpected character '\(excerpt(start..<start + length))'",
                hint: "remove it, or put text in quotes")
        }
        advance(by: sign.rawValue.utf8.count)
        return .sign(sign)
    }
}
