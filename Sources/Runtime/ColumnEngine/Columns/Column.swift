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

    /// Whether a row has no value, without reading it.
    package func isMissing(at row: Int) -> Bool {
        switch self {
        case .boolean(let values): values.isMissing(at: row)
        case .integer16(let values): values.isMissing(at: row)
        case .integer32(let values): values.isMissing(at: row)
        case .integer64(let values): values.isMissing(at: row)
        case .float(let values): values.isMissing(at: row)
        case .double(let values): values.isMissing(at: row)
        case .decimal(let values): values.isMissing(at: row)
        case .string(let values): values.isNil(at: row)
        case .date(let values): values.isMissing(at: row)
        case .binary(let values): values.isMissing(at: row)
        case .uuid(let values): values.isMissing(at: row)
        case .uri(let values): values.isMissing(at: row)
        case .values(let values): values[row].isNull
        }
    }
}

extension Column {
    /// Whether none of some rows has a value. O(1) if the first one has.
    package func hasNoValue(inRows rows: Range<Int>) -> Bool {
        if case .string(let texts) = self { return rows.allSatisfy(texts.isNil) }
        return rows.allSatisfy(isMissing)
    }
}

// Separate functions, so the compiler specializes each comparison for its type.
extension Column {
    /// Whether both columns have equal values, compared without creating values of the general type. NaN equals
    /// nothing.
    package func hasSameValues(as other: Column) -> Bool {
        switch (self, other) {
        case (.boolean(let one), .boolean(let other)): one.hasSameValues(as: other)
        case (.integer16(let one), .integer16(let other)): one.hasSameValues(as: other)
        case (.integer32(let one), .integer32(let other)): one.hasSameValues(as: other)
        case (.integer64(let one), .integer64(let other)): one.hasSameValues(as: other)
        case (.float(let one), .float(let other)): one.hasSameValues(as: other)
        case (.double(let one), .double(let other)): one.hasSameValues(as: other)
        case (.decimal(let one), .decimal(let other)): one.hasSameValues(as: other)
        case (.date(let one), .date(let other)): one.hasSameValues(as: other)
        case (.binary(let one), .binary(let other)): one.hasSameValues(as: other)
        case (.uuid(let one), .uuid(let other)): one.hasSameValues(as: other)
        case (.uri(let one), .uri(let other)): one.hasSameValues(as: other)
        case (.values(let one), .values(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameTexts(as: other)
        default: false
        }
    }
}

extension ColumnValues where Value: Equatable {
    fileprivate func hasSameValues(as other: ColumnValues<Value>) -> Bool {
        if missing == other.missing, present == other.present { return true }
        return count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
    }
}
