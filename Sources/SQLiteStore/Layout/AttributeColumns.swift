import ModelSchema
import ObjectGraph

/// The columns that hold an attribute.
indirect enum AttributeColumns: Sendable {
    /// None: the attribute is not stored.
    case none
    /// One.
    case column(String, Attribute)
    /// Those of the members of a composite.
    case members([Member])

    /// A member of a composite.
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

/// The types of columns that stores declare, and the order in which a table has them.
enum ColumnType: Int, Comparable {
    case integer, orderKey, float, timestamp, decimal, text, identifier, transformable, binary

    /// The type of an attribute's column; nil for one that has none of its own.
    init?(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: self = .integer
        case .double, .float: self = .float
        case .date: self = .timestamp
        case .decimal: self = .decimal
        case .string, .uri: self = .text
        case .uuid: self = .identifier
        case .transformable: self = .transformable
        case .binary: self = .binary
        case .objectID, .composite, .undefined: return nil
        }
    }

    /// As `CREATE TABLE` says it.
    var name: String {
        switch self {
        case .integer, .orderKey: "INTEGER"
        case .float: "FLOAT"
        case .timestamp: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .text: "VARCHAR"
        case .identifier, .transformable, .binary: "BLOB"
        }
    }

    /// The group of columns that a column stands in: numbers and dates are mixed.
    private var group: Int { self == .timestamp ? ColumnType.float.rawValue : rawValue }

    static func < (left: ColumnType, right: ColumnType) -> Bool { left.group < right.group }
}
