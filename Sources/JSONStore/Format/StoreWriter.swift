import Foundation
import ObjectGraph

/// Writes a store's file: UTF-8 JSON with one object a line, in a stable order.
struct StoreWriter {
    let model: ManagedObjectModel
    let formats: [EntityFormat]
    let objects = ObjectWriter()

    init(model: ManagedObjectModel, external: ExternalData) {
        self.model = model
        formats = EntityFormat.all(of: model, external: external)
    }

    /// How many bytes are handed over at a time: few enough to stay in the processor's cache.
    private static let partBytes = 1 << 18

    /// Hands over the bytes of a file, one part after the other.
    ///
    /// - Returns: Which bytes they were.
    @discardableResult
    func write(_ contents: StoreContents, to sink: (UnsafeRawBufferPointer) throws -> Void) throws -> BaseIdentity {
        var writer = JSONWriter(capacity: Self.partBytes + 64 * 1024)
        var lanes = Checksum.Lanes()
        writeHeader(of: contents, to: &writer)
        writer.writeRaw(",\n ")
        writer.writeKey("entities")
        writer.writeRaw("{")
        for (position, format) in formats.enumerated() {
            writer.writeRaw(position == 0 ? "\n  " : ",\n  ")
            writer.writeKey(format.entity.name)
            try write(contents, format, to: &writer) { writer in
                guard writer.count >= Self.partBytes else { return }
                try writer.withBytes { bytes in
                    let part = UnsafeRawBufferPointer(rebasing: bytes[..<Self.partBytes])
                    lanes.add(part)
                    try sink(part)
                }
                writer.removeFirst(Self.partBytes)
            }
        }
        writer.writeRaw("}")
        contents.unknown.write(to: &writer, after: ",\n ")
        writer.writeRaw("}\n")
        return try writer.withBytes { bytes in
            let stripedCount = bytes.count & ~(Checksum.Lanes.stripeBytes - 1)
            lanes.add(UnsafeRawBufferPointer(rebasing: bytes[..<stripedCount]))
            let rest = UnsafeRawBufferPointer(rebasing: bytes[stripedCount...])
            try sink(bytes)
            return BaseIdentity(sizeBytes: lanes.count + rest.count, checksum: Checksum(lanes, rest: rest))
        }
    }

    private func writeHeader(of contents: StoreContents, to writer: inout JSONWriter) {
        writer.writeRaw("{")
        writer.writeKey("format")
        writer.writeString(StoreFormat.name)
        writer.writeRaw(", ")
        writer.writeKey("version")
        writer.writeInteger(StoreFormat.version)
        writer.writeRaw(", ")
        writer.writeKey("store")
        writer.writeString(contents.identifier.uuidString)
        writer.writeRaw(",\n ")
        writer.writeKey("model")
        writer.writeRaw("{")
        writer.writeKey("name")
        writer.writeString(model.name)
        writer.writeRaw(", ")
        writer.writeKey("hashes")
        writer.writeRaw("{")
        for (position, hash) in model.entityVersionHashesByName.sorted(by: { $0.key < $1.key }).enumerated() {
            if position > 0 { writer.writeRaw(", ") }
            writer.writeKey(hash.key)
            writer.writeString(hash.value.description)
        }
        writer.writeRaw("}},\n ")
        writer.writeKey("metadata")
        writer.writeRaw(contents.metadata)
        writeLastNumbers(of: contents, to: &writer)
    }

    /// The last numbers are needed only where the objects that had them are gone: numbers are never used again.
    private func writeLastNumbers(of contents: StoreContents, to writer: inout JSONWriter) {
        let greatest = contents.greatestNumbers(in: formats)
        let needed = contents.lastNumbers.filter { $0.value > greatest[$0.key, default: 0] }
        guard !needed.isEmpty else { return }
        writer.writeRaw(",\n ")
        writer.writeKey("lastIDs")
        writer.writeNumbers(byKey: needed)
    }

    private func write(
        _ contents: StoreContents, _ format: EntityFormat, to writer: inout JSONWriter,
        handingOver: (inout JSONWriter) throws -> Void
    ) throws {
        let snapshot = contents.snapshot
        guard let ordinal = snapshot.layout.ordinal(ofEntityNamed: format.entity.name) else { return }
        let table = snapshot.tables[ordinal]
        var isFirst = true
        writer.writeRaw("[")
        for chunk in table.chunks {
            let objects = ChunkWriter(chunk.contents, of: format, in: contents)
            for row in 0..<chunk.count {
                writer.writeRaw(isFirst ? "\n   {" : ",\n   {")
                isFirst = false
                objects.write(row, to: &writer)
                writer.writeRaw("}")
                try handingOver(&writer)
            }
        }
        writer.writeRaw(isFirst ? "]" : "\n  ]")
    }
}

/// What a file says it is.
enum StoreFormat {
    static let name = "modelgen-store"
    static let version: Int64 = 1
}

extension StoreContents {
    /// The greatest number in use in each family of entities, by the name of its root.
    func greatestNumbers(in formats: [EntityFormat]) -> [String: Int64] {
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
