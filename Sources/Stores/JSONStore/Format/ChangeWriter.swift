import ColumnEngine
import JSONTokens

/// Writes the changes of a save: the members of its line in a journal, each after a comma.
///
/// Only the changed properties of an updated object are written, including null.
struct ChangeWriter {
    /// By table; nil for the table of an entity without objects, or of another store.
    private let formats: [EntityLayout?]
    private let objects: ObjectWriter

    init(model: ManagedObjectModel, formats: [EntityLayout], objects: ObjectWriter) {
        let byName = Dictionary(uniqueKeysWithValues: formats.map { ($0.entity.name, $0) })
        self.formats = Array(repeating: nil, count: model.firstTableOrdinal) + model.entities.map { byName[$0.name] }
        self.objects = objects
    }

    /// - Parameters:
    ///   - before: The state before the changes.
    ///   - after: The state after the changes.
    func members(of changes: ChangeSet, from before: StoreContents, to after: StoreContents) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write("insert", changes.inserted, \.reference, to: &writer) { insertion, format, writer in
            writer.writeRaw("{")
            objects.write(insertion, in: after.snapshot, format, to: &writer)
            writer.writeRaw("}")
        }
        let updated = changes.updated.filter { !$0.values.isEmpty || !$0.links.isEmpty }
        write("update", updated, \.reference, to: &writer) { update, format, writer in
            writer.writeRaw("{")
            objects.write(update, from: before.snapshot, in: after.snapshot, format, to: &writer)
            writer.writeRaw("}")
        }
        write("delete", changes.deleted, \.reference, to: &writer) { deletion, _, writer in
            writer.writeInteger(deletion.reference.number)
        }
        writeLastNumbers(of: changes, from: before, to: after, &writer)
        if before.metadata != after.metadata {
            writer.writeMember("metadata")
            writer.writeRaw(after.metadata.onOneLine)
        }
        return writer.finish()
    }

    /// Writes an array for each entity, in the order of the model, with its elements in the order of their numbers.
    private func write<Change>(
        _ key: String, _ changes: [Change], _ reference: KeyPath<Change, ObjectReference>, to writer: inout JSONWriter,
        _ body: (Change, EntityLayout, inout JSONWriter) -> Void
    ) {
        guard !changes.isEmpty else { return }
        writer.writeMember(key)
        writer.writeRaw("{")
        var ordinal: Int?
        for change in changes.sorted(by: { $0[keyPath: reference] < $1[keyPath: reference] }) {
            guard let format = formats[change[keyPath: reference].entityOrdinal] else { continue }
            if change[keyPath: reference].entityOrdinal == ordinal {
                writer.writeRaw(", ")
            } else {
                if ordinal != nil { writer.writeRaw("], ") }
                ordinal = change[keyPath: reference].entityOrdinal
                writer.writeKey(format.entity.name)
                writer.writeRaw("[")
            }
            body(change, format, &writer)
        }
        writer.writeRaw("]}")
    }

    /// The last numbers are needed only if a reader cannot derive them from the inserted objects.
    private func writeLastNumbers(
        of changes: ChangeSet, from before: StoreContents, to after: StoreContents, _ writer: inout JSONWriter
    ) {
        var known = before.lastNumbers
        for insertion in changes.inserted {
            guard let root = formats[insertion.reference.entityOrdinal]?.rootName else { continue }
            known[root] = max(known[root, default: 0], insertion.reference.number)
        }
        let needed = after.lastNumbers.filter { $0.value > known[$0.key, default: 0] }
        guard !needed.isEmpty else { return }
        writer.writeMember("lastIDs")
        writer.writeNumbers(byKey: needed)
    }
}
