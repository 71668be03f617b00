import Foundation

/// The rows of a table in the order of a key, found by merging the indexes of its chunks.
struct OrderedRows {
    let attribute: Int
    /// Whether the model has an index or a constraint that begins with the attribute.
    let isDeclared: Bool
    private let key: ColumnKey
    private let indexes: [ChunkIndex]
    /// The values of the key in each chunk.
    private let columns: [Column]
    /// The part of each chunk's index that matters; nil for all rows.
    private var places: [Range<Int>]?

    /// Nil unless every chunk has an index of the attribute. Each is asked once, so those without one count the scan.
    init?(_ key: ColumnKey, of table: EntityTable) {
        guard key.nilCode == 0, let attribute = table.entity.attributeIndexes[key.name] else { return nil }
        let isDeclared = table.entity.indexedAttributeNames.contains(key.name)
        let indexes = table.chunks.compactMap { $0.index(ofAttribute: attribute, isDeclared: isDeclared) }
        guard indexes.count == table.chunks.count else { return nil }
        self.key = key
        self.attribute = attribute
        self.isDeclared = isDeclared
        self.indexes = indexes
        columns = table.chunks.map { $0.contents.columns[attribute] }
    }

    /// Only a part of each chunk's index.
    func within(_ places: [Range<Int>]) -> OrderedRows {
        var part = self
        part.places = places
        return part
    }

    /// Calls a closure with rows in order until it returns false. With an ascending key, equal values are in the order
    /// of creation.
    func walk(_ body: (_ chunk: Int, _ row: Int) throws -> Bool) rethrows {
        var cursors = indexes.indices.compactMap { cursor(at: 0, ofChunk: $0) }
        for place in (0..<cursors.count / 2).reversed() { sink(place, in: &cursors) }
        while let next = cursors.first, try body(next.chunk, next.row) {
            if let cursor = cursor(at: next.position + 1, ofChunk: next.chunk) {
                cursors[0] = cursor
            } else {
                let last = cursors.removeLast()
                if cursors.isEmpty { return }
                cursors[0] = last
            }
            sink(0, in: &cursors)
        }
    }

    /// Whether two rows have the same value.
    func areTied(_ left: (chunk: Int, row: Int), _ right: (chunk: Int, row: Int)) -> Bool {
        key.order(columns[left.chunk], left.row, columns[right.chunk], right.row) == .orderedSame
    }

    // MARK: Merging

    /// The position of the walk in one chunk.
    private struct Cursor {
        var code: UInt64
        /// The second word of a text; 0 for other values.
        var rest: UInt64
        var chunk: Int
        var row: Int
        /// The number of visited rows of the chunk.
        var position: Int
    }

    /// Nil at the end of a chunk.
    private func cursor(at position: Int, ofChunk chunk: Int) -> Cursor? {
        let index = indexes[chunk]
        let range = places?[chunk] ?? 0..<index.rows.count
        let nilCount = places == nil ? index.nilRows.count : 0
        guard position < range.count + nilCount else { return nil }
        let place = key.ascending ? position - nilCount : range.count - 1 - position
        guard place >= 0, place < range.count else {
            let row = index.nilRows[key.ascending ? position : position - range.count]
            return Cursor(code: key.ascending ? 0 : ~0, rest: 0, chunk: chunk, row: Int(row), position: position)
        }
        let code = index.codes[range.lowerBound + place]
        let row = Int(index.rows[range.lowerBound + place])
        let rest = index.rests.isEmpty ? 0 : index.rests[range.lowerBound + place]
        return Cursor(
            code: key.ascending ? code : ~code, rest: key.ascending ? rest : ~rest, chunk: chunk, row: row,
            position: position)
    }

    private func precedes(_ left: Cursor, _ right: Cursor) -> Bool {
        if left.code != right.code { return left.code < right.code }
        if left.rest != right.rest { return left.rest < right.rest }
        switch key.compare(columns[left.chunk], left.row, columns[right.chunk], right.row) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return left.chunk < right.chunk
        }
    }

    /// Moves one cursor to its position in the heap.
    private func sink(_ start: Int, in cursors: inout [Cursor]) {
        var place = start
        while true {
            var least = place
            let child = 2 * place + 1
            if child < cursors.count, precedes(cursors[child], cursors[least]) { least = child }
            if child + 1 < cursors.count, precedes(cursors[child + 1], cursors[least]) { least = child + 1 }
            guard least != place else { return }
            cursors.swapAt(place, least)
            place = least
        }
    }
}
