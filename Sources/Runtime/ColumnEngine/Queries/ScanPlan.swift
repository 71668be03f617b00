import ModelExpressions

/// How the matching objects of one entity are found: through an index or by scanning all rows, and then by the columns.
struct ScanPlan {
    /// The filter for the remaining rows; nil if there is no predicate.
    let filter: ColumnFilter?
    /// The condition whose index is used; nil if every row is scanned.
    let probe: IndexProbe?
    /// The index that has the rows in the wanted order, if any.
    let order: OrderedRows?
    let rowCount: Int
    let chunkCount: Int
    /// The number of rows that the index leaves.
    let candidateCount: Int
    /// The rows that the index leaves; nil if every row is scanned.
    private let candidates: IndexedRows?

    /// The rows that the indexes of all chunks leave.
    private struct IndexedRows {
        var indexes: [ChunkIndex]
        /// For each chunk, as many places as the condition has ranges.
        var places: [Range<Int>]
        var rangeCount: Int

        /// The places in the index of a chunk.
        func places(inChunk chunk: Int) -> ArraySlice<Range<Int>> {
            places[chunk * rangeCount..<(chunk + 1) * rangeCount]
        }
    }

    /// - Parameter key: The key of the order if only the first few objects are wanted.
    init(
        _ predicate: ModelPredicate?, of table: EntityTable, first key: ColumnKey? = nil,
        with evaluator: PredicateEvaluator<GraphSource>
    ) {
        filter = predicate.map { ColumnFilter($0, of: table.entity, with: evaluator) }
        rowCount = table.count
        chunkCount = table.chunks.count
        var best: (probe: IndexProbe, rows: IndexedRows, count: Int)?
        for probe in IndexProbe.all(in: predicate, of: table.entity) {
            guard let rows = Self.rows(probe, of: table) else { continue }
            let count = rows.places.reduce(0) { $0 + $1.count }
            if count < best?.count ?? Int.max { best = (probe, rows, count) }
        }
        // If the condition and the order use the same attribute, the index serves both.
        if let best, let key, table.entity.attributeIndexes[key.name] == best.probe.attribute,
            best.rows.rangeCount == 1, let ordered = OrderedRows(key, of: table)
        {
            (probe, candidates, candidateCount) = (best.probe, best.rows, best.count)
            order = ordered.within(best.rows.places)
            return
        }
        // Selecting more than a certain share of the rows costs more than scanning all of them.
        guard let best, best.count * 3 < table.count else {
            (probe, candidates, candidateCount) = (nil, nil, table.count)
            order = key.flatMap { OrderedRows($0, of: table) }
            return
        }
        (probe, candidates, candidateCount, order) = (best.probe, best.rows, best.count, nil)
    }

    /// Nil unless every chunk has the index. Each is asked once, so those without one count the scan.
    private static func rows(_ probe: IndexProbe, of table: EntityTable) -> IndexedRows? {
        let indexes = table.chunks.compactMap {
            $0.index(ofAttribute: probe.attribute, isDeclared: probe.isDeclared)
        }
        guard indexes.count == table.chunks.count else { return nil }
        var places: [Range<Int>] = []
        places.reserveCapacity(indexes.count * probe.ranges.count)
        for (index, chunk) in zip(indexes, table.chunks) {
            let column = chunk.contents.columns[probe.attribute]
            for range in probe.ranges { places.append(index.places(range, column)) }
        }
        return IndexedRows(indexes: indexes, places: places, rangeCount: probe.ranges.count)
    }

    /// The matching rows among some rows of a chunk, without those of objects with changes.
    func matches(
        among candidates: RowSelection, of chunk: RowChunk, without changed: [ObjectIdentifier: RowSelection]
    ) throws -> RowSelection {
        var rows = candidates
        if !changed.isEmpty, let changed = changed[ObjectIdentifier(chunk)] { rows.subtract(changed) }
        if !rows.isEmpty { try filter?.apply(chunk.contents, chunk, &rows) }
        return rows
    }

    /// The rows of a chunk that can match.
    func candidates(inChunk place: Int, _ chunk: RowChunk) -> RowSelection {
        guard let candidates else { return RowSelection(allOf: chunk.count) }
        let places = candidates.places(inChunk: place)
        var rows: [Int32] = []
        rows.reserveCapacity(places.reduce(0) { $0 + $1.count })
        for range in places where !range.isEmpty {
            for row in candidates.indexes[place].rows[range] { rows.append(Int32(row)) }
        }
        rows.sort()
        // Ranges can overlap, such as those of equal constants.
        return RowSelection(places.count > 1 ? rows.withoutRepetitions : rows, of: chunk.count)
    }
}

extension [Int32] {
    /// The elements of a sorted array, each once.
    fileprivate var withoutRepetitions: [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(count)
        for element in self where element != result.last { result.append(element) }
        return result
    }
}
