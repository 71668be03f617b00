import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import SQLStore

/// The SQL of PostgreSQL and compatible engines. The evaluator makes the comparisons of strings that it lacks.
///
/// Columns of strings compare by the codes of their characters.
struct PostgreSQLDialect: SQLDialect {
    /// Whether the server has the function `normalize`.
    let normalizes: Bool

    func placeholder(_ number: Int) -> String { "$\(number)" }

    func constant(_ value: SQLValue) -> String {
        switch value {
        case .null: return "NULL"
        case .integer(let number): return number < 0 ? "'\(number)'::bigint" : String(number)
        case .real(let number):
            let text = number.isNaN ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
            return "'\(text)'::double precision"
        case .uuid(let uuid): return "'\(uuid.text)'::uuid"
        case .text(let text):
            let stored = String(decoding: StoredText.bytes(of: text), as: UTF8.self)
            // A setting of the server determines whether a backslash in plain quotes is a literal character.
            guard stored.unicodeScalars.contains(where: { $0 == "\\" || $0.isControl }) else {
                return SQLQuotes.quoted(stored, by: "'")
            }
            var escaped = ""
            for scalar in SQLQuotes.quoted(stored, by: "'").unicodeScalars {
                if scalar == "\\" {
                    escaped += "\\\\"
                } else if scalar.isControl {
                    let digits = String(scalar.value, radix: 16)
                    escaped += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
            return "E\(escaped)"
        }
    }

    func isNumber(_ column: SQLFragment) -> SQLFragment { "\(column) <> 'NaN'" }

    func isNotANumber(_ column: SQLFragment) -> SQLFragment { "\(column) = 'NaN'" }

    func rankOfNumber(_ column: SQLFragment) -> SQLFragment {
        "CASE WHEN \(column) IS NULL THEN 0 WHEN \(column) = 'NaN' THEN 1 ELSE 2 END"
    }

    func comparison(ofWhole whole: SQLFragment, _ sign: String, withReal real: SQLFragment) -> SQLFragment {
        // The server rounds the integer to a real number. That keeps the order, so the integers decide only if the two
        // are equal then. The greatest integers round to 2^63, which is above all of them.
        let rounded: SQLFragment =
            switch sign {
            case "=": "FALSE"
            case "<", "<=": "\(whole) <= \(real)"
            default: "\(whole) > \(real)"
            }
        let exact: SQLFragment = "\(whole) \(name: sign) \(real)::int8"
        return "CASE WHEN \(whole) = \(real) AND \(real) < 9223372036854775808 THEN \(exact) ELSE \(rounded) END"
    }

    func comparison(
        _ left: SQLFragment, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ options: ComparisonOptions
    ) -> SQLFragment? {
        switch options {
        case .normalized where comparisonOperator == .beginsWith:
            "left(\(left), length(\(right))) = \(right) COLLATE \"C\""
        case .normalized: comparisonOperator.signOfWholes.map { "\(left) \(name: $0) \(right) COLLATE \"C\"" }
        case [] where normalizes:
            comparisonOperator.signOfWholes.map { sign in
                "\(Self.canonical(left)) \(name: sign) \(Self.canonical(right)) COLLATE \"C\""
            }
        default: nil
        }
    }

    /// Returns the canonical form of a string. The server takes much longer to compute it than to find out that a
    /// string is ASCII, which has as many bytes as characters.
    private static func canonical(_ text: SQLFragment) -> SQLFragment {
        // A bound value is computed once.
        if text.hasValues { return "normalize(\(text))" }
        return "CASE WHEN octet_length(\(text)) = length(\(text)) THEN \(text) ELSE normalize(\(text)) END"
    }

    /// Returns the canonical form of a column of strings, with its collation, for indexes and for conditions that use
    /// them.
    static func canonicalForm(ofColumn column: String) -> SQLFragment {
        "(\(canonical(SQLFragment(name: column)))) COLLATE \"C\""
    }

    func time(at seconds: Double) -> SQLFragment? {
        // The server's times begin in the year -4712, and end in the year 294276.
        guard seconds > -2.118e11, seconds < 1e12 else { return nil }
        return "to_timestamp(\(bound: .real(seconds + 978_307_200)))"
    }

    func collated(_ text: SQLFragment, by comparison: SortComparison) -> SQLFragment? {
        guard comparison == .plain, normalizes else { return nil }
        return "\(Self.canonical(text)) COLLATE \"C\""
    }

    func ordered(_ term: SQLFragment, ascending: Bool) -> SQLFragment {
        ascending ? "\(term) NULLS FIRST" : "\(term) DESC NULLS LAST"
    }

    func selected(_ value: SQLFragment, _ kind: SQLKind) -> SQLFragment {
        switch kind {
        case .whole: "(\(value))::int8"
        case .real, .date: "(\(value))::float8"
        case .text, .uri, .uuid: value
        }
    }

    func sum(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment {
        // Otherwise, the sum of integers is a decimal, and the sum of single-precision numbers is single-precision.
        kind == .whole ? "SUM(\(column))::text" : "SUM((\(column))::float8)"
    }

    func isAmongKeys(_ column: String) -> String { "\(column) = ANY($1)" }

    func range(offset: Int, limit: Int) -> SQLFragment {
        var parts: [SQLFragment] = []
        // The server plans a statement once only if it knows that few rows are wanted. Programs have few limits.
        if limit > 0 { parts.append("LIMIT \(constant: limit)") }
        if offset > 0 { parts.append("OFFSET \(bound: .integer(Int64(offset)))") }
        return parts.joined(separator: " ")
    }
}

extension ComparisonOperator {
    /// The operator in SQL; nil for those that compare parts, patterns, or lists.
    fileprivate var signOfWholes: String? {
        self == .equalTo || self == .notEqualTo || isOrdering ? sign : nil
    }
}
