import ColumnEngine
import Foundation
import JSONTokens

/// Writes the objects of a chunk, row by row.
///
/// The writer of each property is chosen once for the chunk, so its arrays are retained once, not for every value.
struct ChunkWriter {
    /// Writes one property of a row, with the comma before it, if it has a value to write.
    ///
    /// A structure, because a collection would wrap a bare function again.
    private struct PropertyWriter {
        let write: (_ row: Int, _ writer: inout JSONWriter) -> Void

        init(_ write: @escaping (_ row: Int, _ writer: inout JSONWriter) -> Void) { self.write = write }
    }

    /// What is before the number of an object, beginning with the comma after the object before it.
    private let rowStart: [UInt8]
    private let references: [ObjectReference]
    private let properties: PropertyWriter
    private let unknown: [ObjectReference: UnknownMembers]
    /// Whether the first row is the first of its entity.
    private let isFirst: Bool

    init(_ contents: RowContents, of format: EntityLayout, in store: StoreContents, isFirst: Bool) {
        self.isFirst = isFirst
        var rowStart = JSONWriter()
        rowStart.writeRaw(",\n   {")
        // The number comes first.
        rowStart.writeKey(0, of: format.keys)
        self.rowStart = rowStart.finish()
        unknown = store.unknownOfObjects
        references = contents.references
        let writers = format.properties.enumerated().compactMap { key, property -> PropertyWriter? in
            switch property {
            case .identity: nil
            case .attribute(let index) where Self.writesNothing(of: contents, at: index, format): nil
            case .attribute(let index):
                Self.externalWriter(of: contents, at: index, key: key, format)
                    ?? Self.writer(of: contents.columns[index], at: index, key: key, format)
            case .relationship(let index) where contents.links[index].hasNoDestinations: nil
            case .relationship(let index):
                Self.writer(of: contents.links[index], at: index, key: key, format, store.snapshot)
            }
        }
        properties = Self.sequence(writers[...])
    }

    /// One writer that calls others, in groups of up to four so that there are few calls between them.
    ///
    /// It retains the others, so they need not be retained for every row.
    private static func sequence(_ writers: ArraySlice<PropertyWriter>) -> PropertyWriter {
        guard let first = writers.first?.write else { return PropertyWriter { _, _ in } }
        let rest = Array(writers.dropFirst())
        switch rest.count {
        case 0: return PropertyWriter(first)
        case 1:
            let second = rest[0].write
            return PropertyWriter { row, writer in
                first(row, &writer)
                second(row, &writer)
            }
        case 2:
            let (second, third) = (rest[0].write, rest[1].write)
            return PropertyWriter { row, writer in
                first(row, &writer)
                second(row, &writer)
                third(row, &writer)
            }
        default:
            let (second, third, others) = (rest[0].write, rest[1].write, sequence(rest[2...]).write)
            return PropertyWriter { row, writer in
                first(row, &writer)
                second(row, &writer)
                third(row, &writer)
                others(row, &writer)
            }
        }
    }

    /// Writes objects, one per line, each after its separator.
    ///
    /// - Parameter goesOn: A closure that returns after every object whether to write the next one.
    /// - Returns: The row after the last written one.
    @discardableResult
    func write(
        from start: Int, to writer: inout JSONWriter, _ goesOn: (inout JSONWriter) throws -> Bool
    ) rethrows -> Int {
        try rowStart.withUnsafeBytes { rowStart in
            let withoutComma = UnsafeRawBufferPointer(rebasing: rowStart.dropFirst())
            for row in start..<references.count {
                writer.writeRaw(isFirst && row == 0 ? withoutComma : rowStart)
                writer.writeInteger(references[row].number)
                properties.write(row, &writer)
                if !unknown.isEmpty { unknown[references[row]]?.write(to: &writer, after: ", ") }
                writer.writeRaw("}")
                guard try goesOn(&writer) else { return row + 1 }
            }
            return references.count
        }
    }

