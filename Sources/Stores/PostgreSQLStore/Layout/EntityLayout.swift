import ObjectGraph
import SQLStore

/// Where a store keeps the objects of an entity.
struct EntityLayout: SQLEntityLayout {
    let entity: EntityDescription
    let number: Int64
    /// Without the schema.
    let tableName: String
    /// With the schema, in quotes.
    let table: String
    let isOnlyEntityOfTable: Bool
    /// The columns of ``EntityDescription/attributes``, in that order.
    let attributes: [AttributeColumns]
    /// The names of the attributes whose strings indexes have in their canonical form.
    let canonicallyIndexed: Set<String>
    let links: [LinkColumns?]
    /// The row in the table of transactions for an update of one object, up to the object's number.
    let startOfUpdate: String

    func columnNames(ofAttributeAt index: Int) -> [String] { attributes[index].columns.map(\.name) }

    /// The column of an attribute that an index can contain; nil if there is none.
    func indexedColumn(ofAttributeAt index: Int) -> String? {
        switch attributes[index] {
        case .column(_, .jsonb), .transformable, .none: nil
        case .column(let column, _), .date(let column, _): column
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
