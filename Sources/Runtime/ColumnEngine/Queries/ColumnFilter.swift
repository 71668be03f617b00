import ModelExpressions

/// A predicate that is prepared to run over the columns of one entity's chunks.
struct ColumnFilter {
    typealias Evaluator = PredicateEvaluator<GraphSource>

    typealias Application = (RowContents, RowChunk, inout RowSelection) throws -> Void

    /// Keeps the rows that match the predicate.
    let apply: Application
    /// For the plan: the comparisons on typed columns, and those that are evaluated object by object.
    let columnParts: [ModelPredicate]
    let objectParts: [ModelPredicate]

    private init(
        columnParts: [ModelPredicate] = [], objectParts: [ModelPredicate] = [], apply: @escaping Application
    ) {
        self.columnParts = columnParts
        self.objectParts = objectParts
        self.apply = apply
    }

    private init(of parts: [ColumnFilter], apply: @escaping Application) {
        self.init(columnParts: parts.flatMap(\.columnParts), objectParts: parts.flatMap(\.objectParts), apply: apply)
    }

    /// - Parameters:
    ///   - entity: The entity whose own objects the chunks contain.
    ///   - evaluator: Evaluates everything without a loop of its own.
    init(_ predicate: ModelPredicate, of entity: EntityDescription, with evaluator: Evaluator) {
        switch predicate {
        case .constant(let value):
            self.init { _, _, rows in if !value { rows = RowSelection(noneOf: rows.rowCount) } }
        case .comparison(let comparison): self.init(comparison, of: entity, with: evaluator)
        case .not(let operand):
            let inner = ColumnFilter(operand, of: entity, with: evaluator)
            self.init(of: [inner]) { contents, chunk, rows in
                var held = rows
                try inner.apply(contents, chunk, &held)
                rows.subtract(held)
            }
        case .and(let members):
            // In their written order, because an earlier condition can keep a later one from failing.
            let inner = members.map { ColumnFilter($0, of: entity, with: evaluator) }
            self.init(of: inner) { contents, chunk, rows in
                for filter in inner where !rows.isEmpty { try filter.apply(contents, chunk, &rows) }
            }
        case .or(let members):
            let inner = members.map { ColumnFilter($0, of: entity, with: evaluator) }
            self.init(of: inner) { contents, chunk, rows in
                var open = rows
                var found = RowSelection(noneOf: rows.rowCount)
                for filter in inner where !open.isEmpty {
                    var held = open
                    try filter.apply(contents, chunk, &held)
                    found.formUnion(held)
                    open.subtract(held)
                }
                rows = found
            }
        }
    }

    private init(_ comparison: ModelComparison, of entity: EntityDescription, with evaluator: Evaluator) {
        let predicate = ModelPredicate.comparison(comparison)
        if let typed = TypedComparison(comparison, of: entity, with: evaluator) {
            self.init(columnParts: [predicate]) { contents, chunk, rows in
                try comparison.position.locating { try typed.apply(contents, chunk, &rows) }
            }
            return
        }
        if let linked = LinkedComparison(comparison, of: entity, with: evaluator) {
            self.init(columnParts: [predicate]) { contents, _, rows in
                try comparison.position.locating { try linked.apply(contents, &rows) }
            }
            return
        }
        self.init(objectParts: [predicate]) { contents, chunk, rows in
            try rows.keep { row in
                let subject = GraphSource.Subject(reference: contents.references[row], row: Row(chunk, row))
                return try evaluator.evaluate(predicate, on: .object(subject))
            }
        }
    }
}

extension ModelExpression {
    /// The keys of a path of the evaluated object; nil for any other expression, and for operators.
    var ownKeys: [String]? {
        guard case .keyPath(let path, .evaluatedObject) = self else { return nil }
        var keys: [String] = []
        for component in path.components {
            guard case .key(let key) = component else { return nil }
            keys.append(key)
        }
        return keys
    }
}
