package import StoreProtocol

/// A question as the parts of a `SELECT`, and what is left of it.
package struct SQLQuestion: Sendable {
    /// What the statement calls the table of the objects that are asked for.
    package static let alias = "t"

    /// With its own `FROM`.
    package var tables: SQLFragment
    /// What the objects must match, with its own `WHERE`; nil where nothing is said of that.
    package var condition: SQLFragment?
    /// With its own `ORDER BY`; nil where nothing is said of the order.
    package var order: SQLFragment?
    /// With its own `LIMIT`; nil where all are wanted.
    package var range: SQLFragment?
    /// What the statement does not answer.
    package var unanswered: StoreAnswer.Parts

    /// From `FROM` up to what the objects must match; without the order and the range.
    package var source: SQLFragment { [tables, condition].compactMap { $0 }.joined(separator: " ") }

    /// The whole statement.
    ///
    /// - Parameters:
    ///   - columns: What is asked of each object.
    ///   - separator: What stands between its clauses.
    package func statement(selecting columns: SQLFragment, separator: String = " ") -> SQLFragment {
        (["SELECT \(columns)", tables] + [condition, order, range].compactMap { $0 }).joined(separator: separator)
    }

    /// The statement as people read and copy it.
    ///
    /// - Parameter columns: What is asked of each object.
    package func shown(selecting columns: SQLFragment, in dialect: any SQLDialect) -> StoreStatement {
        let statement = statement(selecting: columns, separator: "\n")
        let words = statement.written(in: dialect).text.matches(of: /\bmodelgen_[a-z_]+\b/).map { String($0.output) }
        return StoreStatement(
            text: statement.constantText(in: dialect) + ";", unanswered: unanswered,
            ownNames: Set(words).sorted())
    }

    /// A statement that yields the number of objects within the range; nil where something is left of the predicate.
    package var count: SQLFragment? {
        if unanswered.contains(.predicate) { return nil }
        guard let range else { return "SELECT COUNT(*) \(source)" }
        return "SELECT COUNT(*) FROM (SELECT 1 \(source) \(range)) counted"
    }
}
