import Foundation
import ObjectGraph

/// Writes the members of one object, as a file or a journal has it.
struct ObjectWriter: Sendable {
    func write(
        _ record: ObjectRecord, _ objectID: ObjectID, in snapshot: GraphSnapshot, _ format: EntityFormat,
        to writer: inout JSONWriter
    ) {
        for (key, property) in format.properties.enumerated() {
            switch property {
            case .identity:
                writer.writeKey(key, of: format.keys)
                writer.writeInteger(objectID.number)
            case .attribute(let index):
                let value = record.attributes[index]
                // Without the key, the attribute reads as its default: null has to be said where that is not null.
                if value.isNull, !format.entity.hasDefault(at: index) { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                write(value, of: format.entity.attributes[index], in: format.entity, to: &writer)
            case .relationship(let index):
                let destinations = living(record.relationships[index], in: snapshot)
                guard !destinations.isEmpty else { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                write(destinations, of: format.entity.relationships[index], to: &writer)
            }
        }
    }

    /// Writes the number of an object, and those of its properties that differ from what they were.
    func writeChanges(
        from old: ObjectRecord, to new: ObjectRecord, _ objectID: ObjectID, in snapshot: GraphSnapshot,
        _ format: EntityFormat, to writer: inout JSONWriter
    ) {
        for (key, property) in format.properties.enumerated() {
            switch property {
            case .identity:
                writer.writeKey(key, of: format.keys)
                writer.writeInteger(objectID.number)
            case .attribute(let index):
                guard !old.attributes[index].isIdentical(to: new.attributes[index]) else { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                write(new.attributes[index], of: format.entity.attributes[index], in: format.entity, to: &writer)
            case .relationship(let index):
                guard old.relationships[index] != new.relationships[index] else { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                let destinations = living(new.relationships[index], in: snapshot)
                if destinations.isEmpty, !format.entity.relationships[index].isToMany {
                    writer.writeNull()
                } else {
                    write(destinations, of: format.entity.relationships[index], to: &writer)
                }
            }
        }
    }

    /// The destinations that exist: the rule No Action leaves references to objects that are gone, and a file cannot hold
    /// them.
    private func living(_ destinations: [ObjectID], in snapshot: GraphSnapshot) -> [ObjectID] {
        destinations.filter { snapshot.record(for: $0) != nil }
    }

    private func write(
        _ destinations: [ObjectID], of relationship: RelationshipDescription, to writer: inout JSONWriter
    ) {
        guard relationship.isToMany else {
            writer.writeInteger(destinations[0].number)
            return
        }
        let numbers = relationship.isOrdered ? destinations.map(\.number) : destinations.map(\.number).sorted()
        writer.writeNumbers(numbers)
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
            writer.writeRaw(JSONText.onOneLine(Array(text.utf8)))
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

extension JSONWriter {
    /// Writes an array of numbers.
    mutating func writeNumbers(_ numbers: [Int64]) {
        writeRaw("[")
        for (position, number) in numbers.enumerated() {
            if position > 0 { writeRaw(", ") }
            writeInteger(number)
        }
        writeRaw("]")
    }

    /// Writes an object of numbers, its keys sorted.
    mutating func writeNumbers(byKey numbers: [String: Int64]) {
        writeRaw("{")
        for (position, entry) in numbers.sorted(by: { $0.key < $1.key }).enumerated() {
            if position > 0 { writeRaw(", ") }
            writeKey(entry.key)
            writeInteger(entry.value)
        }
        writeRaw("}")
    }
}

extension AttributeValue {
    /// Whether two values are the same to the last bit: -0.0 equals 0.0, and is not 0.0.
    func isIdentical(to other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.double(let own), .double(let other)): own.bitPattern == other.bitPattern
        case (.float(let own), .float(let other)): own.bitPattern == other.bitPattern
        case (.date(let own), .date(let other)):
            own.timeIntervalSinceReferenceDate.bitPattern == other.timeIntervalSinceReferenceDate.bitPattern
        // Equal text may be written with other scalars.
        case (.string(let own), .string(let other)): own.utf8.elementsEqual(other.utf8)
        default: self == other
        }
    }
}
