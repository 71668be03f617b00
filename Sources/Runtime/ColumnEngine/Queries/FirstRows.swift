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
    /// The visited chunks, and the attributes of the keys in them.
    private var chunks: [(chunk: RowChunk, attributes: [Int])] = []

    /// - Parameter limit: The number of rows to find, at least one.
    init(_ keys: [ColumnKey], limit: Int) {
        self.keys = keys
        self.limit = limit
        entries.reserveCapacity(limit + 1)
    }

    var rows: [Row] { entries.map { Row(chunks[$0.chunk].chunk, $0.row) } }

    /// The attributes of the keys, for rows of an entity.
    func attributes(of entity: EntityDescription) -> [Int] { keys.map { entity.attributeIndexes[$0.name] ?? 0 } }

    /// - Parameter attributes: Those of the keys in the chunk.
    mutating func take(_ rows: RowSelection, of chunk: RowChunk, _ attributes: [Int]) {
        guard !rows.isEmpty else { return }
        chunks.append((chunk, attributes))
        let key = keys[0]
        let column = chunk.contents.columns[attributes[0]]
        if case .string(let texts) = column {
            let words = chunk.textWords(ofAttribute: attributes[0])
            rows.forEach { row in
                let word = words?[row] ?? texts.words(at: row)
                take(key.code(stored: word.code), key.ascending ? word.rest : ~word.rest, row)
            }
        } else {
            rows.forEach { take(key.code(column, row: $0), 0, $0) }
        }
    }

    private mutating func take(_ code: UInt64, _ rest: UInt64, _ row: Int) {
        guard entries.count < limit || code <= maximumCode else { return }
        insert(Entry(code: code, rest: rest, chunk: chunks.count - 1, row: row))
    }

    private mutating func insert(_ entry: Entry) {
        if entries.count == limit, !precedes(entry, entries[limit - 1]) { return }
        let place = entries.partitioningIndex { precedes(entry, $0) }
        entries.insert(entry, at: place)
        if entries.count > limit { entries.removeLast() }
        if entries.count == limit { maximumCode = entries[limit - 1].code }
    }

    /// Objects with equal keys stay in the order of creation.
    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if left.code != right.code { return left.code < right.code }
        if left.rest != right.rest { return left.rest < right.rest }
        for (index, key) in keys.enumerated() {
            let (leftColumn, rightColumn) = (column(ofKey: index, in: left), column(ofKey: index, in: right))
            switch key.order(leftColumn, left.row, rightColumn, right.row) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        let references = (
            chunks[left.chunk].chunk.contents.references[left.row],
            chunks[right.chunk].chunk.contents.references[right.row]
        )
        return references.0.wasCreatedBefore(references.1)
    }

    private func column(ofKey index: Int, in entry: Entry) -> Column {
        let (chunk, attributes) = chunks[entry.chunk]
        return chunk.contents.columns[attributes[index]]
    }
}
