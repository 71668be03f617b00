import ColumnEngine
import Foundation
import JSONTokens

/// A buffer for the values of an attribute in the rows of one chunk, with their type.
///
/// Unsafe: plain memory, so storing a value takes no uniqueness check of an array, and no dynamic dispatch.
/// ``ChunkCells`` owns it, and keeps every row initialized.
enum ColumnCells {
    case boolean(UnsafeMutablePointer<Bool?>)
    case integer16(UnsafeMutablePointer<Int16?>)
    case integer32(UnsafeMutablePointer<Int32?>)
    case integer64(UnsafeMutablePointer<Int64?>)
    case float(UnsafeMutablePointer<Float?>)
    case double(UnsafeMutablePointer<Double?>)
    case decimal(UnsafeMutablePointer<Decimal?>)
    case string(UnsafeMutablePointer<TextCells>)
    case date(UnsafeMutablePointer<Date?>)
    case binary(UnsafeMutablePointer<Data?>)
    case uuid(UnsafeMutablePointer<UUID?>)
    case uri(UnsafeMutablePointer<URL?>)
    case values(UnsafeMutablePointer<AttributeValue>)

    /// Creates a buffer in which every row has a value.
    init(for type: AttributeType, filledWith value: AttributeValue, capacity: Int) {
        func cells<Value: RequiredAttributeRepresentable>() -> UnsafeMutablePointer<Value?> {
            let cells = UnsafeMutablePointer<Value?>.allocate(capacity: capacity)
            cells.initialize(repeating: Value.read(value), count: capacity)
            return cells
        }
        switch type {
        case .boolean: self = .boolean(cells())
        case .integer16: self = .integer16(cells())
        case .integer32: self = .integer32(cells())
        case .integer64: self = .integer64(cells())
        case .float: self = .float(cells())
        case .double: self = .double(cells())
        case .decimal: self = .decimal(cells())
        case .string:
            let texts = UnsafeMutablePointer<TextCells>.allocate(capacity: 1)
            texts.initialize(to: TextCells(filledWith: String.read(value), capacity: capacity))
            self = .string(texts)
        case .date: self = .date(cells())
        case .binary: self = .binary(cells())
        case .uuid: self = .uuid(cells())
        case .uri: self = .uri(cells())
        default:
            let values = UnsafeMutablePointer<AttributeValue>.allocate(capacity: capacity)
            values.initialize(repeating: value, count: capacity)
            self = .values(values)
        }
    }

    /// The values of the first `count` rows.
    func column(_ count: Int) -> Column {
        switch self {
        case .boolean(let cells): .boolean(Self.values(cells, count))
        case .integer16(let cells): .integer16(Self.values(cells, count))
        case .integer32(let cells): .integer32(Self.values(cells, count))
        case .integer64(let cells): .integer64(Self.values(cells, count))
        case .float(let cells): .float(Self.values(cells, count))
        case .double(let cells): .double(Self.values(cells, count))
        case .decimal(let cells): .decimal(Self.values(cells, count))
        case .string(let texts): .string(texts.pointee.column(count))
        case .date(let cells): .date(Self.values(cells, count))
        case .binary(let cells): .binary(Self.values(cells, count))
        case .uuid(let cells): .uuid(Self.values(cells, count))
        case .uri(let cells): .uri(Self.values(cells, count))
        case .values(let cells): .values(Array(UnsafeBufferPointer(start: cells, count: count)))
        }
    }

    private static func values<Value: ColumnElement>(
        _ cells: UnsafeMutablePointer<Value?>, _ count: Int
    ) -> ColumnValues<Value> {
        var missingRows: [Int] = []
        let present = [Value](unsafeUninitializedCapacity: count) { memory, initializedCount in
            for row in 0..<count {
                if cells[row] == nil { missingRows.append(row) }
                memory.initializeElement(at: row, to: cells[row] ?? Value.placeholder)
            }
            initializedCount = count
        }
        return ColumnValues(present, missingRows: missingRows)
    }

