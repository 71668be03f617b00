import ColumnEngine
import JSONTokens

/// Reads the objects of one entity into columns.
final class EntityReader {
    let format: EntityLayout
    let ordinal: Int
    /// The numbers of all rows, in the order of the file.
    private(set) var numbers: [Int64] = []
    /// By the index of the relationship; nil if the other side is stored.
    private(set) var links: [LinkReader?]
    /// The unknown members of objects, by their numbers.
    private(set) var unknown: [Int64: UnknownMembers] = [:]
    /// The columns of each chunk, in the order of the attributes.
    private(set) var chunks: [[Column]] = []

    init(_ format: EntityLayout, ordinal: Int) {
        self.format = format
        self.ordinal = ordinal
        links = LinkReader.readers(of: format)
    }

    /// Creates a reader that has read all objects.
    init(_ format: EntityLayout, ordinal: Int, _ rows: ExtractedRows.Run) {
        self.format = format
        self.ordinal = ordinal
        numbers = rows.numbers
        links = rows.links
        unknown = rows.unknown
        chunks = rows.chunks
    }

    /// - Parameter consumed: A closure that receives the offset of the read part from time to time.
    func readObjects(_ scanner: inout JSONScanner, _ consumed: (Int) -> Void) throws {
        let cells = ChunkCells(format)
        var objects = ObjectColumnReader(format)
        var numbers: [Int64] = []
        var row = 0
        try scanner.beginArray()
        while try scanner.nextElement() {
            numbers.append(try objects.read(&scanner, into: cells, row: row))
            row += 1
            if row == ChunkCells.capacity {
                chunks.append(cells.takeColumns(row))
                row = 0
                consumed(scanner.offset)
            }
        }
        if row > 0 { chunks.append(cells.takeColumns(row)) }
        links = objects.takeLinks()
        self.numbers = numbers
        unknown = objects.unknown
    }
}
