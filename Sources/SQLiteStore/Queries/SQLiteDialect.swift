import ModelExpressions
import ObjectGraph
import SQLTranslation

/// SQL as SQLite has it, with the functions and collations of ``TextFunction`` and ``TextCollation``.
///
/// Columns hold what is not a number as text, which SQLite puts after all numbers.
struct SQLiteDialect: SQLDialect {
    func placeholder(_ number: Int) -> String { "?" }

    func isNumber(_ column: SQLFragment) -> SQLFragment { "\(column) < ''" }

    func isNotANumber(_ column: SQLFragment) -> SQLFragment { "\(column) >= ''" }

    func rankOfNumber(_ column: SQLFragment) -> SQLFragment {
        "CASE typeof(\(column)) WHEN 'null' THEN 0 WHEN 'text' THEN 1 ELSE 2 END"
    }

    func comparison(
        _ left: SQLFragment, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ options: ComparisonOptions
    ) -> SQLFragment {
        let name = TextFunction.name(of: comparisonOperator)
        return "\(name: name)(\(left), \(right), \(name: String(options.rawValue)))"
    }

    func collated(_ text: SQLFragment, by comparison: SortComparison) -> SQLFragment {
        "\(text) COLLATE \(name: TextCollation.name(of: comparison))"
    }

    /// How many keys are bound one by one rather than as a list.
    private static let fewKeys = 8

    func isMember(_ key: SQLFragment, of keys: [Int64]) -> SQLFragment {
        switch keys.count {
        case 0:
            return "FALSE"
        case 1:
            return "\(key) = \(bound: .integer(keys[0]))"
        case ...Self.fewKeys:
            return "\(key) IN (\(keys.map { "\(bound: .integer($0))" as SQLFragment }.joined(separator: ", ")))"
        default:
            return "\(key) IN (SELECT value FROM json_each(\(bound: .text(KeyList.text(keys)))))"
        }
    }

    func range(offset: Int, limit: Int) -> SQLFragment {
        let limit = SQLValue.integer(limit > 0 ? Int64(limit) : -1)
        guard offset > 0 else { return "LIMIT \(bound: limit)" }
        return "LIMIT \(bound: limit) OFFSET \(bound: .integer(Int64(offset)))"
    }

    /// Fewer than SQLite takes, and few enough that a statement is read faster than objects are looked at.
    var greatestValueCount: Int { 4_000 }
}