    /// Sets the first `count` rows to their initial values.
    func refill(_ count: Int, with value: AttributeValue) {
        func refill<Value: ColumnElement>(_ cells: UnsafeMutablePointer<Value?>) {
            cells.update(repeating: Value.read(value), count: count)
        }
        switch self {
        case .boolean(let cells): refill(cells)
        case .integer16(let cells): refill(cells)
        case .integer32(let cells): refill(cells)
        case .integer64(let cells): refill(cells)
        case .float(let cells): refill(cells)
        case .double(let cells): refill(cells)
        case .decimal(let cells): refill(cells)
        case .string(let texts): texts.pointee.refill(with: String.read(value))
        case .date(let cells): refill(cells)
        case .binary(let cells): refill(cells)
        case .uuid(let cells): refill(cells)
        case .uri(let cells): refill(cells)
        case .values(let cells): cells.update(repeating: value, count: count)
        }
    }

    /// Whether the first `count` rows are the values of a column. NaN is the same as NaN.
    func hasValues(of column: Column, _ count: Int) -> Bool {
        func areSame<Value: ColumnElement & Equatable>(
            _ cells: UnsafeMutablePointer<Value?>, _ values: ColumnValues<Value>
        ) -> Bool {
            let present = values.present
            return values.count == count
                && (0..<count).allSatisfy { row in
                    guard let cell = cells[row] else { return values.isMissing(at: row) }
                    // Only NaN differs from itself.
                    let isSame = cell == present[row] || cell != cell && present[row] != present[row]
                    return isSame && !values.isMissing(at: row)
                }
        }
        return switch (self, column) {
        case (.boolean(let cells), .boolean(let values)): areSame(cells, values)
        case (.integer16(let cells), .integer16(let values)): areSame(cells, values)
        case (.integer32(let cells), .integer32(let values)): areSame(cells, values)
        case (.integer64(let cells), .integer64(let values)): areSame(cells, values)
        case (.float(let cells), .float(let values)): areSame(cells, values)
        case (.double(let cells), .double(let values)): areSame(cells, values)
        case (.decimal(let cells), .decimal(let values)): areSame(cells, values)
        case (.string(let texts), .string(let column)): texts.pointee.hasTexts(of: column, count)
        case (.date(let cells), .date(let values)): areSame(cells, values)
        case (.binary(let cells), .binary(let values)): areSame(cells, values)
        case (.uuid(let cells), .uuid(let values)): areSame(cells, values)
        case (.uri(let cells), .uri(let values)): areSame(cells, values)
        case (.values(let cells), .values(let values)):
            values.count == count && (0..<count).allSatisfy { cells[$0] == values[$0] }
        default: false
        }
    }

    /// Releases the memory, whose first `capacity` rows have values.
    func deallocate(_ capacity: Int) {
        func deallocate<Value>(_ cells: UnsafeMutablePointer<Value>, _ count: Int = capacity) {
            cells.deinitialize(count: count)
            cells.deallocate()
        }
        switch self {
        case .boolean(let cells): deallocate(cells)
        case .integer16(let cells): deallocate(cells)
        case .integer32(let cells): deallocate(cells)
        case .integer64(let cells): deallocate(cells)
        case .float(let cells): deallocate(cells)
        case .double(let cells): deallocate(cells)
        case .decimal(let cells): deallocate(cells)
        case .string(let texts):
            texts.pointee.deallocate()
            deallocate(texts, 1)
        case .date(let cells): deallocate(cells)
        case .binary(let cells): deallocate(cells)
        case .uuid(let cells): deallocate(cells)
        case .uri(let cells): deallocate(cells)
        case .values(let cells): deallocate(cells)
        }
    }

