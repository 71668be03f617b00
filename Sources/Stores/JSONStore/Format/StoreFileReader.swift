import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Reads a store's file. Files are untrusted: the result is always a valid graph, or an error with its position.
struct StoreFileReader {
    let model: ManagedObjectModel
    let path: String
    let formats: [String: EntityLayout]

    /// Whether the file was written when attributes had other default values, so missing values have another meaning
    /// than in a current file.
    let hasOtherDefaults: Bool
    private let external: ExternalData

    init(
        model: ManagedObjectModel, path: String, external: ExternalData, absentValues: [String: [AttributeValue]]? = nil
    ) {
        self.model = model
        self.path = path
        self.external = external
        hasOtherDefaults = absentValues != nil
        let formats = EntityLayout.all(of: model, external: external, absentValues: absentValues ?? [:])
        self.formats = Dictionary(uniqueKeysWithValues: formats.map { ($0.entity.name, $0) })
    }

    /// A reader with the default values of the present file.
    func forPresentFile() -> StoreFileReader {
        // Any problems of the file are reported when it is read.
        let absentValues = (try? StoredModel.read(path))?.absentValues(for: model, path: path)
        guard absentValues != nil || hasOtherDefaults else { return self }
        return StoreFileReader(model: model, path: path, external: external, absentValues: absentValues)
    }

    /// Forgets the files of large values that are not in a state.
    func forgetValues(notIn snapshot: GraphSnapshot) {
        let values = ExternalValues(external, model: model)
        guard values.isPossible else { return }
        external.forget(allBut: values.names(in: snapshot)) { snapshot.row(of: $0) != nil }
    }

    /// The contents of a file.
    ///
    /// - Parameters:
    ///   - extracted: The objects that were extracted from the bytes and have been read.
    ///   - consumed: A closure that receives the number of bytes at the start that only an error would need again.
    /// - Throws: `StoreError`; ``UnusualFileError`` if the bytes have no place for the extracted objects.
    func read(
        _ bytes: UnsafeRawBufferPointer, _ extracted: ExtractedRows = ExtractedRows(),
        consumed: (Int) -> Void = { _ in }
    ) throws -> StoreContents {
        do {
            let contents = try JSONScanner.scan(bytes) { try read(&$0, extracted, consumed) }
            guard extracted.isEmpty else { throw UnusualFileError() }
            return contents
        } catch let error as JSONError {
            throw StoreError(error, location: path)
        }
    }

    private func read(
        _ scanner: inout JSONScanner, _ extracted: ExtractedRows, _ consumed: (Int) -> Void
    ) throws -> StoreContents {
        guard try scanner.peek() == .object else { throw notAStore() }
        var header = StoreMetadata()
        var graph: GraphReader?
        var keysRead: Set<String> = []
        var unknown = UnknownMembers()
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            // The format comes first, because it determines what can follow.
            guard key == "format" || !keysRead.isEmpty else { throw notAStore() }
            guard keysRead.insert(key).inserted else {
                throw scanner.error("duplicate key '\(key)'", at: scanner.keyOffset)
            }
            switch key {
            case "format": guard try scanner.readString() == StoreFormat.name else { throw notAStore() }
            case "version": try StoreMetadata.readVersion(&scanner, path: path)
            case "store": try header.readIdentifier(&scanner)
            case "model": try ModelCheck(model: model, path: path).read(&scanner)
            // A store is read with a known model. This one is mostly for readers without one.
            case StoredModel.schemaKey: try ModelCheck(model: model, path: path).readText(&scanner)
            case "metadata": try header.readMetadata(&scanner)
            case "lastIDs": try header.readLastNumbers(&scanner, rootNames: Set(formats.values.map(\.rootName)))
            case "entities": graph = try readGraph(&scanner, header, keysRead, extracted, consumed)
            default: try unknown.read(key, &scanner)
            }
        }
        guard !keysRead.isEmpty else { throw notAStore() }
        guard var graph, let identifier = header.identifier else {
            throw scanner.error("the key 'entities' is missing")
        }
        var contents = StoreContents(identifier: identifier, model: model)
        contents.metadata = header.metadata
        contents.snapshot = try graph.finish(scanner)
        contents.unknown = unknown
        contents.unknownOfObjects = graph.unknown
        contents.lastNumbers = header.lastNumbers.merging(
            contents.highestNumbers(in: Array(formats.values)), uniquingKeysWith: max)
        return contents
    }

    private func readGraph(
        _ scanner: inout JSONScanner, _ header: StoreMetadata, _ keysRead: Set<String>, _ extracted: ExtractedRows,
        _ consumed: (Int) -> Void
    ) throws -> GraphReader {
        let missing = ["version", "store", "model"].first { !keysRead.contains($0) }
        guard missing == nil, let identifier = header.identifier else {
            throw scanner.error("the key '\(missing ?? "store")' is missing before 'entities'", at: scanner.keyOffset)
        }
        var reader = GraphReader(model: model, formats: formats, storeIdentifier: identifier)
        try reader.readEntities(&scanner, extracted, consumed)
        return reader
    }

    private func notAStore() -> StoreError {
        StoreError(
            .notAStore, location: path,
            "the file is not a store: it does not begin with \"format\": \"\(StoreFormat.name)\"")
    }
}

