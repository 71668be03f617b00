import FileAccess
import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

// Reads rows of one entity into columns directly, without an intermediate value for each row.
extension RowShape {
    /// Whether all rows have one entity, and each relationship in them has one destination entity.
    var isColumnar: Bool {
        entities.known.count == 1
            && entities.known.allSatisfy { $0.value.links.allSatisfy { $0.map { $0.onlySpace != nil } ?? true } }
    }

    /// The number of rows in a piece of work, and the minimum number of rows for a second thread.
    private static let pieceRowCount = 8 * StoreColumns.maximumRowCount
    private static let leastSharedRowCount = 4 * pieceRowCount
    private static let maximumThreadCount = 4

    /// Passes the rows of a result whose types were checked to a closure, in batches.
    /// Rows of other entities are left out.
    ///
    /// If there are many rows, several threads create columns, and one at a time calls `receive`.
    ///
    /// - Parameter order: The indexes of the rows in the order to return them; nil for the order of the result.
    /// - Precondition: The shape is columnar.
    func handOutColumns(
        of result: StatementResult, in order: [Int]?, to receive: (StoreColumns) throws -> Void
    ) throws {
        let count = result.rowCount
        guard count > 0, let entity = entities.known.values.first else { return }
        if count <= StoreColumns.maximumRowCount {
            let rows = try EntityRows(order ?? Array(0..<count), of: result, self)
            if !rows.numbers.isEmpty { try receive(columns(rows, of: result, entity)) }
            return
        }
        let threadCount =
            count < Self.leastSharedRowCount ? 1 : min(ParallelWork.processorCount, Self.maximumThreadCount)
        var starts = stride(from: 0, to: count, by: Self.pieceRowCount).makeIterator()
        try ParallelWork.perform(on: threadCount) {
        } next: { _ in
            starts.next()
        } work: { _, start in
            let end = min(start + Self.pieceRowCount, count)
            return try stride(from: start, to: end, by: StoreColumns.maximumRowCount).compactMap { start in
                let places = start..<min(start + StoreColumns.maximumRowCount, end)
                let rows = try EntityRows(
                    order.map { Array($0[places]) } ?? Array(places), of: result, self)
                return rows.numbers.isEmpty ? nil : try columns(rows, of: result, entity)
            }
        } take: { (pieces: [StoreColumns]) in
            for columns in pieces { try receive(columns) }
        }
    }

    private func columns(_ rows: EntityRows, of result: StatementResult, _ entity: Entity) throws -> StoreColumns {
        let reader = ColumnReader(rows: rows.places, result: result)
        return StoreColumns(
            space: entity.space, numbers: rows.numbers, versions: rows.versions,
            columns: try entity.attributes.map { source in
                try reader.column(source, entity.description) { row in
                    malformed(result.integer(row, 0), source.attribute)
                }
            },
            destinations: entity.links.map { link in
                guard let link, let space = link.onlySpace else { return .unknown }
                // A null integer is read as 0.
                return .toOne(space, rows.places.map { result.integer($0, link.place) })
            }, order: rows.order)
    }
}

/// The rows of one entity in a part of a result, sorted by number.
private struct EntityRows {
    private(set) var places: [Int] = []
    private(set) var numbers: [Int64] = []
    private(set) var versions: [Int32] = []
    /// The index of each row in this value, in the order to return them.
    private(set) var order: [Int]

    /// - Parameters:
    ///   - wanted: The indexes of the rows in the result.
    ///   - shape: The shape of rows of one entity.
    init(_ wanted: [Int], of result: StatementResult, _ shape: RowShape) throws(StoreError) {
        places.reserveCapacity(wanted.count)
        numbers.reserveCapacity(wanted.count)
        versions.reserveCapacity(wanted.count)
        var ascends = true
        var last: Int64 = 0
        for place in wanted where shape.entities.entity(of: result.integer(place, 1)) != nil {
            let (number, version) = (result.integer(place, 0), result.integer(place, 2))
            try shape.limits.check(number, version: version)
            ascends = ascends && last < number
            last = number
            places.append(place)
            numbers.append(number)
            versions.append(Int32(truncatingIfNeeded: version))
        }
        order = Array(places.indices)
        // Usually, rows are already sorted by number.
        if ascends { return }
        let sorted = order.sorted { [numbers] in numbers[$0] < numbers[$1] }
        for (rank, row) in sorted.enumerated() { order[row] = rank }
        (places, numbers, versions) = (
            sorted.map { places[$0] }, sorted.map { numbers[$0] }, sorted.map { versions[$0] }
        )
    }
}

