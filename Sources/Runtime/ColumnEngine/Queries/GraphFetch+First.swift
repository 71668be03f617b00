// Finding the first few objects of an order without sorting all of them.
extension GraphFetch {
    private static let maximumSelection = 1_000
    /// The cost of visiting a row in an order, relative to that of a row in a sequential scan.
    private static let walkingCost = 64

    /// The keys of the order, if only a few objects are wanted and columns contain the values of all keys.
    var selectionKeys: [ColumnKey]? {
        let keys = sortKeys.keys.compactMap { ColumnKey($0, of: entity) }
        // Keeping the first ones in order costs more than sorting if there are many.
        guard keys.count == sortKeys.keys.count, !keys.isEmpty, askedOrdinals.isEmpty,
            1...Self.maximumSelection ~= wantedCount
        else { return nil }
        return keys
    }

    /// The number of objects to find, including those skipped at the beginning; 0 for all.
    var wantedCount: Int { limit > 0 ? max(limit.addingReportingOverflow(max(offset, 0)).partialValue, 0) : 0 }

    /// Matching objects: at least those that come first in the sort order.
    ///
    /// - Returns: The objects, and whether they are in the sort order;
    ///   otherwise, they are in the order of their creation.
    func first(
        _ evaluator: PredicateEvaluator<GraphSource>
    ) throws -> (subjects: [GraphSource.Subject], areInOrder: Bool) {
        guard let keys = selectionKeys else { return (try matches(evaluator), sortKeys.keys.isEmpty) }
        var first = FirstRows(keys, limit: wantedCount)
        let walked = try select(&first, evaluator)
        let pending = try pendingMatches(evaluator)
        let rows = walked.isEmpty ? first.rows : walked + first.rows
        var found = rows.map { GraphSource.Subject(reference: $0.reference, row: $0) }
        if walked.isEmpty, pending.isEmpty { return (found, true) }
        found += pending
        found.sort { $0.reference.wasCreatedBefore($1.reference) }
        return (found, false)
    }

    /// Selects the matching rows of unchanged objects that come first.
    ///
    /// - Returns: The rows of the entities with an index in the order of the first key, at least those that come first.
    private func select(_ first: inout FirstRows, _ evaluator: PredicateEvaluator<GraphSource>) throws -> [Row] {
        let changed = changedRows(evaluator.source)
        var found: [Row] = []
        for ordinal in ordinals {
            let table = state.columns.tables[ordinal]
            let plan = ScanPlan(predicate, of: table, first: first.keys[0], with: evaluator)
            if let order = try order(first.limit, of: table, plan, without: changed),
                let rows = try rows(first, by: order, of: table, plan, without: changed)
            {
                found += rows
                continue
            }
            let attributes = first.attributes(of: table.entity)
            for (index, chunk) in table.chunks.enumerated() {
                try checkpoint?()
                let candidates = plan.candidates(inChunk: index, chunk)
                first.take(try plan.matches(among: candidates, of: chunk, without: changed), of: chunk, attributes)
            }
        }
        return found
    }

    /// The order to follow; nil if there is none, or if, judging by the first chunk, too few rows match to find the
    /// first ones early.
    func order(
        _ wanted: Int, of table: EntityTable, _ plan: ScanPlan, without changed: [ObjectIdentifier: RowSelection]
    ) throws -> OrderedRows? {
        guard let order = plan.order, plan.probe == nil, let chunk = table.chunks.first else { return plan.order }
        let rows = try plan.matches(among: RowSelection(allOf: chunk.count), of: chunk, without: changed)
        return rows.count * table.count > Self.walkingCost * wanted * chunk.count ? order : nil
    }

    /// The first matching rows, found by following the order; nil if that takes too long.
    private func rows(
        _ first: FirstRows, by order: OrderedRows, of table: EntityTable, _ plan: ScanPlan,
        without changed: [ObjectIdentifier: RowSelection]
    ) throws -> [Row]? {
        var found: [(chunk: Int, row: Int)] = []
        let chunks = Array(table.chunks)
        var visitedCount = 0
        let budget = max(table.count / 8, first.limit)
        // Further keys can put any of several equal rows first, and a descending order the last ones.
        let needsTies = first.keys.count > 1 || !first.keys[0].ascending
        try order.walk { chunk, row in
            if found.count >= first.limit, !needsTies || !order.areTied((chunk, row), found[found.count - 1]) {
                return false
            }
            visitedCount += 1
            if visitedCount > budget { return false }
            if visitedCount % EntityTable.chunkCapacity == 0 { try checkpoint?() }
            let candidates = RowSelection([Int32(row)], of: chunks[chunk].count)
            let rows = try plan.matches(among: candidates, of: chunks[chunk], without: changed)
            if !rows.isEmpty { found.append((chunk, row)) }
            return true
        }
        return visitedCount > budget ? nil : found.map { Row(chunks[$0.chunk], $0.row) }
    }
}
