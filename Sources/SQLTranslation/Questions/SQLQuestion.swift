package import ObjectGraph

/// A question as the parts of a `SELECT`, and what is left of it.
package struct SQLQuestion: Sendable {
    /// What the statement calls the table of the objects that are asked for.
    package static let alias = "t"

    /// From `FROM` up to what the objects must match; without the order and the range.
    package var source: SQLFragment
    /// With its own `ORDER BY`; nil where nothing is said of the order.
    package var order: SQLFragment?
    /// With its own `LIMIT`; nil where all are wanted.
    package var range: SQLFragment?
    /// What the statement does not answer.
    package var unanswered: StoreAnswer.Parts

    /// The whole statement.
    ///
    /// - Parameter columns: What is asked of each object.
    package func statement(selecting columns: SQLFragment) -> SQLFragment {
        "SELECT \(columns) \(([source] + [order, range].compactMap { $0 }).joined(separator: " "))"
    }

    /// A statement that yields the number of objects within the range; nil where something is left of the predicate.
    package var count: SQLFragment? {
        if unanswered.contains(.predicate) { return nil }
        guard let range else { return "SELECT COUNT(*) \(source)" }
        return "SELECT COUNT(*) FROM (SELECT 1 \(source) \(range)) counted"
    }
}
