import ColumnEngine
import Foundation
import JSONTokens

/// The parts of a damaged store that can be kept.
struct StoreSalvage {
    private(set) var contents: StoreContents
    /// The rejected parts: their places, the reasons, and their text.
    private(set) var rejected: [RejectedPart] = []
    /// Links on which the sides of relationships disagree, or that have no destination.
    private(set) var links: [LinkFinding] = []
    /// What has to be corrected by hand, because a repair would lose intact objects.
    private(set) var unclear: [StoreFinding] = []
    /// Whether the file is, or was, that of a store: it has a part of its form, an object, or a store's other files.
    private(set) var isOfAStore = true

    struct RejectedPart {
        var finding: StoreFinding
        var text: [UInt8]
    }

    /// The message about one link for a check, and the one after a repair.
    struct LinkFinding {
        var found: StoreFinding
        var repaired: StoreFinding
    }

    /// All problems, for a check.
    var findings: [StoreFinding] { unclear + rejected.map(\.finding) + links.map(\.found) }

    /// The folder of large binary values.
    let external: ExternalData

    private let paths: StorePaths
    private let reader: StoreFileReader

    /// - Throws: `StoreError` if the files cannot be read, or contain nothing usable.
    init(paths: StorePaths, model: ManagedObjectModel, newIdentifier: UUID) throws {
        self.paths = paths
        external = ExternalData(folder: paths.data)
        // An object is rejected if its value is lost, but not because somebody else may not read it.
        try external.checkIsReadable()
        reader = StoreFileReader(model: model, path: paths.file, external: external)
        contents = StoreContents(identifier: newIdentifier, model: model)
        var problem: StoreError?
        do {
            guard let opened = try StoreOpening(paths: paths, reader: reader).open() else { return }
            contents = opened.contents
            if SideCheck(snapshot: contents.snapshot, model: model).first() == nil { return }
        } catch let error as StoreError {
            // A store of another model or a newer version is not damaged, and a repair would keep little of it.
            guard ![.fileSystem, .modelMismatch, .newerFormat].contains(error.code) else { throw error }
            problem = error
        }
        try salvage(problem, newIdentifier)
    }

    private mutating func salvage(_ problem: StoreError?, _ newIdentifier: UUID) throws {
        let file = withoutByteOrderMark(try FileReading(paths.file)?.bytes.array ?? [])
        var graph = salvagedFile(file, newIdentifier)
        let graphOfFile = graph
        isOfAStore = hasForm(file) || !graph.objects.isEmpty || identifierOfOtherFiles != nil
        if let journal = try FileReading(paths.journal)?.bytes.array, !journal.isEmpty {
            salvageJournal(journal, on: BaseIdentity(of: file), into: &graph)
        }
        contents.snapshot = try settle(graph, file)
        contents.unknownOfObjects = graph.unknown
        contents.lastNumbers.merge(contents.highestNumbers(in: Array(reader.formats.values)), uniquingKeysWith: max)
        guard let problem, rejected.isEmpty, links.isEmpty else { return }
        let isOfLinks = try problem.location == paths.journal || !agreed(graphOfFile).decisions.isEmpty
        if problem.code != .journalMismatch, isOfLinks {
            var finding = problem.finding
            finding.message += "; later saves corrected it"
            links.append(LinkFinding(found: finding, repaired: finding))
        } else {
            // All objects are intact, but not the parts around them.
            let lines = file.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
            let text = problem.line.flatMap { $0 <= lines.count ? Array(lines[$0 - 1]) : nil } ?? []
            rejected.append(RejectedPart(finding: problem.finding, text: text))
        }
    }

