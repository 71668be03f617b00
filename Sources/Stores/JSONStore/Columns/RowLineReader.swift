import ColumnEngine
import FileAccess
import JSONTokens

/// Reads lines of objects into columns, on one thread.
struct RowLineReader {
    /// The window that contains the lines.
    var window: FileWindow
    /// For the entity whose lines were read last.
    private var cells: (entityName: String, cells: ChunkCells)?

    /// The initial size of a window: enough for the lines of a chunk with short values.
    static let windowBytes = 1 << 18

    /// - Throws: ``SystemError``.
    init() throws { window = try FileWindow(capacity: Self.windowBytes) }

    /// The objects in lines.
    ///
    /// - Throws: ``UnusualFileError`` if the number of objects differs from that of lines, or they are not the known
    ///   objects; `JSONError` with a meaningless position.
    mutating func read(_ lines: RowLines) throws -> LineRows {
        let entity = lines.format.entity
        let cells = cells.flatMap { $0.entityName == entity.name ? $0.cells : nil } ?? ChunkCells(lines.format)
        self.cells = (entity.name, cells)
        let bytes = UnsafeRawBufferPointer(rebasing: window.bytes[lines.range])
        return try JSONScanner.scanElements(bytes, depth: StoreFormat.depthOfObjects) { scanner in
            try Self.read(lines, &scanner, into: cells)
        }
    }

    private static func read(
        _ lines: RowLines, _ scanner: inout JSONScanner, into cells: ChunkCells
    ) throws -> LineRows {
        var objects = ObjectColumnReader(lines.format)
        var numbers: [Int64] = []
        numbers.reserveCapacity(lines.count)
        var endsWithComma = true
        while endsWithComma, scanner.hasElement() {
            guard numbers.count < lines.count else { throw UnusualFileError() }
            numbers.append(try objects.read(&scanner, into: cells, row: numbers.count))
            endsWithComma = try scanner.consumeComma()
        }
        guard numbers.count == lines.count else { throw UnusualFileError() }
        let links = objects.takeLinks()
        if let known = lines.known {
            guard cells.takeRows(numbers.count, comparingWith: known.columns),
                numbers.elementsEqual(known.references.lazy.map(\.number)),
                zip(links, known.links).allSatisfy({ $0?.hasNumbers(of: $1) ?? true })
            else { throw UnusualFileError() }
            return LineRows(known: lines, unknown: objects.unknown, endsWithComma: endsWithComma)
        }
        return LineRows(
            entityName: lines.format.entity.name, place: lines.place, numbers: numbers, links: links,
            unknown: objects.unknown, columns: cells.takeColumns(numbers.count), endsWithComma: endsWithComma)
    }
}
