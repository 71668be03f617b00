import ModelSchema
import ObjectGraph

/// The table and columns of an entity.
struct EntityLayout: Sendable {
    let entity: EntityDescription
    /// The number of the entity in the store (`Z_ENT`).
    let number: Int64
    /// The table of the whole hierarchy.
    let table: String
    /// Whether the table has no other entity, so rows need not specify theirs.
    let isAlone: Bool
    /// The columns of ``EntityDescription/attributes``, in that order.
    let attributes: [AttributeColumns]
    /// The columns of ``EntityDescription/relationships``, in that order.
    let links: [LinkColumns]
    /// The statement that inserts a row: its key and version first, then attributes and destinations in their order.
    let insertText: String

    init(
        entity: EntityDescription, number: Int64, table: String, isAlone: Bool, attributes: [AttributeColumns],
        links: [LinkColumns]
    ) {
        self.entity = entity
        self.number = number
        self.table = table
        self.isAlone = isAlone
        self.attributes = attributes
        self.links = links
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var places = ["?", String(number), "?"]
        for name in attributes.flatMap(\.names) {
            columns.append(name)
            places.append("?")
        }
        for case .own(let column, let entityColumn) in links {
            for name in [column, entityColumn].compactMap({ $0 }) {
                columns.append(name)
                places.append("?")
            }
        }
        insertText =
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
    }

    /// The columns in the table that a property has; none if it is stored elsewhere.
    func columns(ofPropertyNamed name: String) -> [String] {
        if let index = entity.attributes.firstIndex(where: { $0.name == name }) { return attributes[index].names }
        if let relationship = entity.relationship(named: name), case .own(let column, _) = links[relationship.index] {
            return [column]
        }
        return []
    }
}

/// The columns of an attribute.
indirect enum AttributeColumns: Sendable {
    /// None: the attribute is not stored.
    case none
    case column(String, Attribute)
    /// The columns of a composite's members.
    case members([Member])

    struct Member: Sendable {
        var name: String
        var columns: AttributeColumns
    }

    /// The columns by name, in the order of the members.
    var names: [String] {
        switch self {
        case .none: []
        case .column(let name, _): [name]
        case .members(let members): members.flatMap(\.columns.names)
        }
    }
}

/// The columns of a relationship.
enum LinkColumns: Sendable {
    /// None: the relationship is not stored.
    case none
    /// In a column of the object's own row: the key of the destination, and its entity if there are several possible
    /// ones.
    case own(column: String, entityColumn: String?)
    /// In a column of the destinations' rows, with the position of each if the relationship is ordered.
    case destinations(column: String, orderColumn: String?)
    /// In a table of pairs, with the position of each destination if the relationship is ordered.
    case pairs(JoinTable)

    /// A table of pairs, from the perspective of one side.
    struct JoinTable: Sendable {
        var name: String
        /// The column of the source objects.
        var sourceColumn: String
        /// The column of the destinations.
        var destinationColumn: String
        /// The column of the position of each destination; nil without an order.
        var orderColumn: String?
        /// The column of the position of each source in the order of the inverse; nil without one.
        var inverseOrderColumn: String?
        /// Whether this side gives the table its name.
        var isNamedAfterThisSide: Bool
        /// Whether both sides are one relationship, such as friendship. The table then contains each pair in both
        /// directions.
        var isSymmetric: Bool
    }
}
