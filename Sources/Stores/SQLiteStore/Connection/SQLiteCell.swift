import CSQLite
import Foundation
import ObjectGraph

/// A value in the current row of a statement, until the statement advances.
///
/// Asking a statement for a column's type, bytes, and length looks the column up each time; a cell does so once. SQLite
/// allows it because a connection, which is opened without a mutex, is used by one thread at a time.
struct SQLiteCell {
    private let value: OpaquePointer?

    init(_ value: OpaquePointer?) { self.value = value }

    /// The storage class of a value in SQLite.
    enum Storage {
        case null, integer, real, text, blob
    }

    var storage: Storage {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    var integer: Int64 { sqlite3_value_int64(value) }

    var real: Double { sqlite3_value_double(value) }

    /// Bytes that are not UTF-8 are replaced.
    var text: String {
        guard let bytes = sqlite3_value_text(value) else { return "" }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Nil for bytes that are not UTF-8, which could not be written again as they are.
    var validText: String? {
        guard let bytes = sqlite3_value_text(value) else { return "" }
        let count = count
        // Replacing and comparing is much faster than Swift's validation, which is generic.
        var text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        let isAsStored = text.withUTF8 { utf8 in
            utf8.count == count && utf8.baseAddress.map { memcmp($0, bytes, count) == 0 } ?? true
        }
        return isAsStored ? text : nil
    }

    var data: Data {
        guard let bytes = sqlite3_value_blob(value) else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// Nil if there are not 16 bytes.
    var uuid: UUID? {
        let bytes = sqlite3_value_blob(value)
        return UUID(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The number of bytes, after the text or the bytes were read.
    private var count: Int { Int(sqlite3_value_bytes(value)) }
}
