/// Tells whether bytes are UTF-8.
enum UTF8Check {
    /// The offset of the first byte that belongs to no character, or nil. O(*n*).
    static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        // The common case is decided by the standard library's own validation, which needs no decoding.
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
}
