import ColumnEngine
import JSONTokens

/// Reads the changes of a save from its line in a journal.
struct ChangeReader {
    let formats: [String: EntityLayout]
    /// Whether a relationship can contain an object twice, as in a salvaged store.
    var takesRepetitions = false

    func changes(of line: UnsafeRawBufferPointer) throws -> StoredChanges {
        try JSONScanner.scan(line) { try read(&$0) }
    }

    /// Reads a line, and applies its changes to a store.
    func replay(_ line: UnsafeRawBufferPointer, on replayer: inout ChangeReplayer) throws {
        try JSONScanner.scan(line) { scanner in
            let changes = try read(&scanner)
            try replayer.apply(changes, scanner)
        }
    }

    private func read(_ scanner: inout JSONScanner) throws -> StoredChanges {
        var changes = StoredChanges()
        var keysRead: Set<String> = []
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            guard keysRead.insert(key).inserted else {
                throw scanner.error("duplicate key '\(key)'", at: scanner.keyOffset)
            }
            try readMember(key, &scanner, into: &changes)
        }
        return changes
    }

    private func readMember(_ key: String, _ scanner: inout JSONScanner, into changes: inout StoredChanges) throws {
        switch key {
        case "sequence", "synced", JournalLine.checksumKey: try scanner.skipValue()
        case "insert":
            try readEntities(&scanner) { scanner, format in
                changes.inserted.append(try reader(of: format, .insertion).read(&scanner))
            }
        case "update":
            try readEntities(&scanner) { scanner, format in
                changes.updated.append(try reader(of: format, .update).read(&scanner))
            }
        case "delete":
            try readEntities(&scanner) { scanner, format in
                _ = try scanner.peek()
                let offset = scanner.offset
                changes.deleted.append(
                    StoredChanges.Deletion(format: format, number: try scanner.readInteger(), offset: offset))
            }
        case "lastIDs":
            var header = StoreMetadata()
            try header.readLastNumbers(&scanner, rootNames: Set(formats.values.map(\.rootName)))
            changes.lastNumbers = header.lastNumbers
        case "metadata":
            var header = StoreMetadata()
            try header.readMetadata(&scanner)
            changes.metadata = header.metadata
        default: throw scanner.error("unknown key '\(key)' in a save", at: scanner.keyOffset)
        }
    }

    private func reader(of format: EntityLayout, _ source: ObjectReader.Source) -> ObjectReader {
        ObjectReader(format: format, source: source, takesRepetitions: takesRepetitions)
    }

    /// Reads an object whose keys are entities, and whose values are arrays.
    private func readEntities(
        _ scanner: inout JSONScanner, _ element: (inout JSONScanner, EntityLayout) throws -> Void
    ) throws {
        try scanner.beginObject()
        while let name = try scanner.nextKey() {
            guard let format = formats[name] else {
                throw scanner.error(
                    "the model has no entity '\(name)' with objects of its own", at: scanner.keyOffset)
            }
            try scanner.readArray { try element(&$0, format) }
        }
    }
}
