import ModelExpressions

/// How the objects of one entity that match are found: through an index, or by looking at all, then by the columns.
struct ScanPlan {
    /// What remains to be asked of the rows in question; nil where there is no predicate.
    let filter: ColumnFilter?
    /// The condition whose index is used; nil where every row is looked at.
    let probe: IndexProbe?
    let rowCount: Int
    let chunkCount: Int
    /// How many rows the index leaves.
    private(set) var candidateCount: Int
    /// By the place of the chunk.
    private var indexes: [ChunkIndex] = []

    init(_ predicate: ModelPredicate?, of table: EntityTable, with evaluator: PredicateEvaluator<GraphSource>) {
        filter = predicate.map { ColumnFilter($0, of: table.entity, with: evaluator) }
        rowCount = table.count
        chunkCount = table.chunks.count
        candidateCount = table.count
        var best: (probe: IndexProbe, indexes: [ChunkIndex], count: Int)?
        for probe in IndexProbe.all(in: predicate, of: table.entity) {
            var indexes: [ChunkIndex] = []
            var count = 0
            for chunk in table.chunks {
                guard
                    let index = chunk.index(ofAttribute: probe.attribute, isDeclared: probe.isDeclared)
                else { continue }
                count += probe.ranges.reduce(0) { $0 + index.places($1).count }
                indexes.append(index)
            }
            // Every chunk is asked once, so that those without an index count the scan.
            guard indexes.count == table.chunks.count, count < best?.count ?? Int.max else { continue }
            best = (probe, indexes, count)
        }
        // Picking out more than some part of the rows costs more than looking at all of them.
        guard let best, best.count * 3 < table.count else {
            probe = nil
            return
        }
        probe = best.probe
        indexes = best.indexes
        candidateCount = best.count
    }

    /// The rows of a chunk that are worth looking at; nil for none.
    func candidates(inChunk place: Int, _ chunk: RowChunk) -> RowMask? {
        guard let probe else { return RowMask(count: chunk.count) }
        let index = indexes[place]
        var rows: [Int] = []
        for range in probe.ranges {
            for place in index.places(range) { rows.append(Int(index.rows[place])) }
        }
        return rows.isEmpty ? nil : RowMask(count: chunk.count, rows: rows)
    }
}
