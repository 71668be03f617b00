import ModelSchema

/// The declared types of columns, and their order in a table.
enum ColumnType: Int, Comparable {
    case integer, orderKey, float, timestamp, decimal, text, identifier, transformable, binary

    /// The type of an attribute's column; nil for an attribute without a column.
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

    /// The name in `CREATE TABLE`.
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

    /// The column's group in the order of columns: numbers and dates share one.
    private var group: Int { self == .timestamp ? ColumnType.float.rawValue : rawValue }

    static func < (left: ColumnType, right: ColumnType) -> Bool { left.group < right.group }
}
