package import StoreProtocol

/// What a database calls what a model describes.
///
/// Names come ready for SQL: quoted where they must be.
package protocol SQLNames: Sendable {
    /// The table of an entity's objects; nil for an entity that the database does not have.
    func table(of entity: EntityDescription) -> String?

    /// The column of the key in every table of entities: the number of an object's identity.
    var key: String { get }

    /// The column of the entity in every table of entities.
    var entityColumn: String { get }

    /// What the rows of some entities have in ``entityColumn``, where their table has rows of others too; nil where it has
    /// none.
    ///
    /// - Parameter names: The entities whose own objects are meant, all of one table.
    func entityNumbers(ofEntitiesNamed names: [String]) -> [Int64]?

    /// The column of an attribute; nil for one that has none, or several.
    func column(ofAttributeAt index: Int, of entity: EntityDescription) -> String?

    /// The value of an attribute as conditions compare it: whole numbers for Booleans, seconds for dates. Nil where no
    /// column has it.
    ///
    /// - Parameter alias: What the statement calls the row.
    func value(ofAttributeAt index: Int, of entity: EntityDescription, alias: String) -> SQLFragment?

    /// Where a relationship is kept; nil for one that is not stored.
    func link(of relationship: RelationshipDescription, of entity: EntityDescription) -> SQLLink?
}

extension SQLNames {
    /// The column as it is, where the database has numbers for Booleans and dates.
    package func value(
        ofAttributeAt index: Int, of entity: EntityDescription, alias: String
    ) -> SQLFragment? {
        column(ofAttributeAt: index, of: entity).map { "\(name: alias).\(name: $0)" }
    }
}

/// Where a database keeps a relationship.
package enum SQLLink: Sendable {
    /// In a column of the object's own row, which holds the destination's key.
    case own(column: String)
    /// In a column of the destinations' rows, which holds the object's key.
    case destinations(column: String)
    /// In a table of pairs of keys.
    case pairs(table: String, source: String, destination: String)
}
