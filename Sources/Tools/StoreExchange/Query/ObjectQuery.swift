package import ModelExpressions
package import ObjectGraph

/// A query of a store, such as `Superhero where universe == 1 sort name desc, universe limit 10`.
package struct ObjectQuery: Sendable, Hashable {
    package var entityName: String
    /// The condition for objects; nil for all objects.
    package var predicate: ModelPredicate?
    /// The start of the predicate in the text of the query, in characters, for the positions in errors.
    package var predicateStart = FormatPosition()
    package var sortDescriptors: [ModelSortDescriptor<ManagedObject>]
    /// The start of each sort key in the text of the query, in characters; empty for a query without text.
    package var sortStarts: [FormatPosition] = []
    /// The maximum number of objects; nil for no limit.
    package var limit: Int?
    package var offset: Int
    /// The text of the columns to show; empty for the default columns of the entity.
    package var columns: [String]
    /// The start of each column in the text of the query, in characters; empty for a query without text.
    package var columnStarts: [FormatPosition] = []
    /// Whether to show enums by their raw values instead of case names.
    package var showsRawValues = false

    package init(
        entityName: String, predicate: ModelPredicate? = nil,
        sortDescriptors: [ModelSortDescriptor<ManagedObject>] = [], limit: Int? = nil, offset: Int = 0,
        columns: [String] = []
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.sortDescriptors = sortDescriptors
        self.limit = limit
        self.offset = offset
        self.columns = columns
    }
}

/// An error in a query, with its position, the problem, and the solution.
package struct ObjectQueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// In characters from 1.
    package var column: Int
    package var message: String
    package var hint: String

    package init(column: Int, _ message: String, hint: String) {
        self.column = column
        self.message = message
        self.hint = hint
    }

    package var description: String { "column \(column): \(message); \(hint)" }
}
