public import Foundation

/// The values of one attribute for the rows of a chunk, in the attribute's type; nil if there is none.
@usableFromInline
package enum Column: Sendable {
    case boolean(ColumnValues<Bool>)
    case integer16(ColumnValues<Int16>)
    case integer32(ColumnValues<Int32>)
    case integer64(ColumnValues<Int64>)
    case float(ColumnValues<Float>)
    case double(ColumnValues<Double>)
    case decimal(ColumnValues<Decimal>)
    case string(TextColumn)
    case date(ColumnValues<Date>)
    case binary(ColumnValues<Data>)
    case uuid(ColumnValues<UUID>)
    case uri(ColumnValues<URL>)
    /// For types with several forms: transformables and composites.
    case values([AttributeValue])

    /// An empty column for an attribute.
    package init(for type: AttributeType) {
        self =
            switch type {
            case .boolean: .boolean(ColumnValues())
            case .integer16: .integer16(ColumnValues())
            case .integer32: .integer32(ColumnValues())
            case .integer64: .integer64(ColumnValues())
            case .float: .float(ColumnValues())
            case .double: .double(ColumnValues())
            case .decimal: .decimal(ColumnValues())
            case .string: .string(TextColumn())
            case .date: .date(ColumnValues())
            case .binary: .binary(ColumnValues())
            case .uuid: .uuid(ColumnValues())
            case .uri: .uri(ColumnValues())
            default: .values([])
            }
    }

    /// The value of a row.
    @inlinable
    package subscript(row: Int) -> AttributeValue {
        switch self {
        case .boolean(let values): values[row].map(AttributeValue.boolean) ?? .null
        case .integer16(let values): values[row].map { .integer(Int64($0)) } ?? .null
        case .integer32(let values): values[row].map { .integer(Int64($0)) } ?? .null
        case .integer64(let values): values[row].map(AttributeValue.integer) ?? .null
        case .float(let values): values[row].map(AttributeValue.float) ?? .null
        case .double(let values): values[row].map(AttributeValue.double) ?? .null
        case .decimal(let values): values[row].map(AttributeValue.decimal) ?? .null
        case .string(let values): values[row].map(AttributeValue.string) ?? .null
        case .date(let values): values[row].map(AttributeValue.date) ?? .null
        case .binary(let values): values[row].map(AttributeValue.binary) ?? .null
        case .uuid(let values): values[row].map(AttributeValue.uuid) ?? .null
        case .uri(let values): values[row].map(AttributeValue.uri) ?? .null
        case .values(let values): values[row]
        }
    }
}
