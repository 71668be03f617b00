import ModelSchema
import ObjectGraph
import SQLStore

/// The table and columns of an entity.
struct EntityLayout: SQLEntityLayout {
    let entity: EntityDescription
    let number: Int64
    let table: String
    let isOnlyEntityOfTable: Bool
    /// The columns of ``EntityDescription/attributes``, in that order.
    let attributes: [AttributeColumns]
    let links: [LinkColumns?]
    /// The statement that inserts a row: its key and version first, then attributes and destinations in their order.
    let insertText: String

    init(
        entity: EntityDescription, number: Int64, table: String, isOnlyEntityOfTable: Bool,
        attributes: [AttributeColumns],
        links: [LinkColumns?]
    ) {
        self.entity = entity
        self.number = number
        self.table = table
        self.isOnlyEntityOfTable = isOnlyEntityOfTable
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

    var tableName: String { table }

    func columnNames(ofAttributeAt index: Int) -> [String] { attributes[index].names }

    /// The column of an attribute; nil if it has none, or several, such as a composite with several members.
    func indexedColumn(ofAttributeAt index: Int) -> String? {
        let names = attributes[index].names
        return names.count == 1 ? names[0] : nil
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
