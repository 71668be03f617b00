import ModelSchema

/// The types of columns.
enum ColumnType: String, Sendable {
    case smallint, integer, bigint, boolean, real, double, numeric, timestamptz, text, uuid, bytea, json, jsonb

    /// As `CREATE TABLE` says it. Texts are compared by the codes of their characters.
    var definition: String {
        switch self {
        case .double: "double precision"
        case .text: "text COLLATE \"C\""
        default: rawValue
        }
    }

    /// What values of the type cross the wire in.
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

    /// What rows that are copied have values of the type in: the column's own type.
    var copied: ServerType {
        switch self {
        case .numeric: .numeric
        case .json: .json
        case .jsonb: .jsonb
        default: wire
        }
    }

    /// What turns a value of ``wire`` into one of the column: nothing, or a cast.
    var cast: String {
        switch self {
        case .numeric, .json, .jsonb: "::\(rawValue)"
        default: ""
        }
    }

    /// What turns a column into a value of ``wire``.
    var readingCast: String { cast.isEmpty ? "" : "::text" }
}

/// The columns that hold an attribute.
enum AttributeColumns: Sendable {
    /// None: the attribute is not stored.
    case none
    /// One.
    case column(String, ColumnType)
    /// A time to the microsecond, and seconds since 2001-01-01 00:00:00 UTC where these say more.
    case date(String, exact: String)
    /// The data of a transformer, and the JSON text of a Codable value: one of them is null.
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
