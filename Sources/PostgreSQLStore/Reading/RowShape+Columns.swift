import Foundation
import ModelSchema
import ObjectGraph

// Rows of one entity side by side: what an answer has of an attribute becomes a column, without a value for each row between.
extension RowShape {
    /// Whether rows are of one entity, and relationships in them lead to one entity each.
    var isColumnar: Bool {
        entities.count == 1
            && entities.allSatisfy { $0.value.links.allSatisfy { $0.map { $0.onlySpace != nil } ?? true } }
    }

    /// Hands out the rows of an answer, a few at a time.
    ///
    /// - Returns: Whether they could be handed out so: none is of another entity.
    func handOutColumns(
        of result: StatementResult, to receive: (StoreColumns) throws -> Void
    ) throws -> Bool {
        guard let (number, entity) = entities.first, isColumnar else { return false }
        let count = result.rowCount
        guard count > 0 else { return true }
        try checkTypes(of: result)
        guard (0..<count).allSatisfy({ result.integer($0, 1) == number }) else { return false }
        for start in stride(from: 0, to: count, by: StoreColumns.greatestRowCount) {
            let rows = start..<min(start + StoreColumns.greatestRowCount, count)
            try receive(try columns(rows, of: result, entity))
        }
        return true
    }

    private func columns(_ rows: Range<Int>, of result: StatementResult, _ entity: Entity) throws -> StoreColumns {
        var found = rows.map { (row: $0, number: result.integer($0, 0)) }
        // Rows come in the order of their numbers, as a rule.
        let ascends = found.indices.dropFirst().allSatisfy { found[$0 - 1].number < found[$0].number }
        var order = Array(0..<found.count)
        if !ascends {
            let sorted = order.sorted { found[$0].number < found[$1].number }
            for (place, row) in sorted.enumerated() { order[row] = place }
            found = sorted.map { found[$0] }
        }
        let ordered = found.map(\.row)
        var versions: [Int32] = []
        versions.reserveCapacity(found.count)
        for (row, number) in found {
            let version = result.integer(row, 2)
            try check(number, version)
            versions.append(Int32(truncatingIfNeeded: version))
        }
        let reader = ColumnReader(rows: ordered, result: result)
        return StoreColumns(
            space: entity.space, numbers: found.map(\.number), versions: versions,
            columns: try entity.attributes.map { columns, place, attribute in
                try reader.column(columns, place, attribute, entity.description) { row in
                    malformed(result.integer(row, 0), attribute)
                }
            },
            destinations: entity.links.map { link in
                guard let link, let space = link.onlySpace else { return .unknown }
                return .toOne(space, ordered.map { result.isNull($0, link.place) ? 0 : result.integer($0, link.place) })
            }, order: order)
    }
}

/// Makes columns of some rows of an answer.
private struct ColumnReader {
    let rows: [Int]
    let result: StatementResult

    /// - Parameter malformed: The error of a row that holds what the attribute cannot.
    func column(
        _ columns: AttributeColumns, _ place: Int, _ attribute: Attribute, _ entity: EntityDescription,
        malformed: (Int) -> PostgreSQLStoreError
    ) throws -> Column {
        func values<Value: ColumnElement>(_ read: (Int) -> Value?) throws -> ColumnValues<Value> {
            var present: [Value] = []
            present.reserveCapacity(rows.count)
            var missing: [Int] = []
            for row in rows {
                if result.isNull(row, place) {
                    missing.append(present.count)
                    present.append(Value.placeholder)
                } else {
                    guard let value = read(row) else { throw malformed(row) }
                    present.append(value)
                }
            }
            return ColumnValues(present, missingRows: missing)
        }
        switch (columns, attribute.type) {
        case (.none, _):
            var column = Column(for: attribute.type)
            for _ in rows { column.append(.null) }
            return column
        case (.date, _): return .date(dates(place))
        case (.column, .integer16): return .integer16(try values { Int16(exactly: result.integer($0, place)) })
        case (.column, .integer32): return .integer32(try values { Int32(exactly: result.integer($0, place)) })
        case (.column, .integer64): return .integer64(try values { result.integer($0, place) })
        case (.column, .boolean): return .boolean(try values { result.integer($0, place) != 0 })
        case (.column, .double): return .double(try values { result.double($0, place) })
        case (.column, .float): return .float(try values { result.float($0, place) })
        case (.column, .uuid): return .uuid(try values { result.uuid($0, place) })
        case (.column, .binary): return .binary(try values { result.data($0, place) })
        case (.column, .string): return .string(texts(place))
        case (.column, .decimal):
            return .decimal(
                try values { row in
                    let value = RowShape.value(columns, place, attribute, entity, row, result)
                    return if case .decimal(let number)? = value { number } else { nil }
                })
        case (.column, .uri): return .uri(try values { URL(string: result.text($0, place)) })
        default:
            return .values(
                try rows.map { row in
                    guard let value = RowShape.value(columns, place, attribute, entity, row, result) else {
                        throw malformed(row)
                    }
                    return value
                })
        }
    }

    private func dates(_ place: Int) -> ColumnValues<Date> {
        var present: [Date] = []
        present.reserveCapacity(rows.count)
        var missing: [Int] = []
        for row in rows {
            let date = DateColumns.date(
                time: result.optionalInteger(row, place),
                exact: result.isNull(row, place + 1) ? nil : result.double(row, place + 1))
            if date == nil { missing.append(present.count) }
            present.append(date ?? Date.placeholder)
        }
        return ColumnValues(present, missingRows: missing)
    }

    /// The server has seen to it that texts are well-formed UTF-8.
    private func texts(_ place: Int) -> TextColumn {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        var lengths: [Int] = []
        starts.reserveCapacity(rows.count)
        lengths.reserveCapacity(rows.count)
        for row in rows {
            starts.append(bytes.count)
            if result.isNull(row, place) {
                lengths.append(-1)
            } else {
                result.appendStoredText(row, place, to: &bytes)
                lengths.append(bytes.count - starts[starts.count - 1])
            }
        }
        return bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                lengths.withUnsafeBufferPointer { TextColumn(utf8: bytes, starts: starts, lengths: $0) }
            }
        }
    }
}
