/// An ASCII constant for case-insensitive comparisons with ASCII text.
struct ASCIIPattern {
    private let bytes: [UInt8]

    /// Nil for text that is not ASCII, or contains control characters, two of which can be one character.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) else { return nil }
        bytes = text.utf8.map(Self.lowercased)
    }

    /// Nil for text that is not ASCII.
    func isEqual(to text: String) -> Bool? { text.withASCII { bytes.count == $0.count && matches($0, at: 0) } }

    /// Nil for text that is not ASCII.
    func isPrefix(of text: String) -> Bool? { text.withASCII { bytes.count <= $0.count && matches($0, at: 0) } }

    /// Nil for text that is not ASCII.
    func isPart(of text: String) -> Bool? {
        text.withASCII { text in
            guard bytes.count <= text.count else { return false }
            for start in 0...(text.count - bytes.count) where matches(text, at: start) { return true }
            return false
        }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for index in bytes.indices where Self.lowercased(text[start + index]) != bytes[index] { return false }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}

extension String {
    /// Calls a closure with the bytes of printable ASCII text; nil for other text.
    fileprivate func withASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        let result = utf8.withContiguousStorageIfAvailable { bytes -> Result? in
            for byte in bytes where byte < 0x20 || byte >= 0x80 { return nil }
            return body(bytes)
        }
        return result ?? nil
    }
}
