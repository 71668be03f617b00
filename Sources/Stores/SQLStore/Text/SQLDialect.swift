package import ModelExpressions
package import StoreProtocol

/// The SQL that differs between databases.
package protocol SQLDialect: Sendable {
    /// Returns the placeholder of a bound value.
    ///
    /// - Parameter number: The number of the value in the statement, from 1.
    func placeholder(_ number: Int) -> String

    /// Returns a value as a literal, for a statement that people copy. No value can end the literal early.
    func constant(_ value: SQLValue) -> String

    /// Returns whether a real number or a date is not "not a number"; null for null.
    func isNumber(_ column: SQLFragment) -> SQLFragment

    /// Returns whether a real number or a date is "not a number"; null for null.
    func isNotANumber(_ column: SQLFragment) -> SQLFragment

    /// Returns an expression that sorts null before "not a number", and both before all numbers.
    func rankOfNumber(_ column: SQLFragment) -> SQLFragment

    /// Returns the comparison of a column of integers with one of real numbers, by value: an integer is never rounded.
    /// The result does not matter if the real number is "not a number".
    func comparison(ofWhole whole: SQLFragment, _ sign: String, withReal real: SQLFragment) -> SQLFragment

    /// Returns whether a string operator holds between two strings, as the evaluator decides; null if one is null. Nil
    /// if the database cannot express it exactly.
    func comparison(
        _ left: SQLFragment, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ options: ComparisonOptions
    ) -> SQLFragment?

    /// Returns a time in the form of a column that has rounded dates; nil if the database cannot express it.
    ///
    /// - Parameter seconds: The time since 2001-01-01 00:00:00 UTC.
    func time(at seconds: Double) -> SQLFragment?

    /// Returns a string with the collation of a sort order; nil if the database has no such collation.
    func collated(_ text: SQLFragment, by comparison: SortComparison) -> SQLFragment?

    /// Returns a term of `ORDER BY`. Null is first in ascending order, and last in descending order.
    func ordered(_ term: SQLFragment, ascending: Bool) -> SQLFragment

    /// Returns whether the value of a column is one of several values of the same kind; null for null.
    func isMember(_ column: SQLFragment, of values: [SQLValue]) -> SQLFragment

    /// Returns whether the value of a column is among the keys in the list that a statement binds as its first value.
    /// One statement so serves any number of keys.
    func isAmongKeys(_ column: String) -> String

    /// Returns the clause that limits the rows to a range.
    ///
    /// - Parameter limit: The maximum number of rows; 0 for all.
    func range(offset: Int, limit: Int) -> SQLFragment

    /// Returns a value as a result contains it: a 64-bit integer, or a double-precision number, also for dates.
    func selected(_ value: SQLFragment, _ kind: SQLKind) -> SQLFragment

    /// Returns the sum of integers or real numbers; null if there are none. A sum of integers may be text.
    func sum(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment

    /// Returns whether only the evaluator can handle a value, such as "not a number";
    /// nil if there is none of this kind.
    func isExceptional(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment?

    /// The maximum number of values that a condition can bind.
    var maximumValueCount: Int { get }
}

extension SQLDialect {
    /// Returns a plain comparison, for databases that compare integers with real numbers exactly.
    package func comparison(ofWhole whole: SQLFragment, _ sign: String, withReal real: SQLFragment) -> SQLFragment {
        "\(whole) \(name: sign) \(real)"
    }

    /// Returns nil, for databases that store dates as numbers.
    package func time(at seconds: Double) -> SQLFragment? { nil }

    /// Returns the value unchanged.
    package func selected(_ value: SQLFragment, _ kind: SQLKind) -> SQLFragment { value }

    /// Returns the database's `SUM`.
    package func sum(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment { "SUM(\(column))" }

    /// Returns whether a value is "not a number".
    package func isExceptional(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment? {
        kind == .real || kind == .date ? isNotANumber(column) : nil
    }

    /// Returns a comparison with the values, which the statement binds one by one.
    package func isMember(_ column: SQLFragment, of values: [SQLValue]) -> SQLFragment {
        if values.isEmpty { return "FALSE" }
        if values.count == 1 { return "\(column) = \(bound: values[0])" }
        return "\(column) IN (\(values.map { "\(bound: $0)" as SQLFragment }.joined(separator: ", ")))"
    }

    /// A little less than a statement can bind in SQLite and PostgreSQL.
    package var maximumValueCount: Int { 30_000 }

    /// Returns a term for databases that treat null as the smallest value.
    package func ordered(_ term: SQLFragment, ascending: Bool) -> SQLFragment {
        ascending ? term : "\(term) DESC"
    }
}
