import Foundation
import ModelSchema
import ObjectGraph

/// Converts attribute values to the server's binary form.
struct ValueWriter {
    let location: String
    /// The maximum size of a value, in bytes.
    var maximumByteCount = Parameter.maximumByteCount
    /// Whether values have the types of their columns, for `COPY`, and not those that statements cast.
    var isForCopying = false

    /// Returns the values of an attribute's columns, of which there are at most two.
    ///
    /// - Throws: `StoreError` for a value that PostgreSQL cannot store.
    func bytes(
        of value: AttributeValue, in columns: AttributeColumns, named name: String, of entity: String
    ) throws(StoreError) -> (first: ValueBytes?, second: ValueBytes?) {
        let bytes = try allBytes(of: value, in: columns, named: name, of: entity)
        guard bytes.first?.count ?? 0 <= maximumByteCount, bytes.second?.count ?? 0 <= maximumByteCount else {
            throw StoreError(
                .unusableValue, location: location,
                "'\(name)' of an object of '\(entity)' exceeds 1 GB, the maximum size of a value in PostgreSQL"
            )
        }
        return bytes
    }

    /// Appends the value of an attribute to a row. For the most frequent types, this allocates no memory.
    ///
    /// - Parameters:
    ///   - index: The index of the attribute, which must have columns, in the entity.
    ///   - type: The type of the only column; nil if there are two.
    ///   - place: The index of the attribute's first column in the row. A second one follows.
    /// - Throws: `StoreError` for a value that PostgreSQL cannot store.
    func append(
        _ value: AttributeValue, ofAttributeAt index: Int, _ type: ColumnType?, of entity: EntityLayout,
        to row: inout some RowDestination, at place: Int
    ) throws(StoreError) {
        if let type {
            switch (type, value) {
            case (_, .null): return row.appendNull(at: place)
            case (.integer, .integer(let number)): return row.append(Int32(truncatingIfNeeded: number), at: place)
            case (.bigint, .integer(let number)): return row.append(number, at: place)
            case (.smallint, .integer(let number)): return row.append(Int16(truncatingIfNeeded: number), at: place)
            case (.double, .double(let number)): return row.append(number.bitPattern, at: place)
            case (.boolean, .boolean(let flag)): return row.append(UInt8(flag ? 1 : 0), at: place)
            case (.text, .string(let text)) where text.utf8.count <= Self.plainByteCount && StoredText.isPlain(text):
                return row.append(bytesOf: text.utf8, at: place)
            default: break
            }
        } else if case .date(let date) = value, case .date = entity.attributes[index] {
            let (time, exact) = DateColumns.columns(of: date)
            if let time { row.append(time, at: place) } else { row.appendNull(at: place) }
            if let exact { row.append(exact.bitPattern, at: place + 1) } else { row.appendNull(at: place + 1) }
            return
        }
        let bytes = try bytes(
            of: value, in: entity.attributes[index], named: entity.entity.attributes[index].name,
            of: entity.entity.name)
        row.append(bytes.first, at: place)
        if type == nil { row.append(bytes.second, at: place + 1) }
    }

    /// The maximum length of a string whose size is not checked.
    private static let plainByteCount = 1 << 20

    private func allBytes(
        of value: AttributeValue, in columns: AttributeColumns, named name: String, of entity: String
    ) throws(StoreError) -> (first: ValueBytes?, second: ValueBytes?) {
        switch (columns, value) {
        case (.none, _), (_, .null):
            return (nil, nil)
        case (.date, .date(let date)):
            let (time, exact) = DateColumns.columns(of: date)
            return (
                time.map { .array($0.bigEndianBytes) }, exact.map { .array($0.bitPattern.bigEndianBytes) }
            )
        case (.transformable, .binary(let data)):
            return (ValueBytes(data), nil)
        case (.transformable, .string(let json)):
            return (nil, .array(try utf8(json, name, entity)))
        case (.date, _), (.transformable, _):
            return (nil, nil)
        case (.column, .binary(let data)):
            return (ValueBytes(data), nil)
        case (.column(_, let type), _):
            return (try bytes(value, type, name, entity).map(ValueBytes.array), nil)
        }
    }

    private func bytes(
        _ value: AttributeValue, _ type: ColumnType, _ name: String, _ entity: String
    ) throws(StoreError) -> [UInt8]? {
        switch value {
        case .null, .date, .binary: return nil
        case .boolean(let flag): return [flag ? 1 : 0]
        case .integer(let number):
            switch type {
            case .smallint: return Int16(truncatingIfNeeded: number).bigEndianBytes
            case .integer: return Int32(truncatingIfNeeded: number).bigEndianBytes
            default: return number.bigEndianBytes
            }
        case .float(let number): return number.bitPattern.bigEndianBytes
        case .double(let number): return number.bitPattern.bigEndianBytes
        case .decimal(let number):
            let text = number.isNaN ? "NaN" : "\(number)"
            return isForCopying ? NumericForm.bytes(of: text) : Array(text.utf8)
        case .string(let text): return StoredText.bytes(of: text)
        case .uri(let address): return try utf8(address.absoluteString, name, entity)
        case .uuid(let identifier): return identifier.bytes
        case .composite(let members):
            let text = try utf8(CompositeText.text(of: members), name, entity)
            return isForCopying ? [Self.compositeForm] + text : text
        }
    }

    /// The version byte before the text of a `jsonb` value.
    private static let compositeForm: UInt8 = 1

    private func utf8(_ text: String, _ name: String, _ entity: String) throws(StoreError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard !bytes.contains(0) else {
            throw StoreError(
                .unusableValue, location: location,
                "'\(name)' of an object of '\(entity)' contains the character U+0000, "
                    + "which PostgreSQL cannot store in text"
            )
        }
        return bytes
    }
}
