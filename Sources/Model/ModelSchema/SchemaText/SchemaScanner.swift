/// Reads a schema text word by word.
struct SchemaScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private(set) var line = 1

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func error(_ message: String) -> SchemaTextError { SchemaTextError(line: line, message: message) }

    /// Moves to the next nonempty line; returns false at the end of the text.
    ///
    /// - Precondition: The words of the current line have been read.
    mutating func nextLine() -> Bool {
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "): break
            default: return true
            }
            offset += 1
        }
        return false
    }

    /// Returns the next word of the line, or nil at its end.
    mutating func nextWord() throws(SchemaTextError) -> String? {
        while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
        guard offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") else { return nil }
        if bytes[offset] == UInt8(ascii: "\"") { return try quotedWord() }
        let start = offset
        while offset < bytes.count, SchemaWord.isBare(bytes[offset]) { offset += 1 }
        guard offset > start else { throw error("a word begins with a character that needs quotes") }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        try endWord()
        return word
    }

    /// Returns the next word of the line, or throws an error at its end.
    mutating func word(_ meaning: @autoclosure () -> String) throws(SchemaTextError) -> String {
        guard let word = try nextWord() else { throw error("\(meaning()) is missing") }
        return word
    }

    /// Returns the next word as a field; nil at the end of the line.
    mutating func nextField() throws(SchemaTextError) -> SchemaField? {
        guard let word = try nextWord() else { return nil }
        guard let field = SchemaField.named(word) else {
            throw error(
                SchemaField.isKnown(word)
                    ? "a line cannot begin with '\(word)'" : "'\(word)' is not a field of a schema")
        }
        return field
    }

    private mutating func endWord() throws(SchemaTextError) {
        guard offset < bytes.count, bytes[offset] != UInt8(ascii: " "), bytes[offset] != UInt8(ascii: "\n") else {
            return
        }
        throw error("a word is followed by a character that needs quotes")
    }

    private mutating func quotedWord() throws(SchemaTextError) -> String {
        offset += 1
        var start = offset
        var word = ""
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                word += String(decoding: bytes[start..<offset], as: UTF8.self)
                offset += 1
                try endWord()
                return word
            case UInt8(ascii: "\\"):
                word += String(decoding: bytes[start..<offset], as: UTF8.self)
                offset += 1
                word.unicodeScalars.append(try escapedScalar())
                start = offset
            default: offset += 1
            }
        }
        throw error("a quoted word has no closing quote")
    }

    /// Reads the character after a backslash.
    private mutating func escapedScalar() throws(SchemaTextError) -> Unicode.Scalar {
        guard offset < bytes.count else { throw error("nothing follows a backslash") }
        defer { offset += 1 }
        switch bytes[offset] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return Unicode.Scalar(bytes[offset])
        case UInt8(ascii: "u"): break
        default: throw error("a backslash is not followed by \", \\, or u")
        }
        let start = offset + 2
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "}"), bytes[offset] != UInt8(ascii: "\n") {
            offset += 1
        }
        guard offset < bytes.count, start <= offset, bytes[start - 1] == UInt8(ascii: "{"),
            let value = UInt32(String(decoding: bytes[start..<offset], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw error("an escape is not \\u{…} with the number of a character") }
        return scalar
    }
}
