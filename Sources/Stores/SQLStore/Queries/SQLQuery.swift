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
    /// How the statement can begin behind an object; nil if it cannot.
    var continuation: SQLContinuation?

    /// The statement without its range.
    package var unlimited: SQLFragment { [source, order].compactMap { $0 }.joined(separator: " ") }

    /// Returns the query for the objects behind one, rather than behind a number of objects;
    /// nil if it cannot be written so.
    ///
    /// If it finds fewer objects than its limit, there can be more of them, without a value to sort by.
    ///
    /// - Parameters:
    ///   - number: The number of the last object before the range.
    ///   - limit: The maximum number of objects.
    package func after(_ number: Int64, limit: Int, in dialect: any SQLDialect) -> SQLQuery? {
        guard let continuation else { return nil }
        let position = continuation.condition(behind: number, tables: tables)
        var query = self
        query.condition = condition.map { "\($0) AND \(position)" } ?? "WHERE \(position)"
        query.range = dialect.range(offset: 0, limit: limit)
        return query
    }

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
            storeSpecificNames: Set(words).sorted())
    }

    /// A statement that returns the number of objects in the range; nil if it cannot answer the predicate exactly.
    package var count: SQLFragment? {
        if remainingParts.contains(.predicate) { return nil }
        guard let range else { return "SELECT COUNT(*) \(source)" }
        return "SELECT COUNT(*) FROM (SELECT 1 \(source) \(range)) counted"
    }
}

/// An order with an index, in which a statement can begin behind an object.
struct SQLContinuation: Sendable {
    /// The values to sort by, before the object's key; empty if the key alone decides.
    var values: [(column: SQLFragment, ascending: Bool)] = []
    /// The object's key.
    var key: SQLFragment
    /// Whether the key ascends.
    var ascending = true

    /// Creates an order by the object's key.
    init(key: SQLFragment) { self.key = key }

    /// The condition that objects sort behind one. It does not find any if that one lacks a value, and does not find
    /// those without the first value, which are behind all others if values descend.
    func condition(behind number: Int64, tables: SQLFragment) -> SQLFragment {
        let number = SQLValue.integer(number)
        let afterKey: SQLFragment = "\(key) \(name: ascending ? ">" : "<") \(bound: number)"
        guard let first = values.first else { return afterKey }
        // The aliases of the subquery hide those of the statement.
        let known = values.map { "(SELECT \($0.column) \(tables) WHERE \(key) = \(bound: number))" as SQLFragment }
        // The database compares what precedes the value that decides, and would not notice that it is missing.
        let areKnown = known.dropFirst().map { "\($0) IS NOT NULL" as SQLFragment }
        if ascending, values.allSatisfy(\.ascending) {
            let columns = (values.map(\.column) + [key]).joined(separator: ", ")
            let place: SQLFragment = "(\(columns)) > (\(known.joined(separator: ", ")), \(bound: number))"
            return ([place] + areKnown).joined(separator: " AND ")
        }
        // Finds the place in the index, and the rest leaves out what is before it.
        let start: SQLFragment = "\(first.column) \(name: first.ascending ? ">=" : "<=") \(known[0])"
        var alternatives: [SQLFragment] = []
        var equal: [SQLFragment] = []
        for (value, known) in zip(values, known) {
            let isAfter: SQLFragment =
                if value.ascending {
                    "\(value.column) > \(known)"
                } else {
                    "(\(value.column) < \(known) OR \(value.column) IS NULL)"
                }
            alternatives.append((equal + [isAfter]).joined(separator: " AND "))
            equal.append("\(value.column) = \(known)")
        }
        alternatives.append((equal + [afterKey]).joined(separator: " AND "))
        let rest: SQLFragment = "(\(alternatives.joined(separator: " OR ")))"
        return ([start, rest] + areKnown).joined(separator: " AND ")
    }
}
