public import Foundation

/// A type whose values a column stores contiguously.
@usableFromInline
package protocol ColumnElement: RequiredAttributeRepresentable, Sendable {
    /// The stored value of a row without a value.
    static var placeholder: Self { get }

    /// Whether a negative zero is among some values. A requirement, so that the search is compiled for each type.
    static func containsNegativeZero(_ values: [Self]) -> Bool

    /// The value as a column stores it: negative zero becomes zero, in every store,
    /// because SQLite's files have only one.
    var withoutNegativeZero: Self { get }
}

extension ColumnElement {
    @usableFromInline
    package static var placeholder: Self { emptyValue }

    @usableFromInline
    package static func containsNegativeZero(_ values: [Self]) -> Bool { false }

    @usableFromInline
    package var withoutNegativeZero: Self { self }
}

extension Bool: ColumnElement {}
extension Int16: ColumnElement {}
extension Int32: ColumnElement {}
extension Int64: ColumnElement {}
extension Decimal: ColumnElement {}

extension Float: ColumnElement {
    @usableFromInline
    package static func containsNegativeZero(_ values: [Float]) -> Bool {
        values.contains { $0 == 0 && $0.sign == .minus }
    }

    @usableFromInline
    package var withoutNegativeZero: Float { self + 0 }
}

extension Double: ColumnElement {
    @usableFromInline
    package static func containsNegativeZero(_ values: [Double]) -> Bool {
        values.contains { $0 == 0 && $0.sign == .minus }
    }

    @usableFromInline
    package var withoutNegativeZero: Double { self + 0 }
}

extension Date: ColumnElement {
    @usableFromInline
    package static func containsNegativeZero(_ values: [Date]) -> Bool {
        values.contains { date in
            let interval = date.timeIntervalSinceReferenceDate
            return interval == 0 && interval.sign == .minus
        }
    }

    @usableFromInline
    package var withoutNegativeZero: Date {
        Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.withoutNegativeZero)
    }
}

extension Data: ColumnElement {}
extension UUID: ColumnElement {}

extension URL: ColumnElement {
    @usableFromInline
    package static let placeholder = emptyValue
}

/// The values of an attribute for the rows of a chunk; nil if there is none.
///
/// The values are stored as densely as their type allows. A separate bitmap marks the rows without a value, if there
/// are any.
@usableFromInline
package struct ColumnValues<Value: ColumnElement>: Sendable {
    /// The value of each row. The value of a row that has none is meaningless.
    @usableFromInline
    package private(set) var present: [Value] = []
    /// A bit for each row without a value; empty if every row has a value.
    @usableFromInline
    private(set) var missing: [UInt64] = []

    /// An empty column.
    @inlinable
    package init() {}

    /// - Parameters:
    ///   - values: By row.
    ///   - missingRows: The rows without a value, whose elements of `values` are ignored.
    package init(_ values: [Value], missingRows: [Int]) {
        present = Value.containsNegativeZero(values) ? values.map(\.withoutNegativeZero) : values
        for row in missingRows { setMissing(true, at: row) }
    }

    /// The number of rows.
    @inlinable
    package var count: Int { present.count }

    /// Whether some row may have no value.
    @inlinable
    package var hasMissingValues: Bool { !missing.isEmpty }

    /// Whether a row has no value.
    @inline(__always)
    @inlinable
    package func isMissing(at row: Int) -> Bool {
        !missing.isEmpty && missing[row >> 6] & 1 << UInt64(row & 63) != 0
    }

    @usableFromInline
    package subscript(row: Int) -> Value? {
        @inline(__always) @inlinable get { isMissing(at: row) ? nil : present[row] }
        set {
            present[row] = newValue?.withoutNegativeZero ?? Value.placeholder
            if newValue == nil || hasMissingValues { setMissing(newValue == nil, at: row) }
        }
    }

    /// Adds a row at the end.
    mutating func append(_ value: Value?) {
        present.append(value?.withoutNegativeZero ?? Value.placeholder)
        guard value == nil || hasMissingValues else { return }
        setMissing(value == nil, at: count - 1)
    }

    /// Adds a row before another one.
    mutating func insert(_ value: Value?, at row: Int) {
        guard value == nil || hasMissingValues else {
            return present.insert(value?.withoutNegativeZero ?? Value.placeholder, at: row)
        }
        var values = (0..<count).map { self[$0] }
        values.insert(value, at: row)
        self = ColumnValues(values)
    }

    /// Keeps only some rows, given by their positions in ascending order.
    mutating func keep(_ rows: [Int]) {
        guard hasMissingValues else {
            present = rows.map { present[$0] }
            return
        }
        self = ColumnValues(rows.map { self[$0] })
    }

    mutating func reserveCapacity(_ count: Int) { present.reserveCapacity(count) }

    private init(_ values: [Value?]) {
        present.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    private mutating func setMissing(_ isMissing: Bool, at row: Int) {
        while missing.count * 64 < count { missing.append(0) }
        let bit: UInt64 = 1 << UInt64(row & 63)
        if isMissing { missing[row >> 6] |= bit } else { missing[row >> 6] &= ~bit }
    }
}
