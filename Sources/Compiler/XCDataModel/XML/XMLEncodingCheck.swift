/// Checks that a document is UTF-8.
///
/// A byte order mark of UTF-8 is accepted. This check reports other encodings with the reason. libxml2 would instead
/// convert them, which changes the offsets.
enum XMLEncodingCheck {
    /// The mark with which some editors begin a file in UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func check(_ bytes: [UInt8]) throws(XMLError) {
        // With a byte order mark, or with zeros between the bytes of `<?`.
        let utf16Beginnings: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0]]
        if utf16Beginnings.contains(where: { bytes.starts(with: $0) }) {
            throw error("the file is UTF-16, not UTF-8", at: 0)
        }
        if XMLTagCheck.contains(0, in: bytes, bytes.indices), let offset = bytes.firstIndex(of: 0) {
            throw error("the file contains a NUL byte, which XML does not allow", at: offset)
        }
        if let offset = firstInvalidOffset(in: bytes) {
            throw error("the file is not UTF-8", at: offset)
        }
        if let declared = declaredEncoding(of: bytes), !["utf-8", "us-ascii"].contains(declared.name.lowercased()) {
            throw error("the file declares its encoding as \(declared.name), not UTF-8", at: declared.offset)
        }
    }

    /// Returns the offset of the first byte that is not UTF-8, or nil. O(*n*).
    private static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        // For speed: the standard library validates without decoding in the common case.
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }

    /// Returns the encoding in the XML declaration and its offset. libxml2 reports a malformed declaration.
    private static func declaredEncoding(of bytes: [UInt8]) -> (name: String, offset: Int)? {
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        guard bytes[start...].starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let key = Array("encoding".utf8)
        var index = start + 5
        while index + key.count < end, !bytes[index...].starts(with: key) { index += 1 }
        let rest = bytes[index..<end].dropFirst(key.count).drop { $0.isXMLSpace || $0 == UInt8(ascii: "=") }
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let name = rest.dropFirst().prefix { $0 != quote }
        return (String(decoding: name, as: UTF8.self), name.startIndex)
    }

    private static func error(_ message: String, at offset: Int) -> XMLError {
        XMLError(reason: .encoding, message: message, offset: offset)
    }
}
