package import StoreProtocol

/// What a database can quickly find out about the contents of its tables at the time of a query.
package protocol SQLTableContents {
    /// Returns whether the table of an entity may have rows of no entity of the model.
    func mayHaveUnknownEntities(_ entity: EntityDescription) -> Bool

    /// Returns whether an index begins with a column, and has its values in the order of the runtime, as they are now.
    func isInOrderOfIndex(_ column: String, of entity: EntityDescription, _ kind: SQLKind) -> Bool
}

/// The contents of tables about which nothing is known.
package struct UnknownTableContents: SQLTableContents {
    package init() {}

    package func mayHaveUnknownEntities(_ entity: EntityDescription) -> Bool { true }

    package func isInOrderOfIndex(_ column: String, of entity: EntityDescription, _ kind: SQLKind) -> Bool { false }
}
