import ObjectGraph

/// Writes what a save changes: the members of its line in a journal, each with the comma before it.
///
/// Of an updated object only the properties that changed are written, null among them.
struct ChangeWriter {
    let formats: [EntityFormat]
    let objects: ObjectWriter

    /// - Parameters:
    ///   - before: The state that the changes began with.
    ///   - after: The state they lead to.
    func members(of changes: ChangeSet, from before: StoreContents, to after: StoreContents) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write("insert", Dictionary(grouping: changes.inserted, by: \.objectID.entityName), to: &writer) {
            change, format, writer in
            objects.write(change.record, change.objectID, in: after.snapshot, format, to: &writer)
        }
        write("update", Dictionary(grouping: changes.updated, by: \.objectID.entityName), to: &writer) {
            change, format, writer in
            guard let old = before.snapshot.record(for: change.objectID) else { return }
            objects.writeChanges(from: old, to: change.record, change.objectID, in: after.snapshot, format, to: &writer)
        }
        writeDeletions(Dictionary(grouping: changes.deleted, by: \.objectID.entityName), to: &writer)
        writeLastNumbers(of: changes, from: before, to: after, &writer)
        if before.metadata != after.metadata {
            writer.writeRaw(", ")
            writer.writeKey("metadata")
            writer.writeRaw(JSONText.onOneLine(after.metadata))
        }
        return writer.finish()
    }

    private func write(
        _ key: String, _ changes: [String: [ChangeSet.Change]], to writer: inout JSONWriter,
        _ body: (ChangeSet.Change, EntityFormat, inout JSONWriter) -> Void
    ) {
        guard !changes.isEmpty else { return }
        writer.writeRaw(", ")
        writer.writeKey(key)
        writer.writeRaw("{")
        var isFirstEntity = true
        for format in formats {
            guard let changes = changes[format.entity.name] else { continue }
            if !isFirstEntity { writer.writeRaw(", ") }
            isFirstEntity = false
            writer.writeKey(format.entity.name)
            writer.writeRaw("[")
            for (position, change) in changes.enumerated() {
                writer.writeRaw(position == 0 ? "{" : ", {")
                body(change, format, &writer)
                writer.writeRaw("}")
            }
            writer.writeRaw("]")
        }
        writer.writeRaw("}")
    }

    private func writeDeletions(_ deletions: [String: [ChangeSet.Deletion]], to writer: inout JSONWriter) {
        guard !deletions.isEmpty else { return }
        writer.writeRaw(", ")
        writer.writeKey("delete")
        writer.writeRaw("{")
        for (position, entry) in deletions.sorted(by: { $0.key < $1.key }).enumerated() {
            if position > 0 { writer.writeRaw(", ") }
            writer.writeKey(entry.key)
            writer.writeNumbers(entry.value.map(\.objectID.number).sorted())
        }
        writer.writeRaw("}")
    }

    /// The last numbers are needed only where a reader would not find them out from the objects that were inserted.
    private func writeLastNumbers(
        of changes: ChangeSet, from before: StoreContents, to after: StoreContents, _ writer: inout JSONWriter
    ) {
        var known = before.lastNumbers
        for change in changes.inserted {
            guard let root = formats.first(where: { $0.entity.name == change.objectID.entityName })?.rootName else {
                continue
            }
            known[root] = max(known[root, default: 0], change.objectID.number)
        }
        let needed = after.lastNumbers.filter { $0.value > known[$0.key, default: 0] }
        guard !needed.isEmpty else { return }
        writer.writeRaw(", ")
        writer.writeKey("lastIDs")
        writer.writeNumbers(byKey: needed)
    }
}