/// Creates columns from rows of a result.
private struct ColumnReader {
    let rows: [Int]
    let result: StatementResult

    /// - Parameter malformed: Returns the error for a row with a value that the attribute does not allow.
    func column(
        _ source: RowShape.AttributeSource, _ entity: EntityDescription, malformed: (Int) -> StoreError
    ) throws -> Column {
        let place = source.place
        func values<Value: ColumnElement>(_ read: (UnsafeRawBufferPointer) -> Value?) throws -> ColumnValues<Value> {
            var missing: [Int] = []
            let present = try [Value](unsafeUninitializedCapacity: rows.count) { memory, count in
                for row in rows {
                    let bytes = result.bytes(row, place)
                    if bytes.isEmpty, result.isNull(row, place) {
                        missing.append(count)
                        memory.initializeElement(at: count, to: Value.placeholder)
                    } else {
                        guard let value = read(bytes) else { throw malformed(row) }
                        memory.initializeElement(at: count, to: value)
                    }
                    count += 1
                }
            }
            return ColumnValues(present, missingRows: missing)
        }
        func integers<Value: ColumnElement>(_ make: (Int64) -> Value?) throws -> ColumnValues<Value> {
            try values { make(StatementResult.integer($0)) }
        }
        switch (source.columns, source.attribute.type) {
        case (.none, _):
            var column = Column(for: source.attribute.type)
            for _ in rows { column.append(.null) }
            return column
        case (.date, _): return .date(dates(place))
        case (.column, .integer16): return .integer16(try integers { Int16(exactly: $0) })
        case (.column, .integer32): return .integer32(try integers { Int32(exactly: $0) })
        case (.column, .integer64): return .integer64(try integers { $0 })
        case (.column, .boolean): return .boolean(try integers { $0 != 0 })
        case (.column, .double): return .double(try integers { Double(bitPattern: UInt64(bitPattern: $0)) })
        case (.column, .float): return .float(try integers { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) })
        case (.column, .uuid): return .uuid(try values { UUID(bytes: $0) })
        case (.column, .binary): return .binary(try values { Data($0) })
        case (.column, .string): return .string(texts(place))
        case (.column, .decimal): return .decimal(try values { RowShape.decimal(String(decoding: $0, as: UTF8.self)) })
        case (.column, .uri): return .uri(try values { URL(storedText: String(decoding: $0, as: UTF8.self)) })
        default:
            return .values(
                try rows.map { row in
                    guard let value = RowShape.value(source, entity, row, result) else {
                        throw malformed(row)
                    }
                    return value
                })
        }
    }

    private func dates(_ place: Int) -> ColumnValues<Date> {
        var missing: [Int] = []
        let present = [Date](unsafeUninitializedCapacity: rows.count) { memory, count in
            for row in rows {
                let date = DateColumns.date(
                    time: result.optionalInteger(row, place), exact: result.optionalDouble(row, place + 1))
                if date == nil { missing.append(count) }
                memory.initializeElement(at: count, to: date ?? Date.placeholder)
                count += 1
            }
        }
        return ColumnValues(present, missingRows: missing)
    }

    /// The server guarantees that text is well-formed UTF-8.
    private func texts(_ place: Int) -> TextColumn {
        var starts: [Int] = []
        var lengths: [Int] = []
        starts.reserveCapacity(rows.count)
        lengths.reserveCapacity(rows.count)
        let byteCount = rows.reduce(0) { $0 + result.bytes($1, place).count }
        let texts = [UInt8](unsafeUninitializedCapacity: byteCount) { memory, count in
            for row in rows {
                let bytes = result.bytes(row, place)
                starts.append(count)
                if bytes.isEmpty {
                    lengths.append(result.isNull(row, place) ? -1 : 0)
                } else {
                    let rest = UnsafeMutableBufferPointer(rebasing: memory[count...])
                    let length = StoredText.copy(bytes, to: UnsafeMutableRawBufferPointer(rest))
                    lengths.append(length)
                    count += length
                }
            }
        }
        return texts.withUnsafeBytes { texts in
            starts.withUnsafeBufferPointer { starts in
                lengths.withUnsafeBufferPointer { TextColumn(utf8: texts, starts: starts, lengths: $0) }
            }
        }
    }
}
