import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import SQLStore

/// The SQL of SQLite, with the functions and collations of ``TextFunction`` and ``TextCollation``.
///
/// Columns contain NaN as text, which SQLite sorts after all numbers.
struct SQLiteDialect: SQLDialect {
    func placeholder(_ number: Int) -> String { "?" }

    func constant(_ value: SQLValue) -> String {
        switch value {
        case .null: return "NULL"
        case .integer(let number): return String(number)
        case .real(let number) where number.isInfinite: return number < 0 ? "-9e999" : "9e999"
        case .real(let number): return number.isNaN ? "NULL" : "\(number)"
        case .uuid(let uuid):
            let digits = uuid.uuidString.filter { $0 != "-" }
            return "X'\(digits)'"
        case .text(let text):
            // Characters that control terminals or end statements in some programs are written by number.
            let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0.isControl }
                .map { SQLQuotes.quoted(String($0), by: "'") }
            let controls = text.unicodeScalars.filter(\.isControl).map { "char(\($0.value))" } + [""]
            let joined = zip(parts, controls).flatMap { [$0, $1] }.filter { !$0.isEmpty && $0 != "''" }
            return joined.count > 1 ? "(\(joined.joined(separator: " || ")))" : joined.first ?? "''"
        }
    }

    func isNumber(_ column: SQLFragment) -> SQLFragment { "\(column) < ''" }

    func isNotANumber(_ column: SQLFragment) -> SQLFragment { "\(column) >= ''" }

    func rankOfNumber(_ column: SQLFragment) -> SQLFragment {
        "CASE typeof(\(column)) WHEN 'null' THEN 0 WHEN 'text' THEN 1 ELSE 2 END"
    }

    func comparison(
        _ left: SQLFragment, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ options: ComparisonOptions
    ) -> SQLFragment? {
        let name = TextFunction.name(of: comparisonOperator)
        return "\(name: name)(\(left), \(right), \(name: String(options.rawValue)))"
    }

    func collated(_ text: SQLFragment, by comparison: SortComparison) -> SQLFragment? {
        "\(text) COLLATE \(name: TextCollation.name(of: comparison))"
    }

    func isExceptional(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment? {
        // A value in a numeric column that is not a number.
        kind == .text || kind == .uri || kind == .uuid ? nil : isNotANumber(column)
    }

    /// The maximum number of values bound one by one rather than as a list, so few statements serve many questions.
    private static let fewValues = 8

    func isMember(_ column: SQLFragment, of values: [SQLValue]) -> SQLFragment {
        if values.isEmpty { return "FALSE" }
        if values.count == 1 { return "\(column) = \(bound: values[0])" }
        if values.count > Self.fewValues, let list = KeyList.text(values) {
            return "\(column) IN (SELECT value FROM json_each(\(bound: .text(list))))"
        }
        return "\(column) IN (\(values.map { "\(bound: $0)" as SQLFragment }.joined(separator: ", ")))"
    }

    func isAmongKeys(_ column: String) -> String { "\(column) IN (SELECT value FROM json_each(?1))" }

    func range(offset: Int, limit: Int) -> SQLFragment {
        let limit = SQLValue.integer(limit > 0 ? Int64(limit) : -1)
        guard offset > 0 else { return "LIMIT \(bound: limit)" }
        return "LIMIT \(bound: limit) OFFSET \(bound: .integer(Int64(offset)))"
    }
}
