import CSQLite
import Foundation
import ModelExpressions
import ObjectGraph

/// The bytes of a text, as long as SQLite holds them.
struct TextBytes {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ value: OpaquePointer?) {
        bytes = UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
    }

    private var string: String { String(decoding: bytes, as: UTF8.self) }

    func compare(
        _ comparisonOperator: ComparisonOperator, _ other: TextBytes, _ options: ComparisonOptions,
        _ patterns: TextPatterns
    ) throws -> Bool {
        if let holds = holdsOfASCII(comparisonOperator, other, options) { return holds }
        let text = TextComparison(options: options)
        let (left, right) = (string, other.string)
        switch comparisonOperator {
        case .equalTo, .in, .between: return text.areEqual(left, right)
        case .notEqualTo: return !text.areEqual(left, right)
        case .lessThan: return text.order(left, right) == .orderedAscending
        case .lessThanOrEqualTo: return text.order(left, right) != .orderedDescending
        case .greaterThan: return text.order(left, right) == .orderedDescending
        case .greaterThanOrEqualTo: return text.order(left, right) != .orderedAscending
        case .beginsWith: return text.begins(left, with: right)
        case .endsWith: return text.ends(left, with: right)
        case .contains: return text.contains(left, right)
        case .like: return text.isLike(left, right)
        case .matches: return try patterns.matches(left, right, options: options)
        }
    }

    /// Where both strings are of ASCII only, bytes are characters but for the end of line that is two; nil of others, and of what
    /// bytes do not decide.
    private func holdsOfASCII(
        _ comparisonOperator: ComparisonOperator, _ other: TextBytes, _ options: ComparisonOptions
    ) -> Bool? {
        guard options.isSubset(of: [.caseInsensitive, .diacriticInsensitive]), comparisonOperator != .like,
            comparisonOperator != .matches, bytes.isASCII, other.bytes.isASCII
        else { return nil }
        let foldsCase = options.contains(.caseInsensitive)
        func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            bytes.map { foldsCase && $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        }
        return foldsCase
            ? Self.holds(comparisonOperator, folded(bytes), folded(other.bytes))
            : Self.holds(comparisonOperator, bytes, other.bytes)
    }

    private static func holds(
        _ comparisonOperator: ComparisonOperator, _ left: some RandomAccessCollection<UInt8>,
        _ right: some RandomAccessCollection<UInt8>
    ) -> Bool? {
        switch comparisonOperator {
        case .equalTo: return left.elementsEqual(right)
        case .notEqualTo: return !left.elementsEqual(right)
        case .lessThan: return left.lexicographicallyPrecedes(right)
        case .lessThanOrEqualTo: return !right.lexicographicallyPrecedes(left)
        case .greaterThan: return right.lexicographicallyPrecedes(left)
        case .greaterThanOrEqualTo: return !left.lexicographicallyPrecedes(right)
        case .beginsWith, .endsWith, .contains: break
        case .in, .between, .like, .matches: return nil
        }
        guard !left.contains(UInt8(ascii: "\r")), !right.contains(UInt8(ascii: "\r")) else { return nil }
        switch comparisonOperator {
        case .beginsWith: return left.starts(with: right)
        case .endsWith: return left.reversed().starts(with: right.reversed())
        default: return holds(left, right)
        }
    }

    /// Whether some bytes have others among them.
    private static func holds(
        _ whole: some RandomAccessCollection<UInt8>, _ part: some RandomAccessCollection<UInt8>
    ) -> Bool {
        guard let first = part.first else { return true }
        guard whole.count >= part.count else { return false }
        let lastStart = whole.index(whole.startIndex, offsetBy: whole.count - part.count)
        return whole.indices.contains { start in
            start <= lastStart && whole[start] == first && whole[start...].starts(with: part)
        }
    }
}
