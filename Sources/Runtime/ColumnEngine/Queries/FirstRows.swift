import Foundation

/// The first few rows of an order, collected in one pass over all rows.
struct FirstRows {
    private struct Entry {
        var code: UInt64
        /// The second word of a string; 0 for other values.
        var rest: UInt64
        /// The index in ``chunks``.
        var chunk: Int
        var row: Int
    }

    let keys: [ColumnKey]
    /// The number of rows to find.
    let limit: Int
    private var entries: [Entry] = []
    private var maximumCode = UInt64.max
    /// The visited chunks, and the columns of the keys in them.
    private var chunks: [RowChunk] = []
    private var columns: [[Column]] = []

    /// - Parameter limit: The number of rows to find, at least one.
    init(_ keys: [ColumnKey], limit: Int) {
        self.keys = keys
        self.limit = limit
        entries.reserveCapacity(limit + 1)
    }

    var rows: [Row] { entries.map { Row(chunks[$0.chunk], $0.row) } }

    mutating func take(_ rows: RowSelection, of chunk: RowChunk, _ entity: EntityDescription) {
        guard !rows.isEmpty else { return }
        let columns = keys.map { chunk.contents.columns[entity.attributeIndexes[$0.name] ?? 0] }
        chunks.append(chunk)
        self.columns.append(columns)
        let key = keys[0]
        let first = columns[0]
        if case .string(let texts) = first {
            let words = entity.attributeIndexes[key.name].flatMap(chunk.textWords)
            rows.forEach { row in
                let word = words?[row] ?? texts.words(at: row)
                take(key.code(stored: word.code), key.ascending ? word.rest : ~word.rest, row)
            }
        } else {
            rows.forEach { take(key.code(first, row: $0), 0, $0) }
        }
    }

    private mutating func take(_ code: UInt64, _ rest: UInt64, _ row: Int) {
        guard entries.count < limit || code <= maximumCode else { return }
        insert(Entry(code: code, rest: rest, chunk: chunks.count - 1, row: row))
    }

    private mutating func insert(_ entry: Entry) {
        if entries.count == limit, !precedes(entry, entries[limit - 1]) { return }
        let place = entries.firstPlace { precedes(entry, $0) }
        entries.insert(entry, at: place)
        if entries.count > limit { entries.removeLast() }
        if entries.count == limit { maximumCode = entries[limit - 1].code }
    }

    /// Objects with equal keys stay in the order of creation.
    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if left.code != right.code { return left.code < right.code }
        if left.rest != right.rest { return left.rest < right.rest }
        for (index, key) in keys.enumerated() {
            let (leftColumn, rightColumn) = (columns[left.chunk][index], columns[right.chunk][index])
            switch key.order(leftColumn, left.row, rightColumn, right.row) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        let references = (
            chunks[left.chunk].contents.references[left.row], chunks[right.chunk].contents.references[right.row]
        )
        return references.0.wasCreatedBefore(references.1)
    }
}
