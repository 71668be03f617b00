/// Everything about one object.
package struct ObjectAnswer: Sendable, Encodable {
    package struct Value: Sendable, Encodable {
        package var key: String
        package var cell: Cell
        package var isChanged: Bool
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
    package var values: [Value]
    /// What the history of the store has of the object, the latest first.
    package var history: [Transaction]
}

/// A part of the destinations of a relationship.
package struct MembersAnswer: Sendable, Encodable {
    package var members: [ObjectLink]
    package var count: Int
}
