/// A window of the objects that a question asks for.
package struct RowsAnswer: Sendable, Encodable {
    package struct Row: Sendable, Encodable {
        package var id: String
        package var entity: String
        package var label: String
        /// `inserted` or `updated`; nil where nothing is pending.
        package var change: String?
        /// In the order of the columns.
        package var cells: [Cell]
    }

    package var rows: [Row]
    package var milliseconds: Double
    /// What in the condition can never be true, each with its place in characters from 1.
    package var warnings: [Warning]

    package struct Warning: Sendable, Encodable {
        package var text: String
        package var column: Int
    }
}

/// How many objects there are.
package struct CountAnswer: Sendable, Encodable {
    package var count: Int
}

/// How many objects each entity has, by its name, without those of its descendants.
package struct CountsAnswer: Sendable, Encodable {
    package var counts: [String: Int]
}

/// The question in other languages, to be copied.
package struct TextsAnswer: Sendable, Encodable {
    /// A command for a shell.
    package var command: String
    /// The condition as a `#Predicate`; nil where it has none.
    package var swift: String?
    /// The steps of the fetch; SQL where the store has it.
    package var plan: String
}

/// What the values of a column are like.
package struct StatisticsAnswer: Sendable, Encodable {
    package struct Bar: Sendable, Encodable {
        package var label: String
        package var count: Int
        /// The condition that selects what the bar stands for.
        package var condition: String?
    }

    package var examinedCount: Int
    package var nilCount: Int
    package var distinctCount: Int
    package var least: Cell
    package var greatest: Cell
    package var mean: Double?
    package var bars: [Bar]
    /// Whether only the first objects were looked at.
    package var isPartial: Bool
}
