import CSQLite
import ObjectGraph

/// Texts that SQLite sorts by their bytes as the runtime does: those with one spelling, in characters below U+0300, the
/// first that combines with others.
enum PlainText {
    /// The SQL function that returns 1 for such a text and for null, and 0 for any other value.
    static let functionName = "modelgen_is_plain"

    /// Registers the function with a connection.
    static func register(on handle: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(
            handle, functionName, 1, flags, nil,
            { context, _, values in
                guard let value = values?[0] else { return }
                let isPlain =
                    switch sqlite3_value_type(value) {
                    case SQLITE_NULL: true
                    case SQLITE_TEXT:
                        PlainText.matches(
                            UnsafeBufferPointer(
                                start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value))))
                    default: false
                    }
                sqlite3_result_int(context, isPlain ? 1 : 0)
            }, nil, nil, nil)
    }

    /// Whether bytes are well-formed UTF-8 of such a text.
    static func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.areASCII { return true }
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if first < 0x80 { continue }
            // The two bytes of U+0080 to U+02FF.
            guard 0xC2...0xCB ~= first, let second = rest.popFirst(), 0x80...0xBF ~= second else { return false }
        }
        return true
    }

    /// Whether a string is such a text.
    static func matches(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.value < 0x300 } }
}
