package import ModelExpressions
package import ObjectGraph

/// What to ask a store: `Superhero where universe == 1 sort name desc, universe limit 10`.
package struct StoreQuery: Sendable, Hashable {
    package var entityName: String
    /// The condition that objects match; nil for all.
    package var predicate: ModelPredicate?
    /// What comes before the predicate in the text of the query, in characters, for errors to name their places.
    package var predicateStart = FormatPlace()
    package var sortDescriptors: [ModelSortDescriptor<ManagedObject>]
    /// 0 for no limit.
    package var limit: Int
    package var offset: Int
    /// What to show of each object, as it was written; empty for what an entity shows by itself.
    package var columns: [String]
    /// What comes before each column in the text of the query, in characters; none where it comes from no text.
    package var columnStarts: [FormatPlace] = []
    /// Whether cases of enums are shown as what the store holds, not by their names.
    package var showsStoredValues = false

    package init(
        entityName: String, predicate: ModelPredicate? = nil,
        sortDescriptors: [ModelSortDescriptor<ManagedObject>] = [], limit: Int = 0, offset: Int = 0,
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

/// A query that cannot be understood: where, what is wrong, and what to do about it.
package struct StoreQueryError: Error, Sendable, Hashable, CustomStringConvertible {
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
