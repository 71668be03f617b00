/// The attributes of a start tag, found in the bytes of a document.
///
/// The tag is known to be well formed but for attributes that come twice, so a name stands after white space and before
/// `=`, and values are quoted.
struct XMLTagAttributes: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index: Int

    /// - Parameter offset: The offset of the tag's `<`.
    init(of bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        index = offset + 1
        skip { !$0.isXMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    }

    /// The place of the next name, in bytes.
    mutating func next() -> Range<Int>? {
        skip(while: \.isXMLSpace)
        guard index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/") else {
            return nil
        }
        let start = index
        skip { $0 != UInt8(ascii: "=") && !$0.isXMLSpace }
        let name = start..<index
        skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
        guard index < bytes.count else { return nil }
        let quote = bytes[index]
        index += 1
        skip { $0 != quote }
        index += 1
        return name
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while index < bytes.count, condition(bytes[index]) { index += 1 }
    }
}