    /// Reads the value of a row.
    @inline(__always)
    func read(_ scanner: inout JSONScanner, row: Int, _ attribute: Int, of chunk: ChunkCells) throws {
        switch self {
        case .string(let texts):
            if try scanner.readNull() { return texts.pointee.setNil(row) }
            try scanner.readText { texts.pointee.set(row, $0) }
        case .boolean(let cells): cells[row] = try scanner.readNull() ? nil : try scanner.readBoolean()
        case .integer16(let cells): cells[row] = try Self.readInteger(&scanner, attribute, of: chunk)
        case .integer32(let cells): cells[row] = try Self.readInteger(&scanner, attribute, of: chunk)
        case .integer64(let cells): cells[row] = try scanner.readNull() ? nil : try scanner.readInteger()
        case .float(let cells): cells[row] = try scanner.readNull() ? nil : try scanner.readFloat()
        case .double(let cells): cells[row] = try scanner.readNull() ? nil : try scanner.readDouble()
        case .date(let cells):
            cells[row] = try scanner.readNull() ? nil : Date(timeIntervalSinceReferenceDate: try scanner.readDate())
        default: try readSeldom(&scanner, row: row, attribute, of: chunk.format)
        }
    }

    /// Reads a value of a type that few models have.
    @inline(never)
    private func readSeldom(_ scanner: inout JSONScanner, row: Int, _ attribute: Int, of format: EntityLayout) throws {
        switch self {
        case .decimal(let cells):
            cells[row] = try Self.readText(&scanner, attribute, of: format) { Decimal(exactly: $0) }
        case .uuid(let cells):
            cells[row] = try Self.readText(&scanner, attribute, of: format) { UUID(text: $0) }
        case .uri(let cells): cells[row] = try Self.readText(&scanner, attribute, of: format) { URL(exactly: $0) }
        case .binary(let cells):
            cells[row] = try scanner.readNull() ? nil : try AttributeReader.readBinary(&scanner, format.external)
        case .values(let cells):
            cells[row] = try AttributeReader.read(
                &scanner, format.entity.attributes[attribute], of: format.entity, format.external)
        default: break
        }
    }

    @inline(__always)
    private static func readInteger<Value: FixedWidthInteger>(
        _ scanner: inout JSONScanner, _ attribute: Int, of chunk: ChunkCells
    ) throws -> Value? {
        if try scanner.readNull() { return nil }
        let offset = scanner.offset
        guard let value = Value(exactly: try scanner.readInteger()) else {
            throw refusal(scanner, at: offset, attribute, of: chunk.format)
        }
        return value
    }

    private static func readText<Value>(
        _ scanner: inout JSONScanner, _ attribute: Int, of format: EntityLayout, _ value: (String) -> Value?
    ) throws -> Value? {
        if try scanner.readNull() { return nil }
        let offset = scanner.offset
        guard let value = value(try scanner.readString()) else {
            throw refusal(scanner, at: offset, attribute, of: format)
        }
        return value
    }

    @inline(never)
    private static func refusal(
        _ scanner: borrowing JSONScanner, at offset: Int, _ attribute: Int, of format: EntityLayout
    ) -> JSONError {
        scanner.error(
            AttributeReader.mismatch(of: format.entity.attributes[attribute], format.entity), at: offset)
    }
}

/// A buffer for the attributes of one chunk's rows at a time. The format determines the missing values.
final class ChunkCells {
    /// In the order of the entity's attributes.
    let columns: [ColumnCells]
    let format: EntityLayout

    static let capacity = GraphLoader.chunkCapacity

    init(_ format: EntityLayout) {
        self.format = format
        columns = zip(format.entity.attributes, format.absentValues).map { attribute, value in
            ColumnCells(for: attribute.type, filledWith: value, capacity: Self.capacity)
        }
    }

    deinit {
        for column in columns { column.deallocate(Self.capacity) }
    }

    /// Moves the first `count` rows into columns, and refills them.
    func takeColumns(_ count: Int) -> [Column] {
        defer { refill(count) }
        return columns.map { $0.column(count) }
    }

    /// Refills the first `count` rows, and returns whether they had the stored values of other columns.
    func takeRows(_ count: Int, comparingWith others: [Column]) -> Bool {
        defer { refill(count) }
        let attributes = format.entity.attributes
        return columns.indices.allSatisfy { attributes[$0].isTransient || columns[$0].hasValues(of: others[$0], count) }
    }

    private func refill(_ count: Int) {
        for (column, value) in zip(columns, format.absentValues) { column.refill(count, with: value) }
    }
}
