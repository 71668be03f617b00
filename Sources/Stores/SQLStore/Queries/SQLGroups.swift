import Foundation
import ModelSchema
package import StoreProtocol

/// Groups of objects as a statement, and the meaning of its columns.
package struct SQLGroups: Sendable {
    /// The meaning of a column of the result.
    package enum Column: Sendable {
        /// A value of an attribute.
        case value(AttributeType)
        /// The key of an object of an entity that has no descendants.
        case object(entityName: String)
        /// The number of values.
        case count
        /// A sum of integers, which may be text if it is large.
        case wholeSum
        case realSum
    }

    /// The whole statement. After ``columns``, it selects the number of values that only the evaluator can handle.
    package var statement: SQLFragment
    /// The keys, then the aggregates.
    package var columns: [Column]
    var keyCount: Int

    /// Returns a row as a group; nil if the evaluator must compute it.
    ///
    /// - Parameters:
    ///   - cells: A value for each column of the statement; nil for one of an unexpected type.
    ///   - objectID: Returns the ID of an entity's object.
    package func group(
        _ cells: [SQLValue?], _ objectID: (_ entityName: String, _ number: Int64) -> ObjectID?
    ) -> StoreGroup? {
        guard cells.count == columns.count + 1, case .integer(0)?? = cells.last else { return nil }
        var group = StoreGroup(keys: [], aggregates: [])
        for (column, cell) in zip(columns, cells) {
            guard let cell else { return nil }
            let isKey = group.keys.count < keyCount
            if case .object(let name) = column, case .integer(let number) = cell {
                guard (1...ObjectReference.maximumNumber).contains(number), let found = objectID(name, number)
                else { return nil }
                group.keys.append(.object(found))
            } else {
                guard let value = column.value(cell) else { return nil }
                if isKey { group.keys.append(.value(value)) } else { group.aggregates.append(value) }
            }
        }
        return group
    }
}

extension SQLGroups.Column {
    /// Returns nil for a value that does not fit.
    fileprivate func value(_ cell: SQLValue) -> AttributeValue? {
        switch (self, cell) {
        case (_, .null): .null
        case (.value(let type), _): Self.value(cell, of: type)
        case (.count, .integer(let number)), (.wholeSum, .integer(let number)): .integer(number)
        case (.wholeSum, .text(let digits)): Int64(digits).map(AttributeValue.integer)
        case (.realSum, .real(let number)): .double(number + 0)
        // The database returns a sum of integers from a column of real numbers.
        case (.realSum, .integer(let number)): Double(exactly: number).map(AttributeValue.double)
        default: nil
        }
    }

    private static func value(_ cell: SQLValue, of type: AttributeType) -> AttributeValue? {
        switch (type, cell) {
        case (.boolean, .integer(let number)): number == 0 || number == 1 ? .boolean(number == 1) : nil
        case (.integer16, .integer(let number)): Int16(exactly: number).map { .integer(Int64($0)) }
        case (.integer32, .integer(let number)): Int32(exactly: number).map { .integer(Int64($0)) }
        case (.integer64, .integer(let number)): .integer(number)
        case (.double, _): cell.real.map(AttributeValue.double)
        case (.float, _): cell.real.map { .float(Float($0)) }
        case (.date, _): cell.real.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case (.string, .text(let text)): .string(text)
        case (.uri, .text(let text)): URL(storedText: text).map(AttributeValue.uri)
        case (.uuid, .uuid(let uuid)): .uuid(uuid)
        default: nil
        }
    }
}

extension SQLValue {
    fileprivate var real: Double? {
        switch self {
        case .integer(let number): Double(exactly: number)
        // Without the sign of zero, as stores keep it.
        case .real(let number): number + 0
        default: nil
        }
    }
}

extension StoreGroupQuery {
    /// Whether the query allows a number of groups. A statement returns at most one more.
    package func takes(_ count: Int) -> Bool { maximumCount <= 0 || count <= maximumCount }
}
