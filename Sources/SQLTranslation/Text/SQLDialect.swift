package import ModelExpressions
package import StoreProtocol

/// What databases write in ways of their own.
package protocol SQLDialect: Sendable {
    /// Where a value is bound.
    ///
    /// - Parameter number: Which one of the statement, from 1.
    func placeholder(_ number: Int) -> String

    /// A value as a constant, for a statement that people copy: whatever the value, it ends where the constant ends.
    func constant(_ value: SQLValue) -> String

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

    /// A value as a row of an answer has it: whole numbers of 64 bits, reals of double precision, and dates as these.
    func selected(_ value: SQLFragment, _ kind: SQLKind) -> SQLFragment

    /// The sum of whole or real numbers, null of none: a whole one may come as text.
    func sum(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment

    /// Whether a value is for the evaluator to read, such as "not a number"; nil where no value of the kind is.
    func isExceptional(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment?

    /// How many values a condition can bind.
    var greatestValueCount: Int { get }
}

extension SQLDialect {
    /// As the column has it.
    package func selected(_ value: SQLFragment, _ kind: SQLKind) -> SQLFragment { value }

    /// As the database adds.
    package func sum(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment { "SUM(\(column))" }

    /// "Not a number".
    package func isExceptional(_ column: SQLFragment, _ kind: SQLKind) -> SQLFragment? {
        kind == .real || kind == .date ? isNotANumber(column) : nil
    }

    /// For databases that take null for the least value.
    package func ordered(_ term: SQLFragment, ascending: Bool) -> SQLFragment {
        ascending ? term : "\(term) DESC"
    }
}
