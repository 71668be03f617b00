/// Everything about one object.
package struct ObjectAnswer: Sendable, Encodable {
    package struct Value: Sendable, Encodable {
        package var key: String
        package var cell: Cell
        package var isChanged: Bool
        /// What stands in the field where a Transformable is edited; nil where it is not, or for another type.
        package var text: String?
        /// Why the value cannot be edited although the model lets it; nil where it can be.
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
    /// `inserted`, `updated` or `deleted`; nil where nothing is pending.
    package var change: String?
    /// The number that the store counts saves of the object by; nil for an object that was never saved.
    package var version: Int?
    package var values: [Value]
    /// What the history of the store has of the object, the latest first.
    package var history: HistoryAnswer
}

/// A part of what the history of a store has of an object.
package struct HistoryAnswer: Sendable, Encodable {
    /// The latest first.
    package var transactions: [ObjectAnswer.Transaction]
    /// Whether there are earlier ones.
    package var hasMore: Bool
}

/// A part of the destinations of a relationship.
package struct MembersAnswer: Sendable, Encodable {
    package var members: [ObjectLink]
    package var count: Int
}
