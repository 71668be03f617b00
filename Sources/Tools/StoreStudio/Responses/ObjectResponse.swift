/// Everything about one object.
package struct ObjectResponse: Sendable, Encodable {
    package struct Value: Sendable, Encodable {
        package var key: String
        package var cell: Cell
        package var isChanged: Bool
        /// The text to edit a Transformable by; nil if it cannot be edited, or for another type.
        package var text: String?
        /// The reason why a value cannot be edited although the model allows it; nil if it can.
        package var fixedReason: String?
    }

    package struct Transaction: Sendable, Encodable {
        package var number: Int
        package var date: Cell
        package var author: String?
        package var kind: String
        package var properties: [String]
    }

    package var id: String
    package var entity: String
    package var label: String
    /// `inserted`, `updated`, or `deleted`; nil if nothing is pending.
    package var change: String?
    /// The number by which the store counts saves of the object; nil for an object that was never saved.
    package var version: Int?
    package var values: [Value]
    /// The latest part of the object's history.
    package var history: HistoryResponse
}

/// A part of the history of an object.
package struct HistoryResponse: Sendable, Encodable {
    /// The transactions, latest first.
    package var transactions: [ObjectResponse.Transaction]
    /// Whether there are earlier transactions.
    package var hasMore: Bool
}

/// A part of the destinations of a relationship.
package struct MembersResponse: Sendable, Encodable {
    package var members: [ObjectLink]
    package var count: Int
}

/// Some of the objects that match a question.
package struct RowsResponse: Sendable, Encodable {
    package struct Row: Sendable, Encodable {
        package var id: String
        package var entity: String
        package var label: String
        /// `inserted` or `updated`; nil if nothing is pending.
        package var change: String?
        /// In the order of the columns.
        package var cells: [Cell]
    }

    package var rows: [Row]
    package var milliseconds: Double
    /// The parts of the condition that can never be true, each with its place in characters from 1.
    package var warnings: [Warning]

    package struct Warning: Sendable, Encodable {
        package var text: String
        package var column: Int
    }
}

/// The number of objects that match a question.
package struct CountResponse: Sendable, Encodable {
    package var count: Int
}

/// The number of objects of each entity by name, without those of its descendants.
package struct CountsResponse: Sendable, Encodable {
    package var counts: [String: Int]
}

/// The question in other languages, to copy.
package struct QueryTextResponse: Sendable, Encodable {
    /// A command for a shell.
    package var command: String
    /// The condition as a `#Predicate`; nil if there is no such form.
    package var swift: String?
    /// The statement for the database; nil if the store has no SQL.
    package var sql: String?
    /// Notes on the statement, or the reason why there is none.
    package var sqlNotes: [String]
    /// The steps of the fetch.
    package var plan: String
}

/// The objects that match a question, grouped by the value of a property.
package struct GroupsResponse: Sendable, Encodable {
    package struct Group: Sendable, Encodable {
        package var cell: Cell
        package var count: Int
        /// The condition that selects the group; nil if there is none.
        package var condition: String?
        /// The sum of the measured numbers; null if nothing is measured.
        package var sum: Cell
        package var average: Cell
        package var least: Cell
        package var greatest: Cell
    }

    /// At most 200 groups, largest first.
    package var groups: [Group]
    /// The number of all groups.
    package var groupCount: Int
    package var examinedCount: Int
    /// Whether there are more objects than were examined.
    package var isPartial: Bool
}

/// Statistics of the values of a column.
package struct StatisticsResponse: Sendable, Encodable {
    package struct Bar: Sendable, Encodable {
        package var label: String
        package var count: Int
        /// The condition that selects the objects of the bar.
        package var condition: String?
    }

    package var examinedCount: Int
    package var nilCount: Int
    package var distinctCount: Int
    package var least: Cell
    package var greatest: Cell
    package var mean: Double?
    package var bars: [Bar]
    /// Whether only the first objects were examined.
    package var isPartial: Bool
}
