import Foundation
import ObjectGraph

extension JSONWriter {
    /// Writes the value of a row of a column, unless it is nil.
    ///
    /// - Parameters:
    ///   - key: The number of the attribute's key in a table of keys, written before the value with a comma before it.
    ///   - writesNull: Whether nil is written too: where a value that is not there would read as another one.
    /// - Returns: False for a column whose values have more than one form, of which nothing was written.
    @inline(__always)
    mutating func writeValue(
        of column: Column, at row: Int, key: Int, of keys: JSONKeyTable, writesNull: Bool
    ) -> Bool {
        switch column {
        case .boolean(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeBoolean(value)
        case .integer16(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeInteger(Int64(value))
        case .integer32(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeInteger(Int64(value))
        case .integer64(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeInteger(value)
        case .float(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeFloat(value)
        case .double(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeDouble(value)
        case .decimal(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeString(value.description)
        case .string(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeString(value)
        case .date(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeDate(value.timeIntervalSinceReferenceDate)
        case .binary(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeBase64([UInt8](value))
        case .uuid(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeString(value.uuidString)
        case .uri(let values):
            guard begin(values[row] != nil, key, keys, writesNull), let value = values[row] else { return true }
            writeString(value.absoluteString)
        case .values: return false
        }
        return true
    }

    /// Writes the key of a value that follows, or of a null that is written with it.
    ///
    /// - Returns: Whether the value is to follow.
    @inline(__always)
    private mutating func begin(_ hasValue: Bool, _ key: Int, _ keys: JSONKeyTable, _ writesNull: Bool) -> Bool {
        guard hasValue || writesNull else { return false }
        writeRaw(", ")
        writeKey(key, of: keys)
        if !hasValue { writeNull() }
        return hasValue
    }
}