    /// Whether no object has a value to write for an attribute, such as one that was just added to the model.
    private static func writesNothing(of contents: RowContents, at index: Int, _ format: EntityLayout) -> Bool {
        !format.entity.hasDefault(at: index) && contents.columns[index].hasNoValue(inRows: 0..<contents.count)
    }

    private static func writer(of column: Column, at index: Int, key: Int, _ format: EntityLayout) -> PropertyWriter {
        let keys = format.keys
        // Without the key, the attribute gets its default, so null must be written if that is not null.
        let writesNull = format.entity.hasDefault(at: index)
        @inline(__always)
        func writing<Value>(
            _ values: ColumnValues<Value>, _ write: @escaping (Value, inout JSONWriter) -> Void
        ) -> PropertyWriter {
            let present = values.present
            let hasMissingValues = values.hasMissingValues
            return PropertyWriter { row, writer in
                if hasMissingValues, values.isMissing(at: row) { return writeMissing(&writer) }
                writer.writeMember(key, of: keys)
                write(present[row], &writer)
            }
        }
        func writeMissing(_ writer: inout JSONWriter) {
            guard writesNull else { return }
            writer.writeMember(key, of: keys)
            writer.writeNull()
        }
        switch column {
        case .boolean(let values): return writing(values) { $1.writeBoolean($0) }
        case .integer16(let values): return writing(values) { $1.writeInteger(Int64($0)) }
        case .integer32(let values): return writing(values) { $1.writeInteger(Int64($0)) }
        case .integer64(let values): return writing(values) { $1.writeInteger($0) }
        case .float(let values): return writing(values) { $1.writeFloat($0) }
        case .double(let values): return writing(values) { $1.writeDouble($0) }
        case .decimal(let values): return writing(values) { $1.writeString($0.description) }
        case .string(let texts):
            let texts = TextRun(texts)
            return PropertyWriter { row, writer in
                guard let text = texts.utf8(ofRow: row) else { return writeMissing(&writer) }
                writer.writeMember(key, of: keys)
                writer.writeString(utf8: text)
            }
        case .date(let values): return writing(values) { $1.writeDate($0.timeIntervalSinceReferenceDate) }
        case .binary(let values): return writing(values) { $1.writeBase64([UInt8]($0)) }
        case .uuid(let values): return writing(values) { $1.writeString($0.text) }
        case .uri(let values): return writing(values) { $1.writeString($0.absoluteString) }
        case .values(let values):
            let attribute = format.entity.attributes[index]
            let objects = ObjectWriter()
            return PropertyWriter { row, writer in
                if values[row].isNull { return writeMissing(&writer) }
                writer.writeMember(key, of: keys)
                objects.write(values[row], of: attribute, in: format.entity, to: &writer)
            }
        }
    }

    /// The writer of an attribute whose large values are in separate files; nil for any other.
    private static func externalWriter(
        of contents: RowContents, at index: Int, key: Int, _ format: EntityLayout
    ) -> PropertyWriter? {
        let attribute = format.entity.attributes[index]
        guard attribute.allowsExternalBinaryDataStorage, case .binary(let values) = contents.columns[index] else {
            return nil
        }
        let inline = writer(of: contents.columns[index], at: index, key: key, format)
        return PropertyWriter { row, writer in
            guard let value = values[row], ExternalData.takes(value, of: attribute) else {
                return inline.write(row, &writer)
            }
            let name = format.external.name(of: value, at: index, of: contents.references[row])
            writer.writeMember(key, of: format.keys)
            writer.writeExternal(name, sizeBytes: value.count)
        }
    }

    private static func writer(
        of links: LinkColumn, at index: Int, key: Int, _ format: EntityLayout, _ snapshot: GraphSnapshot
    ) -> PropertyWriter {
        let keys = format.keys
        let relationship = format.entity.relationships[index]
        let objects = ObjectWriter()
        return PropertyWriter { row, writer in
            let links = links[row]
            if links.isEmpty { return }
            let destinations = objects.living(links, in: snapshot)
            guard !destinations.isEmpty else { return }
            writer.writeMember(key, of: keys)
            objects.write(destinations, of: relationship, to: &writer)
        }
    }
}
