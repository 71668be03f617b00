/// The attributes of a start tag in the bytes of a document.
///
/// The tag is well formed, except that attributes can repeat. So a name follows white space, `=` follows the name, and
/// values have quotes.
struct XMLTagAttributes: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index: Int

    /// Creates a sequence of the attributes in the tag whose `<` has an offset.
    init(of bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        index = offset + 1
        skip { !$0.isXMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    }

    /// Returns the range of the next name's bytes.
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
