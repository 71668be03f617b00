import Foundation
import ModelSchema
import ObjectGraph

/// Turns values of attributes into what crosses the wire.
struct ValueWriter {
    let place: String
    /// How many bytes a value may take.
    var greatestByteCount = Parameter.greatestByteCount

    /// The values of an attribute's columns, of which there are two at most.
    ///
    /// - Throws: ``PostgreSQLStoreError`` for a value that PostgreSQL cannot hold.
    func bytes(
        of value: AttributeValue, in columns: AttributeColumns, named name: String, of entity: String
    ) throws(PostgreSQLStoreError) -> (first: [UInt8]?, second: [UInt8]?) {
        let bytes = try allBytes(of: value, in: columns, named: name, of: entity)
        guard bytes.first?.count ?? 0 <= greatestByteCount, bytes.second?.count ?? 0 <= greatestByteCount else {
            throw PostgreSQLStoreError(
                .unusableValue, place: place,
                "'\(name)' of an object of '\(entity)' exceeds 1 GB, the maximum size of a value in PostgreSQL"
            )
        }
        return bytes
    }

    /// Appends the value of an attribute to a row, without bytes of its own where it is of a type that most are of.
    ///
    /// - Parameter places: Those of the attribute's columns.
    /// - Throws: ``PostgreSQLStoreError`` for a value that PostgreSQL cannot hold.
    func append(
        _ value: AttributeValue, in columns: AttributeColumns, named name: String, of entity: String,
        to batch: inout RowBatch, at places: [Int]
    ) throws(PostgreSQLStoreError) {
        guard let first = places.first else { return }
        switch (columns, value) {
        case (.column, .null): return batch.appendNull(at: first)
        case (.column(_, .integer), .integer(let number)):
            return batch.append(Int32(truncatingIfNeeded: number), at: first)
        case (.column(_, .bigint), .integer(let number)): return batch.append(number, at: first)
        case (.column, .double(let number)): return batch.append(number.bitPattern, at: first)
        case (.column, .boolean(let flag)): return batch.append(UInt8(flag ? 1 : 0), at: first)
        case (.column, .string(let text)) where text.utf8.count <= Self.plainByteCount && StoredText.isPlain(text):
            return batch.append(bytesOf: text.utf8, at: first)
        default: break
        }
        let bytes = try bytes(of: value, in: columns, named: name, of: entity)
        batch.append(bytes.first, at: first)
        if places.count > 1 { batch.append(bytes.second, at: places[1]) }
    }

    /// How long a text may be whose length nobody looks at.
    private static let plainByteCount = 1 << 20

    private func allBytes(
        of value: AttributeValue, in columns: AttributeColumns, named name: String, of entity: String
    ) throws(PostgreSQLStoreError) -> (first: [UInt8]?, second: [UInt8]?) {
        switch (columns, value) {
        case (.none, _), (_, .null):
            return (nil, nil)
        case (.date, .date(let date)):
            let (time, exact) = DateColumns.columns(of: date)
            return (time?.bigEndianBytes, exact?.bitPattern.bigEndianBytes)
        case (.transformable, .binary(let data)):
            return (Array(data), nil)
        case (.transformable, .string(let json)):
            return (nil, try utf8(json, name, entity))
        case (.date, _), (.transformable, _):
            return (nil, nil)
        case (.column(_, let type), _):
            return (try bytes(value, type, name, entity), nil)
        }
    }

    private func bytes(
        _ value: AttributeValue, _ type: ColumnType, _ name: String, _ entity: String
    ) throws(PostgreSQLStoreError) -> [UInt8]? {
        switch value {
        case .null, .date: return nil
        case .boolean(let flag): return [flag ? 1 : 0]
        case .integer(let number):
            switch type {
            case .smallint: return Int16(truncatingIfNeeded: number).bigEndianBytes
            case .integer: return Int32(truncatingIfNeeded: number).bigEndianBytes
            default: return number.bigEndianBytes
            }
        case .float(let number): return number.bitPattern.bigEndianBytes
        case .double(let number): return number.bitPattern.bigEndianBytes
        case .decimal(let number): return Array((number.isNaN ? "NaN" : "\(number)").utf8)
        case .string(let text): return StoredText.bytes(of: text)
        case .uri(let address): return try utf8(address.absoluteString, name, entity)
        case .uuid(let identifier): return identifier.bytes
        case .binary(let data): return Array(data)
        case .composite(let members): return try utf8(CompositeText.text(of: members), name, entity)
        }
    }

    private func utf8(_ text: String, _ name: String, _ entity: String) throws(PostgreSQLStoreError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard !bytes.contains(0) else {
            throw PostgreSQLStoreError(
                .unusableValue, place: place,
                "'\(name)' of an object of '\(entity)' contains the character U+0000, which PostgreSQL cannot store in text"
            )
        }
        return bytes
    }
}
