import Foundation
import ModelSchema
import ObjectGraph

/// Writes values of attributes to columns, in Core Data's form.
struct ValueWriter {
    /// The folder of large values.
    let external: ExternalData
    /// Whether large values may be in separate files.
    var writesFiles = true
    /// Receives values that are written after the statement, which writes zeros in their place; nil to bind all values.
    var large: LargeValues?

    /// Binds the values of an attribute, one for each of its columns, in their order.
    ///
    /// - Returns: The index after the last one.
    func bind(
        _ value: AttributeValue, of columns: AttributeColumns, to statement: SQLiteStatement, at index: Int32
    ) throws -> Int32 {
        switch columns {
        case .none: return index
        case .column(let name, let attribute):
            try bind(value, of: attribute, name, to: statement, at: index)
            return index + 1
        case .members(let members):
            var index = index
            for member in members {
                var part = AttributeValue.null
                if case .composite(let values) = value { part = values[member.name] ?? .null }
                index = try bind(part, of: member.columns, to: statement, at: index)
            }
            return index
        }
    }

    private func bind(
        _ value: AttributeValue, of attribute: Attribute, _ column: String, to statement: SQLiteStatement,
        at index: Int32
    ) throws {
        switch value {
        case .null, .composite: statement.bindNull(at: index)
        case .boolean(let flag): statement.bind(flag ? 1 : 0 as Int64, at: index)
        case .integer(let number): statement.bind(number, at: index)
        case .float(let number): bind(Double(number), to: statement, at: index)
        case .double(let number): bind(number, to: statement, at: index)
        case .date(let date): bind(date.timeIntervalSinceReferenceDate, to: statement, at: index)
        case .decimal(let number): bind(number, to: statement, at: index)
        case .string(let text): statement.bind(text, at: index)
        case .uri(let address): statement.bind(address.absoluteString, at: index)
        case .uuid(let identifier): statement.bind(Data(identifier.bytes), at: index)
        case .binary(let data):
            if attribute.allowsExternalBinaryDataStorage, writesFiles {
                statement.bind(try external.stored(data), at: index)
            } else if let large, LargeValues.contains(data) {
                statement.bindZeros(data.count, at: index)
                large.append(data, column: column)
            } else {
                statement.bind(data, at: index)
            }
        }
    }

    /// SQLite stores NaN as NULL; text preserves it.
    private func bind(_ number: Double, to statement: SQLiteStatement, at index: Int32) {
        if number.isNaN { statement.bind("NaN", at: index) } else { statement.bind(number, at: index) }
    }

    /// The maximum number of digits that a binary number preserves.
    private static let maximumDigitCount = 15

    private func bind(_ number: Decimal, to statement: SQLiteStatement, at index: Int32) {
        guard !number.isNaN else { return statement.bind("NaN", at: index) }
        let text = "\(number)"
        if let whole = Int64(text) { return statement.bind(whole, at: index) }
        let digits = text.filter(\.isWholeNumber).drop { $0 == "0" }
        if digits.count <= Self.maximumDigitCount, let binary = Double(text), Decimal(string: "\(binary)") == number {
            statement.bind(binary, at: index)
        } else {
            // The column would convert text to a number, and lose digits. It does not convert bytes.
            statement.bind(Data(text.utf8), at: index)
        }
    }
}
