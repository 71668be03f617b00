import ColumnEngine
import Foundation
import JSONTokens

/// Writes the members of one object, for a file or a journal.
struct ObjectWriter: Sendable {
    /// Writes all properties of a new object.
    func write(
        _ insertion: ChangeSet.Insertion, in snapshot: GraphSnapshot, _ format: EntityLayout,
        to writer: inout JSONWriter
    ) {
        write(
            insertion.reference, value: { insertion.values[$0] }, links: { insertion.links[$0] }, in: snapshot, format,
            to: &writer)
    }

    private func write(
        _ reference: ObjectReference, value: (Int) -> AttributeValue, links: (Int) -> Links, in snapshot: GraphSnapshot,
        _ format: EntityLayout, to writer: inout JSONWriter
    ) {
        for (key, property) in format.properties.enumerated() {
            switch property {
            case .identity:
                writer.writeKey(key, of: format.keys)
                writer.writeInteger(reference.number)
            case .attribute(let index):
                let value = value(index)
                // Without the key, the attribute gets its default, so null must be written if that is not null.
                if value.isNull, !format.entity.hasDefault(at: index) { continue }
                writer.writeMember(key, of: format.keys)
                write(value, at: index, of: reference, format, to: &writer)
            case .relationship(let index):
                let destinations = living(links(index), in: snapshot)
                guard !destinations.isEmpty else { continue }
                writer.writeRaw(", ")
                writer.writeKey(key, of: format.keys)
                write(destinations, of: format.entity.relationships[index], to: &writer)
            }
        }
    }

    /// Writes the number of an object, and its changed properties.
    func write(
        _ update: ChangeSet.Update, from before: GraphSnapshot, in snapshot: GraphSnapshot, _ format: EntityLayout,
        to writer: inout JSONWriter
    ) {
        let row = before.row(of: update.reference)
        let values = Dictionary(uniqueKeysWithValues: update.values.map { ($0.index, $0.value) })
        let links = Dictionary(uniqueKeysWithValues: update.links.map { ($0.index, $0.links) })
        for (key, property) in format.properties.enumerated() {
            switch property {
            case .identity:
                writer.writeKey(key, of: format.keys)
                writer.writeInteger(update.reference.number)
            case .attribute(let index):
                guard let value = values[index] else { continue }
                writer.writeMember(key, of: format.keys)
                write(value, at: index, of: update.reference, format, to: &writer)
            case .relationship(let index):
                guard let links = links[index] else { continue }
                writer.writeMember(key, of: format.keys)
                let relationship = format.entity.relationships[index]
                if let row, let change = change(from: row.links(at: index), before, to: links, snapshot, relationship) {
                    change.write(to: &writer)
                } else {
                    write(living(links, in: snapshot), of: relationship, to: &writer)
                }
            }
        }
    }

    /// The change of a to-many relationship; nil if it is better written as a whole.
    private func change(
        from former: Links, _ before: GraphSnapshot, to latter: Links, _ after: GraphSnapshot,
        _ relationship: RelationshipDescription
    ) -> LinkChange? {
        guard relationship.isToMany else { return nil }
        return LinkChange(
            from: before.placeableDestinations(former, of: relationship),
            to: after.placeableDestinations(latter, of: relationship), relationship,
            wasLiving: { before.row(of: $0) != nil }, isLiving: { after.row(of: $0) != nil })
    }

    /// Writes a changed value, or a reference to its file.
    private func write(
        _ value: AttributeValue, at index: Int, of reference: ObjectReference, _ format: EntityLayout,
        to writer: inout JSONWriter
    ) {
        let attribute = format.entity.attributes[index]
        guard case .binary(let data) = value, ExternalData.takes(data, of: attribute) else {
            return write(value, of: attribute, in: format.entity, to: &writer)
        }
        let name = format.external.name(of: data, at: index, of: reference)
        writer.writeExternal(name, sizeBytes: data.count)
    }

    /// The existing destinations: the rule No Action leaves references to objects that no longer exist, which a file
    /// cannot contain.
    func living(_ links: Links, in snapshot: GraphSnapshot) -> [ObjectReference] {
        links.references.filter { snapshot.row(of: $0) != nil }
    }

    func write(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription, to writer: inout JSONWriter
    ) {
        guard relationship.isToMany else {
            guard let destination = destinations.first else { return writer.writeNull() }
            writer.writeInteger(destination.number)
            return
        }
        let numbers = destinations.map(\.number)
        writer.writeNumbers(relationship.isOrdered ? numbers : numbers.sorted())
    }

    /// Writes a value in the form of its attribute's type.
    func write(
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
            // The text is JSON itself. Data of a transformer is a string, and must not be mistaken for it.
            writer.writeRaw("{")
            writer.writeKey(AttributeReader.jsonKey)
            writer.writeRaw(Array(text.utf8).onOneLine)
            writer.writeRaw("}")
        case .date(let date): writer.writeDate(date.timeIntervalSinceReferenceDate)
        case .binary(let data): writer.writeBase64([UInt8](data))
        case .uuid(let uuid): writer.writeString(uuid.text)
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
        let present = members.compactMap { member in values[member.name].map { (member: member, value: $0) } }
        writer.writeObject(present.lazy.filter { !$0.value.isNull }) { writer, entry in
            writer.writeKey(entry.member.name)
            write(entry.value, of: entry.member, in: entity, to: &writer)
        }
    }
}

extension JSONWriter {
    /// Writes a reference to the file of a value.
    mutating func writeExternal(_ name: String, sizeBytes: Int) {
        writeRaw("{")
        writeKey(AttributeReader.externalKey)
        writeString(name)
        writeMember(AttributeReader.sizeKey)
        writeInteger(Int64(sizeBytes))
        writeRaw("}")
    }

    /// Writes an array of numbers.
    mutating func writeNumbers(_ numbers: [Int64]) {
        writeArray(numbers) { $0.writeInteger($1) }
    }

    /// Writes an object of numbers, with sorted keys.
    mutating func writeNumbers(byKey numbers: [String: Int64]) {
        writeObject(numbers.sorted { $0.key < $1.key }) { writer, entry in
            writer.writeKey(entry.key)
            writer.writeInteger(entry.value)
        }
    }
}
