import Foundation

/// Values as words whose order is that of the values, so that most comparisons compare two words.
///
/// Nil is 0 and no value is. Different values may have the same word; then the values themselves decide.
enum SortCode {
    static func integer(_ value: Int64) -> UInt64 {
        max(UInt64(bitPattern: value) ^ (1 << 63), 1)
    }

    /// Not a number comes first.
    static func real(_ value: Double) -> UInt64 {
        if value.isNaN { return 1 }
        let bits = (value == 0 ? 0 : value).bitPattern
        return bits & (1 << 63) == 0 ? bits | (1 << 63) : max(~bits, 2)
    }

    /// The first eight bytes of text after some that all texts share.
    static func text(_ text: String, after shared: Int = 0) -> UInt64 {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return bytes(text.utf8, after: shared) }
        // Strings are ordered by what they are when composed.
        return bytes(text.precomposedStringWithCanonicalMapping.utf8, after: shared)
    }

    static func bytes(_ bytes: some Sequence<UInt8>, after shared: Int = 0) -> UInt64 {
        var code: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes.dropFirst(shared) {
            shift -= 8
            code |= UInt64(byte) << shift
            if shift == 0 { break }
        }
        return max(code, 1)
    }

    /// The word of a value in a column, for one key; nil for columns that have none.
    static func code(_ column: Column, row: Int) -> UInt64? {
        switch column {
        case .boolean(let values): values[row].map { integer($0 ? 1 : 0) } ?? 0
        case .integer16(let values): values[row].map { integer(Int64($0)) } ?? 0
        case .integer32(let values): values[row].map { integer(Int64($0)) } ?? 0
        case .integer64(let values): values[row].map(integer) ?? 0
        case .float(let values): values[row].map { real(Double($0)) } ?? 0
        case .double(let values): values[row].map(real) ?? 0
        case .date(let values): values[row].map { real($0.timeIntervalSinceReferenceDate) } ?? 0
        case .string(let values): values[row].map { text($0) } ?? 0
        case .uuid(let values): values[row].map { withUnsafeBytes(of: $0.uuid) { bytes($0) } } ?? 0
        case .decimal, .binary, .uri, .values: nil
        }
    }
}
