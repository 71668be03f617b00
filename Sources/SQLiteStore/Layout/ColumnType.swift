import ModelSchema

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
