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
    /// The statement that the database is asked, to be copied; nil where the store has no SQL.
    package var sql: String?
    /// What there is to know of the statement, or why there is none.
    package var sqlNotes: [String]
    /// The steps of the fetch.
    package var plan: String
}

/// The objects that a question asks for, in groups of those that have the same.
package struct GroupsAnswer: Sendable, Encodable {
    package struct Group: Sendable, Encodable {
        package var cell: Cell
        package var count: Int
        /// The condition that selects the group; nil where there is none.
        package var condition: String?
        /// Of the numbers of the group, nil where none are measured.
        package var sum: Cell
        package var average: Cell
        package var least: Cell
        package var greatest: Cell
    }

    /// The largest first, at most 200.
    package var groups: [Group]
    /// How many there are.
    package var groupCount: Int
    package var examinedCount: Int
    /// Whether there were more objects than were looked at.
    package var isPartial: Bool
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
