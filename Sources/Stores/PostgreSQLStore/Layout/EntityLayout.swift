import ObjectGraph

/// Where a store keeps the objects of an entity.
struct EntityLayout: Sendable {
    let entity: EntityDescription
    /// The number of the entity in the store.
    let number: Int64
    /// The name of the table, which all entities of the hierarchy share, without the schema.
    let tableName: String
    /// The table with its schema, in quotes.
    let table: String
    /// Whether no other entity shares the table.
    let isAlone: Bool
    /// The columns of ``EntityDescription/attributes``, in that order.
    let attributes: [AttributeColumns]
    /// The names of the attributes whose strings indexes have in their canonical form.
    let canonicallyIndexed: Set<String>
    /// The columns of ``EntityDescription/relationships``, in that order; nil for a relationship without a destination.
    let links: [LinkColumns?]
    /// The row in the table of transactions for an update of one object, up to the object's number.
    let startOfUpdate: String
}

/// Where a store keeps a relationship. Names have no quotes.
enum LinkColumns: Sendable {
    /// In a column of the object's own row, which contains the key of the destination.
    case own(String)
    /// In a column of the destinations' rows, with a column for their positions if the relationship is ordered.
    case destinations(String, position: String?)
    /// In a table of pairs.
    case pairs(JoinTable)

    /// A table of pairs, from the perspective of one side.
    struct JoinTable: Sendable {
        /// The name without the schema.
        var name: String
        /// The name with its schema, in quotes.
        var table: String
        /// The column of the source's key.
        var source: String
        /// The column of the destination's key.
        var destination: String
        /// The column of the destination's position; nil if the relationship is not ordered.
        var position: String?
        /// The column of the source's position in the inverse; nil if the inverse is not ordered.
        var inversePosition: String?
        /// Whether the relationship is its own inverse, such as friendship.
        /// Each pair is then stored in both directions.
        var isSymmetric: Bool

        /// The table from the perspective of the other side.
        var reversed: JoinTable {
            var other = self
            (other.source, other.destination) = (destination, source)
            (other.position, other.inversePosition) = (inversePosition, position)
            return other
        }
    }
}

/// A table of entities in a new store.
struct TableDefinition: Sendable {
    struct Column: Sendable {
        var name: String
        var type: ColumnType
        /// The table that a foreign key of the column refers to; nil if there is none.
        var referencedTable: String?
        /// Whether the column refers to a row, and so needs an index to find the rows that refer to another.
        var isLink = false
        /// A comment for people; nil if there is none.
        var comment: String?
    }

    /// The name without the schema.
    var name: String
    /// The columns without the key, the entity, and the version, which every entity table has.
    var columns: [Column] = []
    var comment: String?
}
