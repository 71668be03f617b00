package import StoreProtocol

/// A query as the clauses of a `SELECT`, and the parts that the statement does not answer.
package struct SQLQuery: Sendable {
    /// The alias of the table of the fetched objects.
    package static let alias = "t"

    /// The `FROM` clause.
    package var tables: SQLFragment
    /// The `WHERE` clause; nil if there is no condition.
    package var condition: SQLFragment?
    /// The `ORDER BY` clause; nil if there is no order.
    package var order: SQLFragment?
    /// The `LIMIT` clause; nil if there is no limit.
    package var range: SQLFragment?
    /// The parts of the query that the statement does not answer.
    package var remainingParts: StoreResult.Parts

    /// The `FROM` and `WHERE` clauses.
    package var source: SQLFragment { [tables, condition].compactMap { $0 }.joined(separator: " ") }

    /// Returns the whole statement.
    ///
    /// - Parameters:
    ///   - columns: The expressions to select for each object.
    ///   - separator: The text between clauses.
    package func statement(selecting columns: SQLFragment, separator: String = " ") -> SQLFragment {
        (["SELECT \(columns)", tables] + [condition, order, range].compactMap { $0 }).joined(separator: separator)
    }

    /// Returns the statement for people to read and copy.
    ///
    /// - Parameter columns: The expressions to select for each object.
    package func shown(selecting columns: SQLFragment, in dialect: any SQLDialect) -> StoreStatement {
        let statement = statement(selecting: columns, separator: "\n")
        let words = statement.written(in: dialect).text.matches(of: /\bmodelgen_[a-z_]+\b/).map { String($0.output) }
        return StoreStatement(
            text: statement.constantText(in: dialect) + ";", remainingParts: remainingParts,
            ownNames: Set(words).sorted())
    }

    /// A statement that returns the number of objects in the range; nil if it cannot answer the predicate exactly.
    package var count: SQLFragment? {
        if remainingParts.contains(.predicate) { return nil }
        guard let range else { return "SELECT COUNT(*) \(source)" }
        return "SELECT COUNT(*) FROM (SELECT 1 \(source) \(range)) counted"
    }
}
