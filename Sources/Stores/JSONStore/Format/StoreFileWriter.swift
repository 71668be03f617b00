import ColumnEngine
import FileAccess
import Foundation
import JSONTokens
import ModelSchema
import Synchronization

/// Writes a store's file: UTF-8 JSON with one object per line, in a stable order.
struct StoreFileWriter {
    let model: ManagedObjectModel
    let formats: [EntityLayout]
    let objects = ObjectWriter()
    private let sharing: WorkSharing

    init(model: ManagedObjectModel, external: ExternalData, sharing: WorkSharing = WorkSharing()) {
        self.model = model
        self.sharing = sharing
        formats = EntityLayout.all(of: model, external: external)
    }

    /// The approximate number of bytes that are delivered at a time, which stay in the processor's cache.
    private static let partBytes = 1 << 18
    /// The size of a row with short values.
    private static let usualRowBytes = 128

    /// Delivers the bytes of a file in consecutive parts.
    ///
    /// Several threads write the rows of a large table, but only one at a time calls the sink.
    ///
    /// - Returns: The identity of the bytes.
    @discardableResult
    func write(_ contents: StoreContents, to sink: (UnsafeRawBufferPointer) throws -> Void) throws -> BaseIdentity {
        var checksum = ChecksumStream()
        func handOver(_ writer: inout JSONWriter) throws {
            guard writer.count > 0 else { return }
            try writer.withBytes { bytes in
                checksum.add(bytes)
                try sink(bytes)
            }
            writer.removeAll()
        }
        var writer = JSONWriter(capacity: Self.partBytes + 64 * 1024)
        writeHeader(of: contents, to: &writer)
        writer.writeMember("entities", after: ",\n ")
        writer.writeRaw("{")
        for (position, format) in formats.enumerated() {
            writer.writeRaw(position == 0 ? "\n  " : ",\n  ")
            writer.writeKey(format.entity.name)
            try write(contents, format, to: &writer, handingOver: handOver)
        }
        writer.writeRaw("}")
        contents.unknown.write(to: &writer, after: ",\n ")
        writer.writeRaw("}\n")
        try handOver(&writer)
        return checksum.identity
    }

    private func writeHeader(of contents: StoreContents, to writer: inout JSONWriter) {
        writer.writeRaw("{")
        writer.writeKey("format")
        writer.writeString(StoreFormat.name)
        writer.writeMember("version")
        writer.writeInteger(StoreFormat.version)
        writer.writeMember("store")
        writer.writeString(contents.identifier.uuidString)
        writer.writeMember("model", after: ",\n ")
        writer.writeRaw("{")
        writer.writeKey("name")
        writer.writeString(model.name)
        writer.writeMember("hashes")
        writer.writeObject(model.entityVersionHashesByName.sorted { $0.key < $1.key }) { writer, hash in
            writer.writeKey(hash.key)
            writer.writeString(hash.value.description)
        }
        writer.writeRaw("},\n ")
        writeSchema(to: &writer)
        writer.writeMember("metadata", after: ",\n ")
        writer.writeRaw(contents.metadata)
        writeLastNumbers(of: contents, to: &writer)
    }

    /// The model itself, with a line for each entity and property, so the file can be read without the model file.
    private func writeSchema(to writer: inout JSONWriter) {
        writer.writeKey(StoredModel.schemaKey)
        for (position, line) in SchemaTextWriter.lines(of: model.schema).enumerated() {
            writer.writeRaw(position == 0 ? "[" : ",\n  ")
            writer.writeString(line)
        }
        writer.writeRaw("]")
    }

    /// Writes the last numbers whose objects no longer exist, because numbers are never reused.
    private func writeLastNumbers(of contents: StoreContents, to writer: inout JSONWriter) {
        let greatest = contents.highestNumbers(in: formats)
        let needed = contents.lastNumbers.filter { $0.value > greatest[$0.key, default: 0] }
        guard !needed.isEmpty else { return }
        writer.writeMember("lastIDs", after: ",\n ")
        writer.writeNumbers(byKey: needed)
    }

    private func write(
        _ contents: StoreContents, _ format: EntityLayout, to writer: inout JSONWriter,
        handingOver handOver: (inout JSONWriter) throws -> Void
    ) throws {
        let snapshot = contents.snapshot
        guard let ordinal = snapshot.layout.ordinal(ofEntityNamed: format.entity.name) else { return }
        let table = snapshot.tables[ordinal]
        writer.writeRaw("[")
        let threadCount = min(sharing.threadCount(forBytes: table.count * Self.usualRowBytes), table.chunks.count)
        if threadCount > 1 {
            try handOver(&writer)
            try share(table.chunks, among: threadCount, of: format, in: contents, handingOver: handOver)
        } else {
            var isFirst = true
            for chunk in table.chunks {
                let rows = ChunkWriter(chunk.contents, of: format, in: contents, isFirst: isFirst)
                isFirst = false
                try rows.write(from: 0, to: &writer) { writer in
                    if writer.count >= Self.partBytes { try handOver(&writer) }
                    return true
                }
            }
        }
        writer.writeRaw(table.count == 0 ? "]" : "\n  ]")
    }

    /// Writes chunks on several threads, and delivers them in order.
    private func share(
        _ chunks: ChunkList, among threadCount: Int, of format: EntityLayout, in contents: StoreContents,
        handingOver handOver: (inout JSONWriter) throws -> Void
    ) throws {
        let unused = Mutex<[Part]>([])
        var rest = chunks.makeIterator()
        var isFirst = true
        try ParallelWork.perform(on: threadCount) {
        } next: { _ in
            defer { isFirst = false }
            return rest.next().map { (chunk: $0, isFirst: isFirst) }
        } work: { _, piece in
            let part = unused.withLock { $0.popLast() } ?? Part()
            let rows = ChunkWriter(piece.chunk.contents, of: format, in: contents, isFirst: piece.isFirst)
            // Large values do not wait until all of them are written.
            let end = rows.write(from: 0, to: &part.writer) { $0.count < 4 * Self.partBytes }
            return (part: part, rest: end < piece.chunk.count ? (rows: rows, start: end) : nil)
        } take: { part, rest in
            try handOver(&part.writer)
            _ = try rest?.rows.write(from: rest?.start ?? 0, to: &part.writer) { writer in
                if writer.count >= Self.partBytes { try handOver(&writer) }
                return true
            }
            try handOver(&part.writer)
            unused.withLock { $0.append(part) }
        }
    }

    /// A part of a file, which passes from the thread that has written it to the one that delivers it.
    ///
    /// Unchecked: only one thread has it at a time.
    private final class Part: @unchecked Sendable {
        var writer = JSONWriter(capacity: StoreFileWriter.partBytes)
    }
}

/// The name, the version, and the limits of the format.
enum StoreFormat {
    static let name = "modelgen-store"
    static let version: Int64 = 1
    /// How many objects and arrays in each other readers accept, which is the limit of a scanner.
    static let maximumDepth = 128
    /// The depth of the objects: in the file, the entities, and an entity, and as deep in a line of the journal.
    static let depthOfObjects = 3
}

extension StoreContents {
    /// The greatest number in use in each family of entities, by the name of its root.
    func highestNumbers(in formats: [EntityLayout]) -> [String: Int64] {
        var greatest: [String: Int64] = [:]
        for format in formats {
            guard let ordinal = snapshot.layout.ordinal(ofEntityNamed: format.entity.name),
                let last = snapshot.tables[ordinal].chunks.last?.contents.references.last
            else { continue }
            greatest[format.rootName] = max(greatest[format.rootName, default: 0], last.number)
        }
        return greatest
    }
}
