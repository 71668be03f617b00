import Foundation

/// Words in the same order as the values they stand for, so most comparisons compare two words.
///
/// The word of nil is 0, which no value has. Different values can have the same word; then the values themselves
/// decide.
enum SortCode {
    static func integer(_ value: Int64) -> UInt64 { max(UInt64(bitPattern: value) ^ (1 << 63), 1) }

    /// NaN comes first.
    static func real(_ value: Double) -> UInt64 {
        if value.isNaN { return 1 }
        let bits = (value == 0 ? 0 : value).bitPattern
        return bits & (1 << 63) == 0 ? bits | (1 << 63) : max(~bits, 2)
    }

    /// The first eight bytes of a string after the prefix that all strings share.
    static func text(_ text: String, after shared: Int = 0) -> UInt64 {
        if let code = text.utf8.withContiguousStorageIfAvailable({ plain($0, after: shared) }), let code { return code }
        // The order of strings is that of their composed forms.
        return bytes(text.canonicallyComposed.utf8, after: shared)
    }

    /// Nil if the bytes that count contain a non-ASCII character, or one follows them, because it can combine with the
    /// last one.
    @inline(__always)
    static func plain(_ text: UnsafeBufferPointer<UInt8>, after shared: Int) -> UInt64? {
        if text.count > shared + 8 {
            let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: shared, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0, text[shared + 8] < 0x80 else { return nil }
            return max(UInt64(bigEndian: word), 1)
        }
        var code: UInt64 = 0
        var shift: UInt64 = 64
        for index in min(shared, text.count)..<text.count {
            guard text[index] < 0x80 else { return nil }
            shift -= 8
            code |= UInt64(text[index]) << shift
        }
        return max(code, 1)
    }

    /// The range of the words of strings that start with a text.
    static func prefixRange(_ text: String) -> ClosedRange<UInt64> {
        let first = text.canonicallyComposed.utf8.prefix(8)
        // The last character can continue in a string that starts with the text.
        let padding = repeatElement(UInt8.max, count: 8 - first.count)
        return bytes(first)...bytes(Array(first) + padding)
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

    /// The word of a value in a column, for one key; nil for columns without words.
    static func code(_ column: Column, row: Int) -> UInt64? {
        switch column {
        case .boolean(let values): values[row].map { integer($0 ? 1 : 0) } ?? 0
        case .integer16(let values): values[row].map { integer(Int64($0)) } ?? 0
        case .integer32(let values): values[row].map { integer(Int64($0)) } ?? 0
        case .integer64(let values): values[row].map(integer) ?? 0
        case .float(let values): values[row].map { real(Double($0)) } ?? 0
        case .double(let values): values[row].map(real) ?? 0
        case .date(let values): values[row].map { real($0.timeIntervalSinceReferenceDate) } ?? 0
        case .string(let values): values.code(at: row)
        case .uuid(let values): values[row].map { withUnsafeBytes(of: $0.uuid) { bytes($0) } } ?? 0
        case .decimal, .binary, .uri, .values: nil
        }
    }

    /// The words of the first eight bytes of a text, and of the eight bytes after them. Equal strings have equal words.
    static func words(_ text: String) -> TextWord {
        if let words = text.utf8.withContiguousStorageIfAvailable(words(utf8:)), let words { return words }
        let composed = text.canonicallyComposed.utf8
        return TextWord(code: bytes(composed), rest: bytes(composed, after: 8))
    }

    /// The words of a string by its bytes; nil if the bytes that count contain a non-ASCII character.
    static func words(utf8 text: UnsafeBufferPointer<UInt8>) -> TextWord? {
        for byte in text.prefix(17) where byte >= 0x80 { return nil }
        guard let code = plain(text, after: 0), let rest = plain(text, after: 8) else { return nil }
        return TextWord(code: code, rest: rest)
    }

    /// Whether all different values of a column have different words.
    static func isExact(_ column: Column) -> Bool {
        switch column {
        case .boolean, .integer16, .integer32, .float, .double, .date: true
        case .integer64, .decimal, .string, .binary, .uuid, .uri, .values: false
        }
    }

    /// The order of two non-nil values with the same word.
    static func compare(_ left: Column, _ leftRow: Int, _ right: Column, _ rightRow: Int) -> ComparisonResult {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.order(of: leftRow, before: rightRow, in: right)
        case (.integer64(let left), .integer64(let right)): order(left[leftRow] ?? 0, right[rightRow] ?? 0)
        case (.uuid(let left), .uuid(let right)):
            // In the order of their strings (rule SRT-11).
            order(left[leftRow]?.uuidString ?? "", right[rightRow]?.uuidString ?? "")
        default: .orderedSame
        }
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
    }
}

/// The first sixteen bytes of a text.
struct TextWord: Hashable, Comparable {
    var code: UInt64
    /// The word of the bytes after the first eight; 0 for nil.
    var rest: UInt64

    init(code: UInt64, rest: UInt64) {
        self.code = code
        // Different bytes share the least word, so what follows does not decide.
        self.rest = code > 1 ? rest : code
    }

    static func < (left: TextWord, right: TextWord) -> Bool {
        left.code == right.code ? left.rest < right.rest : left.code < right.code
    }
}
