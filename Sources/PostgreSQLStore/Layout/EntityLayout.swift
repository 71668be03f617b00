import ObjectGraph

/// Where a store keeps the objects of an entity.
struct EntityLayout: Sendable {
    let entity: EntityDescription
    /// What the store calls the entity.
    let number: Int64
    /// The table, which the whole hierarchy shares: its name alone.
    let tableName: String
    /// The table with its schema, in quotes.
    let table: String
    /// Whether no other entity shares the table.
    let isAlone: Bool
    /// The columns of ``EntityDescription/attributes``, in that order.
    let attributes: [AttributeColumns]
    /// The columns of ``EntityDescription/relationships``, in that order; nil for one that leads nowhere.
    let links: [LinkColumns?]
}

/// Where a store keeps a relationship. Names are plain.
enum LinkColumns: Sendable {
    /// In a column of the object's own row: the key of the destination.
    case own(String)
    /// In a column of the destinations' rows, with the place that each has where there is an order.
    case destinations(String, position: String?)
    /// In a table of pairs.
    case pairs(JoinTable)

    /// A table of pairs, seen from one side.
    struct JoinTable: Sendable {
        /// The name alone.
        var name: String
        /// The name with its schema, in quotes.
        var table: String
        /// The column of the objects that the relationship leads from.
        var source: String
        /// The column of the objects that it leads to.
        var destination: String
        /// Where each destination stands; nil without an order.
        var position: String?
        /// Where each source stands in the order of the inverse; nil without one.
        var inversePosition: String?
        /// Whether both sides are one relationship, such as friendship: each pair is there twice then, once each way.
        var isSymmetric: Bool

        /// The same table from the other side.
        var reversed: JoinTable {
            var other = self
            (other.source, other.destination) = (destination, source)
            (other.position, other.inversePosition) = (inversePosition, position)
            return other
        }
    }
}

/// A table of entities as a new store makes it.
struct TableDefinition: Sendable {
    struct Column: Sendable {
        var name: String
        var type: ColumnType
        /// The table that the column's keys are of, where the server sees to it; nil for other columns.
        var referencedTable: String?
        /// Whether the column leads to a row, so that an index finds what leads there.
        var isLink = false
        /// What a person should know of it; nil for nothing.
        var comment: String?
    }

    /// The name alone.
    var name: String
    /// Without the key, the entity and the version, which each table of entities has.
    var columns: [Column] = []
    var comment: String?
}
