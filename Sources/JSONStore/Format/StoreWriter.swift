import Foundation
import ObjectGraph

/// Writes a store's file: UTF-8 JSON with one object a line, in a stable order.
struct StoreWriter {
    let model: ManagedObjectModel
    let formats: [EntityFormat]

    init(model: ManagedObjectModel) {
        self.model = model
        formats = EntityFormat.all(of: model)
    }

    func bytes(for contents: StoreContents) -> [UInt8] {
        var writer = JSONWriter(capacity: 64 * 1024)
        writeHeader(of: contents, to: &writer)
        writer.writeRaw(",\n ")
        writer.writeKey("entities")
        writer.writeRaw("{")
        for (position, format) in formats.enumerated() {
            writer.writeRaw(position == 0 ? "\n  " : ",\n  ")
            writer.writeKey(format.entity.name)
            write(contents.snapshot, format, to: &writer)
        }
        writer.writeRaw("}}\n")
        return writer.finish()
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
        writer.writeRaw("{")
        for (position, entry) in needed.sorted(by: { $0.key < $1.key }).enumerated() {
            if position > 0 { writer.writeRaw(", ") }
            writer.writeKey(entry.key)
            writer.writeInteger(entry.value)
        }
        writer.writeRaw("}")
    }

    private func write(_ snapshot: GraphSnapshot, _ format: EntityFormat, to writer: inout JSONWriter) {
        guard let ordinal = snapshot.layout.ordinal(ofEntityNamed: format.entity.name) else { return }
        let table = snapshot.tables[ordinal]
        var isFirst = true
        writer.writeRaw("[")
        for chunk in table.chunks {
            for index in 0..<chunk.count {
                writer.writeRaw(isFirst ? "\n   {" : ",\n   {")
                isFirst = false
                write(Row(chunk, index), in: snapshot, format, to: &writer)
                writer.writeRaw("}")
            }
        }
        writer.writeRaw(isFirst ? "]" : "\n  ]")
    }

    private func write(
        _ row: Row, in snapshot: GraphSnapshot, _ format: EntityFormat, to writer: inout JSONWriter
    ) {
        for (key, property) in format.properties.enumerated() {
            switch property {
            case .identity:
                writer.writeKey(key, of: format.keys)
                writer.writeInteger(row.reference.number)
            case .attribute(let index):
                let value = row.value(at: index)
                // Without the key, the attribute reads as its default: null has to be said where that is not null.
                if value.isNull, !format.entity.hasDefault(at: index) { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                write(value, of: format.entity.attributes[index], in: format.entity, to: &writer)
            case .relationship(let index):
                // The rule No Action leaves references to objects that are gone; a file cannot hold them.
                let destinations = row.links(at: index).references.filter { snapshot.row(of: $0) != nil }
                guard !destinations.isEmpty else { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                write(destinations, of: format.entity.relationships[index], to: &writer)
            }
        }
    }

    private func write(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription, to writer: inout JSONWriter
    ) {
        guard relationship.isToMany else {
            writer.writeInteger(destinations[0].number)
            return
        }
        let numbers = relationship.isOrdered ? destinations.map(\.number) : destinations.map(\.number).sorted()
        writer.writeRaw("[")
        for (position, number) in numbers.enumerated() {
            if position > 0 { writer.writeRaw(", ") }
            writer.writeInteger(number)
        }
        writer.writeRaw("]")
    }

    private func write(
        _ value: AttributeValue, of attribute: Attribute, in entity: EntityDescription, to writer: inout JSONWriter
    ) {
        switch value {
        case .null: writer.writeNull()
        case .boolean(let flag): writer.writeBoolean(flag)
        case .integer(let number): writer.writeInteger(number)
        case .float(let number): writer.writeFloat(number)
        case .double(let number): writer.writeDouble(number)
        case .decimal(let number): writer.writeString(number.description)
        case .string(let text):
            guard attribute.type == .transformable else { return writer.writeString(text) }
            // The text is JSON itself; data of a transformer is a string, and may not be taken for it.
            writer.writeRaw("{")
            writer.writeKey(AttributeReader.jsonKey)
            writer.writeRaw(Array(text.utf8))
            writer.writeRaw("}")
        case .date(let date): writer.writeDate(date.timeIntervalSinceReferenceDate)
        case .binary(let data): writer.writeBase64([UInt8](data))
        case .uuid(let uuid): writer.writeString(uuid.uuidString)
        case .uri(let url): writer.writeString(url.absoluteString)
        case .composite(let values): write(values, of: attribute, in: entity, to: &writer)
        }
    }

    /// Writes the members of a composite that are not nil, in the order of their names.
    private func write(
        _ values: [String: AttributeValue], of attribute: Attribute, in entity: EntityDescription,
        to writer: inout JSONWriter
    ) {
        let members = (entity.composite(of: attribute)?.attributes ?? []).sorted { $0.name < $1.name }
        writer.writeRaw("{")
        var isFirst = true
        for member in members {
            guard let value = values[member.name], !value.isNull else { continue }
            if !isFirst { writer.writeRaw(", ") }
            isFirst = false
            writer.writeKey(member.name)
            write(value, of: member, in: entity, to: &writer)
        }
        writer.writeRaw("}")
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
