/// How a fetch finds and orders its objects.
public struct FetchPlan: Sendable, Hashable, CustomStringConvertible {
    /// One line for each step, in order.
    public var steps: [String]

    public var description: String { steps.joined(separator: "\n") }
}

extension GraphFetch {
    /// What the fetch does, without doing it; indexes that pay are made all the same.
    func plan() throws -> FetchPlan {
        let evaluator = PredicateEvaluator(source: GraphSource(snapshot: snapshot, context: context), now: now)
        var steps: [String] = []
        for ordinal in ordinals {
            let table = snapshot.tables[ordinal]
            if table.reader != nil {
                steps.append("\(table.entity.name): ask the store")
                continue
            }
            let key = selectionKeys?[0]
            let plan = ScanPlan(predicate, of: table, first: key, with: evaluator)
            let name = table.entity.name
            if let probe = plan.probe {
                let kind = probe.isDeclared ? "index" : "automatic index"
                steps.append(
                    "\(name): \(kind) on \(probe.attributeName) for \(probe.text): \(plan.candidateCount) of "
                        + "\(plan.rowCount) rows")
            } else {
                steps.append("\(name): scan \(plan.rowCount) rows in \(plan.chunkCount) chunks")
            }
            if let key, let order = try order(wantedCount, of: table, plan, without: changedRows(evaluator.source)) {
                let kind = order.isDeclared ? "index" : "automatic index"
                steps.append("\(name): go by the \(kind) on \(key.name) until enough is found")
            }
            for part in plan.filter?.columnParts ?? [] { steps.append("\(name): filter on columns: \(part)") }
            for part in plan.filter?.objectParts ?? [] { steps.append("\(name): evaluate row by row: \(part)") }
        }
        if evaluator.source.hasChanges {
            steps.append("evaluate changed objects: \(evaluator.source.changedObjects.count)")
        }
        for key in sortKeys.keys {
            steps.append(
                "sort by \(key.path) \(key.ascending ? "ascending" : "descending")"
                    + (key.comparison == .plain ? "" : ", \(key.comparison.rawValue)"))
        }
        if offset > 0 { steps.append("skip \(offset)") }
        if limit > 0 { steps.append("take \(limit)") }
        return FetchPlan(steps: steps)
    }
}
