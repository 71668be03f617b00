import CSQLite
import Foundation
import ModelExpressions
import ObjectGraph

/// A SQL function that compares two strings like the evaluator: `modelgen_begins(text, prefix, options)`.
///
/// It returns null if one of them is not a string.
final class TextFunction {
    private let comparisonOperator: ComparisonOperator
    private let patterns = TextPatterns()

    private init(_ comparisonOperator: ComparisonOperator) { self.comparisonOperator = comparisonOperator }

    static func name(of comparisonOperator: ComparisonOperator) -> String {
        switch comparisonOperator {
        case .equalTo, .in, .between: "modelgen_equal"
        case .notEqualTo: "modelgen_differ"
        case .lessThan: "modelgen_precedes"
        case .lessThanOrEqualTo: "modelgen_precedes_or_equal"
        case .greaterThan: "modelgen_follows"
        case .greaterThanOrEqualTo: "modelgen_follows_or_equal"
        case .beginsWith: "modelgen_begins"
        case .endsWith: "modelgen_ends"
        case .contains: "modelgen_contains"
        case .like: "modelgen_like"
        case .matches: "modelgen_matches"
        }
    }

    /// Registers the functions with a connection, which owns them.
    static func register(on handle: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
        for comparisonOperator in ComparisonOperator.allCases where comparisonOperator != .in {
            sqlite3_create_function_v2(
                handle, name(of: comparisonOperator), 3, flags,
                Unmanaged.passRetained(TextFunction(comparisonOperator)).toOpaque(),
                { context, count, values in
                    guard let values, count == 3, let function = sqlite3_user_data(context) else { return }
                    Unmanaged<TextFunction>.fromOpaque(function).takeUnretainedValue()
                        .call(context, values[0], values[1], sqlite3_value_int(values[2]))
                },
                nil, nil, { $0.map { Unmanaged<TextFunction>.fromOpaque($0).release() } })
        }
    }

    private func call(_ context: OpaquePointer?, _ left: OpaquePointer?, _ right: OpaquePointer?, _ letters: Int32) {
        guard sqlite3_value_type(left) != SQLITE_NULL, sqlite3_value_type(right) != SQLITE_NULL else {
            sqlite3_result_null(context)
            return
        }
        let options = ComparisonOptions(rawValue: UInt8(truncatingIfNeeded: letters))
        do {
            let holds = try TextBytes(left).compare(comparisonOperator, TextBytes(right), options, patterns)
            sqlite3_result_int(context, holds ? 1 : 0)
        } catch {
            sqlite3_result_error(context, "\(error)", -1)
        }
    }
}

/// The bytes of a text, valid as long as SQLite retains them.
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
        // SQL compares with each member of a collection.
        let isEquality = comparisonOperator == .in || comparisonOperator == .between
        return try TextComparison(options: options)
            .holds(isEquality ? .equalTo : comparisonOperator, string, other.string, patterns)
    }

    /// The result for two ASCII strings, whose bytes are characters, except for two-byte line ends; nil if bytes do not
    /// decide.
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

    /// Whether some bytes contain others.
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
