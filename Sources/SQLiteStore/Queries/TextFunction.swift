import CSQLite
import Foundation
import ModelExpressions
import ObjectGraph

/// A function of SQL that compares two strings as the evaluator does: `modelgen_begins(text, prefix, options)`.
///
/// It yields null where one of them is none.
final class TextFunction {
    private let comparisonOperator: ComparisonOperator
    private let patterns = TextPatterns()

    private init(_ comparisonOperator: ComparisonOperator) {
        self.comparisonOperator = comparisonOperator
    }

    /// The function of an operator.
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

    /// Makes the functions known to a connection, which owns them.
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

    private func call(
        _ context: OpaquePointer?, _ left: OpaquePointer?, _ right: OpaquePointer?, _ letters: Int32
    ) {
        guard sqlite3_value_type(left) != SQLITE_NULL, sqlite3_value_type(right) != SQLITE_NULL else {
            sqlite3_result_null(context)
            return
        }
        let options = ComparisonOptions(rawValue: UInt8(truncatingIfNeeded: letters))
        do {
            let holds = try TextBytes(left).compare(
                comparisonOperator, TextBytes(right), options, patterns)
            sqlite3_result_int(context, holds ? 1 : 0)
        } catch {
            sqlite3_result_error(context, "\(error)", -1)
        }
    }
}
