import ModelSchema

/// The types of columns.
enum ColumnType: String, Sendable {
    case smallint, integer, bigint, boolean, real, double, numeric, timestamptz, text, uuid, bytea, json, jsonb

    /// The type in `CREATE TABLE`. Strings compare by the codes of their characters.
    var definition: String {
        switch self {
        case .double: "double precision"
        case .text: "text COLLATE \"C\""
        default: rawValue
        }
    }

    /// The type of bound values and results.
    var wire: ServerType {
        switch self {
        case .smallint: .smallint
        case .integer: .integer
        case .bigint: .bigint
        case .boolean: .boolean
        case .real: .real
        case .double: .double
        case .timestamptz: .timestamp
        case .uuid: .uuid
        case .bytea: .bytes
        case .text, .numeric, .json, .jsonb: .text
        }
    }

    /// The type of copied values, which is the type of the column.
    var copied: ServerType {
        switch self {
        case .numeric: .numeric
        case .json: .json
        case .jsonb: .jsonb
        default: wire
        }
    }

    /// The cast from a value of ``wire`` to the type of the column; empty if there is none.
    var cast: String {
        switch self {
        case .numeric, .json, .jsonb: "::\(rawValue)"
        default: ""
        }
    }

    /// The cast from the type of the column to ``wire``; empty if there is none.
    var readingCast: String { cast.isEmpty ? "" : "::text" }
}

/// The columns of an attribute.
enum AttributeColumns: Sendable {
    /// No column: the attribute is not stored.
    case none
    /// One column.
    case column(String, ColumnType)
    /// A time to the microsecond, and seconds since 2001-01-01 00:00:00 UTC if these are more precise.
    case date(String, exact: String)
    /// The data of a transformer, and the JSON of a Codable value. One of them is null.
    case transformable(data: String, text: String)

    /// The columns in order, with their types.
    var columns: [(name: String, type: ColumnType)] {
        switch self {
        case .none: []
        case .column(let name, let type): [(name, type)]
        case .date(let name, let exact): [(name, .timestamptz), (exact, .double)]
        case .transformable(let data, let text): [(data, .bytea), (text, .json)]
        }
    }
}