    /// Removes and reports the mark that some editors put before a text, because everything after it is intact.
    private mutating func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard bytes.starts(with: mark) else { return bytes }
        let finding = StoreFinding(
            location: paths.file, line: 1, column: 1, "the text starts with a byte order mark")
        rejected.append(RejectedPart(finding: finding, text: mark))
        return Array(bytes.dropFirst(mark.count))
    }

    /// Whether a file has a part of the form in which stores are written, also if it was cut off.
    private func hasForm(_ file: [UInt8]) -> Bool {
        let beginning = "{\"format\": \"\(StoreFormat.name)\""
        return Array(beginning.utf8).starts(with: file)
            || ["\"\(StoreFormat.name)\"", "\n \"entities\": {"].contains { file.firstRange(of: Array($0.utf8)) != nil }
    }

    /// The store's identifier in its other files, which would otherwise be those of another store.
    private var identifierOfOtherFiles: UUID? {
        if let history = try? FileReading(paths.history)?.bytes.array,
            let lines = try? HistoryLines(history, path: paths.history)
        {
            return lines.statement.store
        }
        guard let journal = try? FileReading(paths.journal)?.bytes.array else { return nil }
        return (try? JournalParser.contents(of: journal))?.bases.first?.store
    }

    private mutating func salvagedFile(_ bytes: [UInt8], _ newIdentifier: UUID) -> SalvagedGraph {
        bytes.withUnsafeBytes { bytes in
            let head = SalvagedHeader(bytes, rootNames: Set(reader.formats.values.map(\.rootName)))
            let identifier = head.header.identifier ?? identifierOfOtherFiles ?? newIdentifier
            contents = StoreContents(identifier: identifier, model: reader.model)
            contents.metadata = head.header.metadata
            contents.lastNumbers = head.header.lastNumbers
            contents.unknown = head.unknown
            let keptKeys = Set(head.unknown.members.map(\.name))
            let salvaged = SalvagedObjects(bytes, formats: reader.formats, keptKeys: keptKeys)
            var parts = salvaged.rejected
            var graph = SalvagedGraph(model: reader.model, layout: contents.snapshot.layout)
            for object in salvaged.objects {
                guard let reason = graph.add(object) else { continue }
                parts.append(
                    SalvagedObjects.Rejected(range: Self.line(at: object.offset, in: bytes), reason: reason))
            }
            reject(parts, bytes)
            var places = TextPositions(bytes)
            unclear = salvaged.unclear.map { part in
                let place = places.place(of: part.range.lowerBound)
                return StoreFinding(location: paths.file, line: place.line, column: place.column, part.reason)
            }
            return graph
        }
    }

    private mutating func salvageJournal(_ bytes: [UInt8], on base: BaseIdentity, into graph: inout SalvagedGraph) {
        let parsed = try? JournalParser.contents(of: bytes)
        // A journal without a complete first line contains no save.
        if let parsed, parsed.bases.isEmpty, parsed.damage == nil { return }
        guard let journal = parsed, let start = journal.base(base), let saves = journal.saves(after: start) else {
            return rejectJournal(from: 0, line: 1, "the journal belongs to another file", bytes)
        }
        let changeReader = ChangeReader(formats: reader.formats, takesRepetitions: true)
        for save in saves {
            let changes = bytes.withUnsafeBytes { bytes in
                try? changeReader.changes(of: UnsafeRawBufferPointer(rebasing: bytes[save.range]))
            }
            guard let changes, graph.apply(changes, line: save.line) else {
                return rejectJournal(
                    from: save.range.lowerBound, line: save.line, "the save does not match the file", bytes)
            }
            contents.note(changes)
        }
        guard let damage = journal.damage else { return }
        rejectJournal(from: damage.offset, line: damage.line, damage.message, bytes)
    }

    /// Returns the graph, and records the decisions on its links.
    private mutating func settle(_ graph: SalvagedGraph, _ file: [UInt8]) throws -> GraphSnapshot {
        let (snapshot, decisions) = try agreed(graph)
        file.withUnsafeBytes { bytes in
            var places = TextPositions(bytes)
            for decision in decisions {
                var finding = StoreFinding(location: paths.file, "")
                switch graph.objects[decision.source]?.place {
                case .file(let offset): (finding.line, finding.column) = places.place(of: offset)
                case .journal(let line): (finding.location, finding.line, finding.column) = (paths.journal, line, 1)
                case nil: break
                }
                links.append(LinkFinding(decision, graph.layout.name(of: decision.source), at: finding))
            }
        }
        return snapshot
    }

    private func agreed(_ graph: SalvagedGraph) throws -> (snapshot: GraphSnapshot, decisions: [LinkDecision]) {
        do {
            return try graph.agreed()
        } catch {
            throw StoreError(.malformed, location: paths.file, "the recovered objects are inconsistent: \(error)")
        }
    }

    private mutating func rejectJournal(from offset: Int, line: Int, _ reason: String, _ bytes: [UInt8]) {
        for (index, text) in bytes[offset...].split(separator: ASCII.lineFeed).enumerated() {
            let finding = StoreFinding(location: paths.journal, line: line + index, column: 1, reason)
            rejected.append(RejectedPart(finding: finding, text: Array(text)))
        }
    }

    private mutating func reject(_ parts: [SalvagedObjects.Rejected], _ bytes: UnsafeRawBufferPointer) {
        var places = TextPositions(bytes)
        let known = places.places(of: parts.map(\.place))
        for part in parts {
            let place = known[part.place]
            let finding = StoreFinding(location: paths.file, line: place?.line, column: place?.column, part.reason)
            rejected.append(RejectedPart(finding: finding, text: Array(bytes[part.range])))
        }
    }

    private static func line(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        offset..<(bytes[offset...].firstIndex(of: ASCII.lineFeed) ?? bytes.count)
    }
}

extension StoreSalvage.LinkFinding {
    fileprivate init(_ decision: LinkDecision, _ name: String, at place: StoreFinding) {
        found = place
        found.message = "\(name): \(decision.message(isRepaired: false))"
        repaired = place
        repaired.message = "\(name): \(decision.message(isRepaired: true))"
    }
}

/// Finds the lines and columns of ascending offsets in one pass over the text.
struct TextPositions {
    private let bytes: UnsafeRawBufferPointer
    /// The start of a line that was found.
    private var start = 0
    /// Its number, from 1.
    private var line = 1
    /// An offset in this line, and its column.
    private var known = (offset: 0, column: 1)

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The line and column, from 1 and in characters, of the byte at `offset`.
    mutating func place(of offset: Int) -> (line: Int?, column: Int?) {
        if offset < known.offset { (start, line, known) = (0, 1, (0, 1)) }
        let before = bytes[known.offset..<offset].lastIndex { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
        if let before {
            guard let lines = position(of: before + 1, from: start)?.line else { return (nil, nil) }
            line += lines - 1
            start = before + 1
            known = (start, 1)
        }
        // A line can be long, and contain many places, which begin with a character of their own.
        guard let column = position(of: offset, from: known.offset)?.column else { return (line, nil) }
        known = (offset, known.column + column - 1)
        return (line, known.column)
    }

    /// The places of offsets in any order.
    mutating func places(of offsets: [Int]) -> [Int: (line: Int?, column: Int?)] {
        var places: [Int: (line: Int?, column: Int?)] = [:]
        for offset in offsets.sorted() where places[offset] == nil { places[offset] = place(of: offset) }
        return places
    }

    /// The line and column counted from another offset.
    private func position(of offset: Int, from start: Int) -> (line: Int, column: Int)? {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        return try? JSONScanner.scan(rest, isWhole: false) { $0.position(at: offset - start) }
    }
}
