// Finding the first few objects of an order without putting all in order.
extension GraphFetch {
    private static let greatestSelection = 1_000
    /// By how much a row costs more that is visited in an order, than one that is looked at with those next to it.
    private static let walkingCost = 64

    /// The keys of the order, where only a few objects are wanted and columns have the values of all keys.
    var selectionKeys: [ColumnKey]? {
        let keys = sortKeys.keys.compactMap { ColumnKey($0, of: entity) }
        // To keep a few in order costs more than sorting, if these are many.
        guard keys.count == sortKeys.keys.count, !keys.isEmpty, askedOrdinals.isEmpty,
            1...Self.greatestSelection ~= wantedCount
        else { return nil }
        return keys
    }

    /// How many objects are to be found, the ones left out at the beginning among them; 0 for all.
    var wantedCount: Int {
        limit > 0 ? max(limit.addingReportingOverflow(max(offset, 0)).partialValue, 0) : 0
    }

    /// Objects that match, in the order of their making: at least those that come first in the order.
    func first(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject] {
        guard let keys = selectionKeys else { return try matches(evaluator) }
        var first = FirstRows(keys, limit: wantedCount)
        let rows = try select(&first, evaluator) + first.rows
        var found = rows.map { GraphSource.Subject(reference: $0.reference, row: $0) }
        found += try pendingMatches(evaluator)
        found.sort { $0.reference.wasMadeBefore($1.reference) }
        return found
    }

    /// Picks out the rows of unchanged objects that match and come first.
    ///
    /// - Returns: Those of the entities that have an index in the order of the first key, all that come first among them.
    private func select(_ first: inout FirstRows, _ evaluator: PredicateEvaluator<GraphSource>) throws -> [Row] {
        let changed = changedRows(evaluator.source)
        var found: [Row] = []
        for ordinal in ordinals {
            let table = snapshot.tables[ordinal]
            let plan = ScanPlan(predicate, of: table, first: first.keys[0], with: evaluator)
            if let order = try order(first.limit, of: table, plan, without: changed),
                let rows = try rows(first, by: order, of: table, plan, without: changed)
            {
                found += rows
                continue
            }
            for (index, chunk) in table.chunks.enumerated() {
                try checkpoint?()
                let candidates = plan.candidates(inChunk: index, chunk)
                first.take(
                    try plan.matches(among: candidates, of: chunk, without: changed), of: chunk, table.entity)
            }
        }
        return found
    }

    /// The order to go by; nil if there is none, or where so few rows match that it would not find the first of them
    /// early, as the first chunk tells.
    func order(
        _ wanted: Int, of table: EntityTable, _ plan: ScanPlan, without changed: [ObjectIdentifier: RowSelection]
    ) throws -> OrderedRows? {
        guard let order = plan.order, plan.probe == nil, let chunk = table.chunks.first else { return plan.order }
        let rows = try plan.matches(among: RowSelection(allOf: chunk.count), of: chunk, without: changed)
        return rows.count * table.count > Self.walkingCost * wanted * chunk.count ? order : nil
    }

    /// The rows that match and come first, found by going by the order; nil if that leads too far.
    private func rows(
        _ first: FirstRows, by order: OrderedRows, of table: EntityTable, _ plan: ScanPlan,
        without changed: [ObjectIdentifier: RowSelection]
    ) throws -> [Row]? {
        var found: [(chunk: Int, row: Int)] = []
        let chunks = Array(table.chunks)
        var visitedCount = 0
        let budget = max(table.count / 8, first.limit)
        // Of equal rows, further keys may put any first, and a descending order those that come last here.
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
