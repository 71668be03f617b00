import Foundation
import ModelSchema
import ObjectGraph

/// Reads values of attributes from columns, in every known form that Core Data writes.
struct ValueReader {
    /// The store's file, for errors.
    let path: String
    /// The folder of large values.
    let external: ExternalData
    /// Whether texts of URIs that Foundation would write in another form are invalid, as for a check.
    var isStrict = false

    /// The value of an attribute.
    ///
    /// - Throws: `StoreError` with table and row if the attribute cannot have the column's value.
    func value(
        of columns: ReadColumns, in statement: SQLiteStatement, table: String, row: Int64
    ) throws(StoreError) -> AttributeValue {
        switch columns {
        case .none: return .null
        case .column(let column): return try value(of: column, in: statement, table: table, row: row)
        case .members(let members):
            var values: [String: AttributeValue] = [:]
            for member in members {
                let value = try value(of: member.columns, in: statement, table: table, row: row)
                if !value.isNull { values[member.name] = value }
            }
            return values.isEmpty ? .null : .composite(values)
        }
    }

    /// The value of an attribute with one column.
    ///
    /// - Throws: As ``value(of:in:table:row:)-(ReadColumns,_,_,_)``.
    func value(
        of column: ReadColumn, in statement: SQLiteStatement, table: String, row: Int64
    ) throws(StoreError) -> AttributeValue {
        guard
            let value = try value(
                of: column.type, column.isExternal, in: statement, at: column.place, table: table, row: row)
        else {
            throw StoreError(
                .malformed, location: path, table: table, row: row,
                "the column '\(statement.columnName(at: column.place))' has a value that is not a valid "
                    + column.type.rawValue)
        }
        return value
    }

    private func value(
        of type: AttributeType, _ isExternal: Bool, in statement: SQLiteStatement, at column: Int32, table: String,
        row: Int64
    ) throws(StoreError) -> AttributeValue? {
        let cell = statement.cell(at: column)
        let storage = cell.storage
        if storage == .null { return .null }
        switch type {
        case .integer16, .integer32, .integer64:
            guard let number = Self.integer(cell, storage) else { return nil }
            return type.integerRange?.contains(number) == true ? .integer(number) : nil
        case .boolean: return Self.integer(cell, storage).map { .boolean($0 != 0) }
        case .double: return Self.real(cell, storage).map(AttributeValue.double)
        case .float: return Self.real(cell, storage).map { .float(Float($0)) }
        case .date:
            return Self.real(cell, storage).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .decimal: return Self.decimal(cell, storage).map(AttributeValue.decimal)
        case .string: return storage == .text ? cell.validText.map(AttributeValue.string) : nil
        case .uri:
            guard storage == .text else { return nil }
            let text = cell.text
            return (isStrict ? URL(exactly: text) : URL(storedText: text)).map(AttributeValue.uri)
        case .uuid: return storage == .blob ? cell.uuid.map(AttributeValue.uuid) : nil
        case .transformable where storage == .text:
            return cell.validText.map(AttributeValue.string)
        case .binary, .transformable:
            if storage == .integer, !isExternal {
                do {
                    return .binary(try statement.largeValue(at: column, row: row, of: table))
                } catch  where error.code == .database {
                    // The column has a number.
                    return nil
                }
            }
            guard storage == .blob else { return nil }
            let data = cell.data
            return .binary(isExternal ? try external.contents(of: data, table: table, row: row) : data)
        case .objectID, .composite, .undefined: return nil
        }
    }

    private static func integer(_ cell: SQLiteCell, _ storage: SQLiteCell.Storage) -> Int64? {
        switch storage {
        case .integer: cell.integer
        case .real: Int64(exactly: cell.real)
        default: nil
        }
    }

    /// Numbers without a fraction can be stored as integers, and NaN as text.
    private static func real(_ cell: SQLiteCell, _ storage: SQLiteCell.Storage) -> Double? {
        switch storage {
        case .integer, .real: cell.real
        case .text: Double(cell.text)
        default: nil
        }
    }

    /// Text and bytes preserve digits that a binary number would lose.
    private static func decimal(_ cell: SQLiteCell, _ storage: SQLiteCell.Storage) -> Decimal? {
        switch storage {
        case .integer: return Decimal(cell.integer)
        case .real: return Decimal(string: "\(cell.real)")
        case .text, .blob:
            // SQLite would read bytes in the encoding of the database.
            let text =
                storage == .text
                ? cell.text : String(decoding: cell.data, as: UTF8.self)
            return Decimal(exactly: text)
        case .null: return nil
        }
    }
}

/// The columns of an attribute in the answer of a statement.
enum ReadColumns: Sendable {
    /// None: the attribute is not stored, or the statement does not select it.
    case none
    case column(ReadColumn)
    /// The columns of a composite's members.
    case members([Member])

    struct Member: Sendable {
        var name: String
        var columns: ReadColumns
    }

    /// The only column; nil for another number of columns.
    var only: ReadColumn? {
        if case .column(let column) = self { column } else { nil }
    }
}

/// A column in the answer of a statement: its index, and the type of its values.
struct ReadColumn: Sendable {
    var place: Int32
    var type: AttributeType
    /// Whether large values are in separate files.
    var isExternal: Bool
}
