package import ModelExpressions
package import ObjectGraph

/// What databases write in ways of their own.
package protocol SQLDialect: Sendable {
    /// Where a value is bound.
    ///
    /// - Parameter number: Which one of the statement, from 1.
    func placeholder(_ number: Int) -> String

    /// Whether a real number or a date is one at all, not "not a number"; null for null.
    func isNumber(_ column: SQLFragment) -> SQLFragment

    /// Whether a real number or a date is "not a number"; null for null.
    func isNotANumber(_ column: SQLFragment) -> SQLFragment

    /// What puts null before "not a number", and both before all numbers.
    func rankOfNumber(_ column: SQLFragment) -> SQLFragment

    /// Whether an operator for texts holds between two, as the evaluator decides; null where one is null. Nil where the
    /// database cannot say it exactly.
    func comparison(
        _ left: SQLFragment, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ options: ComparisonOptions
    ) -> SQLFragment?

    /// A text as an order compares it; nil where the database cannot compare it so.
    func collated(_ text: SQLFragment, by comparison: SortComparison) -> SQLFragment?

    /// A term of `ORDER BY`: null comes first where it ascends, and last where it descends.
    func ordered(_ term: SQLFragment, ascending: Bool) -> SQLFragment

    /// Whether a value of a column is one of several, all of one kind; null for null.
    func isMember(_ column: SQLFragment, of values: [SQLValue]) -> SQLFragment

    /// What leaves the first few rows out, and all after those that are wanted.
    ///
    /// - Parameter limit: 0 for all.
    func range(offset: Int, limit: Int) -> SQLFragment

    /// How many values a condition can bind.
    var greatestValueCount: Int { get }
}

extension SQLDialect {
    /// For databases that take null for the least value.
    package func ordered(_ term: SQLFragment, ascending: Bool) -> SQLFragment {
        ascending ? term : "\(term) DESC"
    }
}
