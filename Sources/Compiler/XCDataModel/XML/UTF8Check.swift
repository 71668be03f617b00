/// Checks whether bytes are UTF-8.
enum UTF8Check {
    /// Returns the offset of the first invalid byte, or nil. O(*n*).
    static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
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
}
