import Foundation
import ObjectGraph

/// What is sound of a damaged store, and what is not.
struct StoreSalvage {
    private(set) var contents: StoreContents
    /// What could not be kept: where it stood, why, and its text.
    private(set) var rejected: [RejectedPart] = []

    struct RejectedPart {
        var finding: StoreFinding
        var text: [UInt8]
    }

    private let paths: StorePaths
    private let reader: StoreReader

    init(paths: StorePaths, model: ManagedObjectModel, newIdentifier: UUID) throws {
        self.paths = paths
        reader = StoreReader(model: model, path: paths.file, external: ExternalData(folder: paths.data))
        contents = StoreContents(identifier: newIdentifier, model: model)
        let file = try FileReading(paths.file)?.bytes.array
        if let file { try salvage(file, model) }
        if let journal = try FileReading(paths.journal)?.bytes.array, !journal.isEmpty {
            salvageJournal(journal, on: BaseIdentity(of: file ?? []), model)
        }
    }

    private mutating func salvage(_ bytes: [UInt8], _ model: ManagedObjectModel) throws {
        let problem: JSONStoreError
        do throws(JSONStoreError) {
            contents = try read(bytes)
            return
        } catch {
            problem = error
        }
        var header = StoreHeader()
        bytes.withUnsafeBytes { header.salvage($0) }
        contents = StoreContents(identifier: header.identifier ?? contents.identifier, model: model)
        contents.metadata = header.metadata
        try bytes.withUnsafeBytes { bytes in
            let salvaged = SalvagedObjects(bytes, formats: reader.formats)
            for part in salvaged.rejected { reject(part.reason, bytes, part.range) }
            var graph = SalvagedGraph(model: model, layout: contents.snapshot.layout)
            for object in salvaged.objects {
                if let reason = graph.add(object) { reject(reason, bytes, Self.line(at: object.offset, in: bytes)) }
            }
            do {
                contents.snapshot = try graph.finish()
                contents.unknownOfObjects = graph.unknown
            } catch {
                throw JSONStoreError(
                    .malformed, path: paths.file, "the objects that were found do not fit together: \(error)")
            }
            for link in graph.brokenLinks {
                reject("'\(link.name)' \(link.reason)", bytes, Self.line(at: link.offset, in: bytes))
            }
        }
        contents.lastNumbers = contents.greatestNumbers(in: Array(reader.formats.values))
        guard rejected.isEmpty else { return }
        // All objects are sound; what is around them is not.
        let lines = bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
        let text = problem.line.flatMap { $0 <= lines.count ? Array(lines[$0 - 1]) : nil } ?? []
        rejected.append(RejectedPart(finding: StoreFinding(problem), text: text))
    }

    private func read(_ bytes: [UInt8]) throws(JSONStoreError) -> StoreContents {
        do {
            return try bytes.withUnsafeBytes { try reader.read($0) }
        } catch let error as JSONStoreError {
            throw error
        } catch {
            throw JSONStoreError(.malformed, path: paths.file, "\(error)")
        }
    }

    private mutating func salvageJournal(_ bytes: [UInt8], on base: BaseIdentity, _ model: ManagedObjectModel) {
        guard let journal = try? JournalParser.contents(of: bytes), let start = journal.base(base),
            let saves = journal.saves(after: start)
        else { return rejectJournal(from: 0, line: 1, "the journal belongs to another file", bytes) }
        var replayer = ChangeReplayer(model: model, contents: contents)
        for save in saves {
            do {
                try bytes.withUnsafeBytes { bytes in
                    try ChangeReader(formats: reader.formats).replay(
                        UnsafeRawBufferPointer(rebasing: bytes[save.range]), on: &replayer)
                }
                contents = replayer.contents
            } catch {
                return rejectJournal(from: save.range.lowerBound, line: save.line, "the save does not fit", bytes)
            }
        }
        guard let damage = journal.damage else { return }
        rejectJournal(from: damage.offset, line: damage.line, damage.message, bytes)
    }

    private mutating func rejectJournal(from offset: Int, line: Int, _ reason: String, _ bytes: [UInt8]) {
        for (index, text) in bytes[offset...].split(separator: ASCII.lineFeed).enumerated() {
            let finding = StoreFinding(path: paths.journal, line: line + index, column: 1, reason)
            rejected.append(RejectedPart(finding: finding, text: Array(text)))
        }
    }

    private mutating func reject(_ reason: String, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        let place = try? JSONScanner.scan(bytes, isWhole: false) { $0.position(at: range.lowerBound) }
        let finding = StoreFinding(path: paths.file, line: place?.line, column: place?.column, reason)
        rejected.append(RejectedPart(finding: finding, text: Array(bytes[range])))
    }

    private static func line(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        offset..<(bytes[offset...].firstIndex(of: ASCII.lineFeed) ?? bytes.count)
    }
}

extension StoreHeader {
    /// Reads as much of a file's head as can be read.
    fileprivate mutating func salvage(_ bytes: UnsafeRawBufferPointer) {
        var header = self
        try? JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            while let key = try scanner.nextKey(), key != "entities" {
                switch key {
                case "store": try header.readIdentifier(&scanner)
                case "metadata": try header.readMetadata(&scanner)
                default: try scanner.skipValue()
                }
            }
        }
        self = header
    }
}