extension StoreFileReader {
    /// The contents of a file in the form of a writer, with one object per line,
    /// which several threads read part by part.
    ///
    /// The lines that look like objects are extracted from the file. The rest is read like any JSON, and must have
    /// empty arrays in the place of the lines.
    ///
    /// - Parameter known: The contents of the file, if they are known. Its objects are then compared with these instead
    ///   of being created, and are part of the result.
    /// - Throws: Any error if the file does not have this form, or has other objects than the known ones. Its problems,
    ///   if any, show when all its bytes are read.
    func read(_ stream: FileStream, threadCount: Int, known: StoreContents? = nil) throws -> StoreContents {
        let feeder = try RowLineFeeder(stream, formats: formats.values, known: known?.snapshot)
        let extracted = ExtractedRows()
        var rowCount = 0
        try ParallelWork.perform(on: threadCount) {
            try RowLineReader()
        } next: { reader in
            try feeder.next(into: &reader.window)
        } work: { reader, lines in
            (rows: try reader.read(lines), count: lines.count)
        } take: { rows, count in
            try extracted.append(rows)
            rowCount += count
        }
        var contents = try feeder.frame.withUnsafeBytes { try read($0, extracted) }
        guard let known else { return contents }
        guard rowCount == known.snapshot.objectCount, isValid(known.snapshot) else { throw UnusualFileError() }
        contents.snapshot = known.snapshot
        contents.lastNumbers.merge(known.highestNumbers(in: Array(formats.values)), uniquingKeysWith: max)
        return contents
    }

    /// Whether a graph meets the conditions that are otherwise checked when one is created from a file.
    private func isValid(_ snapshot: GraphSnapshot) -> Bool {
        let families = Dictionary(grouping: snapshot.tables.filter { $0.count > 0 }, by: \.entity.rootName)
        let haveUniqueNumbers = families.values.allSatisfy { tables in
            // The usual case takes no copies.
            if tables.count == 1 { return tables[0].hasAscendingNumbers }
            return tables.flatMap { $0.chunks.flatMap { $0.contents.references.map(\.number) } }.sorted()
                .isStrictlyAscending
        }
        return haveUniqueNumbers && SideCheck(snapshot: snapshot, model: model).first() == nil
    }
}

extension EntityTable {
    fileprivate var hasAscendingNumbers: Bool {
        var last: Int64?
        for chunk in chunks {
            for reference in chunk.contents.references {
                if let last, last >= reference.number { return false }
                last = reference.number
            }
        }
        return true
    }
}
