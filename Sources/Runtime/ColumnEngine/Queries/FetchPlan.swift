/// How a fetch finds and orders its objects.
///
/// ```swift
/// let plan = try context.explain(request)
/// for step in plan.steps { print(step) }  // Hero: scan 1 row in 1 chunk
/// for statement in plan.statements { print(statement.text) }  // SELECT …, from a store with a database
/// ```
public struct FetchPlan: Sendable, Hashable, CustomStringConvertible {
    /// One line for each step, in order.
    public var steps: [String]
    /// The queries to databases, if they contain the objects, in the order of the stores. ``steps`` continues with
    /// what each leaves over.
    public var statements: [StoreStatement] = []

    /// A plan of some steps.
    package init(steps: [String], statements: [StoreStatement] = []) {
        self.steps = steps
        self.statements = statements
    }

    public var description: String { (steps + statements.map(\.text)).joined(separator: "\n") }
}

extension GraphFetch {
    /// The steps of the fetch, without running it; useful indexes are still created.
    package func plan() throws -> FetchPlan {
        let evaluator = PredicateEvaluator(source: GraphSource(state: state, changes: changes), now: now)
        let asked = try askedSteps(evaluator)
        var steps = asked.steps
        for ordinal in ordinals {
            let table = state.columns.tables[ordinal]
            if state.reader(ofTable: ordinal) != nil { continue }
            let key = selectionKeys?[0]
            let plan = ScanPlan(predicate, of: table, first: key, with: evaluator)
            let name = table.entity.name
            if let probe = plan.probe {
                let kind = probe.isDeclared ? "index" : "automatic index"
                steps.append(
                    "\(name): \(kind) on \(probe.attributeName) for \(probe.text): \(plan.candidateCount) of "
                        + "\(plan.rowCount) rows")
            } else {
                let rows = plan.rowCount == 1 ? "1 row" : "\(plan.rowCount) rows"
                let chunks = plan.chunkCount == 1 ? "1 chunk" : "\(plan.chunkCount) chunks"
                steps.append("\(name): scan \(rows) in \(chunks)")
            }
            if let key, let order = try order(wantedCount, of: table, plan, without: changedRows(evaluator.source)) {
                let kind = order.isDeclared ? "index" : "automatic index"
                steps.append("\(name): follow the \(kind) on \(key.name) until enough objects are found")
            }
            for part in plan.filter?.columnParts ?? [] { steps.append("\(name): filter on columns: \(part)") }
            for part in plan.filter?.objectParts ?? [] { steps.append("\(name): evaluate row by row: \(part)") }
        }
        if evaluator.source.hasChanges {
            steps.append("evaluate changed objects: \(evaluator.source.changedObjects.count)")
        }
        func place(_ part: StoreResult.Parts) -> String { asked.answered.contains(part) ? ", in the store" : "" }
        for key in sortKeys.keys {
            steps.append(
                "sort by \(key.path) \(key.ascending ? "ascending" : "descending")"
                    + (key.comparison == .plain ? "" : ", \(key.comparison.rawValue)") + place(.order))
        }
        if offset > 0 { steps.append("skip \(offset)\(place(.range))") }
        if limit > 0 { steps.append("take \(limit)\(place(.range))") }
        return FetchPlan(steps: steps, statements: asked.statements)
    }

    /// The queries to stores, and which parts of the fetch the only store answers.
    private func askedSteps(
        _ evaluator: PredicateEvaluator<GraphSource>
    ) throws -> (steps: [String], statements: [StoreStatement], answered: StoreResult.Parts) {
        let (queries, isWhole) = askedQueries(evaluator)
        var steps: [String] = []
        var statements: [StoreStatement] = []
        for (reader, query) in queries {
            let names = query.entityNames.joined(separator: ", ")
            steps.append("\(names): query the store")
            let statement = try reader.view.statement(for: query)
            if let statement { statements.append(statement) }
            if let predicate, query.predicate == nil || statement?.remainingParts.contains(.predicate) == true {
                steps.append("\(names): evaluate row by row: \(predicate)")
            }
        }
        guard isWhole, let statement = statements.first else { return (steps, statements, []) }
        return (
            steps, statements, StoreResult.Parts([.predicate, .order, .range]).subtracting(statement.remainingParts)
        )
    }
}
