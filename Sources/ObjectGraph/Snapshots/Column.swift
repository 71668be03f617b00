package import Foundation

/// The values of one attribute for the rows of a chunk, in the type the model gives it; nil where there is none.
package enum Column: Sendable {
    case boolean([Bool?])
    case integer16([Int16?])
    case integer32([Int32?])
    case integer64([Int64?])
    case float([Float?])
    case double([Double?])
    case decimal([Decimal?])
    case string([String?])
    case date([Date?])
    case binary([Data?])
    case uuid([UUID?])
    case uri([URL?])
    /// Of the types that have more than one form: transformables and composites.
    case values([AttributeValue])

    /// An empty column for an attribute.
    package init(for type: AttributeType) {
        self =
            switch type {
            case .boolean: .boolean([])
            case .integer16: .integer16([])
            case .integer32: .integer32([])
            case .integer64: .integer64([])
            case .float: .float([])
            case .double: .double([])
            case .decimal: .decimal([])
            case .string: .string([])
            case .date: .date([])
            case .binary: .binary([])
            case .uuid: .uuid([])
            case .uri: .uri([])
            default: .values([])
            }
    }

    /// The value of a row.
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
