import ModelExpressions

// Fetches that ask stores. The rest of a query that a store does not answer is evaluated here, and so are a
// context's changes, which no store knows.
extension GraphFetch {
    /// The tables of stores that answer queries.
    var askedOrdinals: [Int] { state.isQueried ? ordinals.filter { state.reader(ofTable: $0) != nil } : [] }

    /// The reader of all tables, if they share one.
    private var onlyReader: ViewReader? {
        guard state.isQueried, let first = ordinals.first, let reader = state.reader(ofTable: first),
            ordinals.allSatisfy({ state.reader(ofTable: $0) === reader })
        else { return nil }
        return reader
    }

    private func query(_ ordinals: [Int], requestsPredicate: Bool = true) -> StoreQuery {
        StoreQuery(
            entity: entity, entityNames: ordinals.map { state.layout.entities[$0].name },
            predicate: requestsPredicate ? predicate : nil)
    }

    private var wholeQuery: StoreQuery {
        var query = query(ordinals)
        query.order = sortKeys.keys
        query.offset = max(offset, 0)
        query.limit = max(limit, 0)
        return query
    }

    /// The query for each store, and whether it includes the order and the range, which is possible for a single store.
    func askedQueries(
        _ evaluator: PredicateEvaluator<GraphSource>
    ) -> (queries: [(reader: ViewReader, query: StoreQuery)], isWhole: Bool) {
        if let reader = onlyReader, !evaluator.source.hasChanges { return ([(reader, wholeQuery)], true) }
        guard state.isQueried else { return ([], false) }
        let groups = Dictionary(grouping: askedOrdinals) { ordinal in
            state.reader(ofTable: ordinal).map(ObjectIdentifier.init)
        }
        // A change of one object can affect others, from which the predicate follows relationships to it.
        let requestsPredicate = !evaluator.source.hasChanges || predicate?.looksAtOwnAttributesOnly(of: entity) != false
        let queries = groups.values.sorted(by: { $0[0] < $1[0] }).compactMap { ordinals in
            state.reader(ofTable: ordinals[0]).map { ($0, query(ordinals, requestsPredicate: requestsPredicate)) }
        }
        return (queries, false)
    }

    /// The answer of one store in columns; nil unless it alone can answer the whole query so.
    func wholeAnswerInColumns(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [MatchingRows]? {
        guard includesRows, let reader = onlyReader, !evaluator.source.hasChanges else { return nil }
        return try reader.answerInColumns(wholeQuery, isWhole: true)?.found
    }

    /// The answer of one store; nil unless it alone can answer the whole query.
    func wholeAnswer(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject]? {
        guard let reader = onlyReader, !evaluator.source.hasChanges else { return nil }
        if !includesRows, let references = try wholeAnswerWithoutRows(evaluator) {
            return references.map { GraphSource.Subject(reference: $0, row: nil) }
        }
        let result = try reader.execute(wholeQuery)
        let found = result.rows.map { GraphSource.Subject(reference: $0.reference, row: $0) }
        return try result.remainingParts.isEmpty ? found : finish(found, result.remainingParts, evaluator)
    }

    /// The references in the answer of one store; nil unless it alone can answer the whole query.
    func wholeAnswerWithoutRows(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [ObjectReference]? {
        guard let reader = onlyReader, !evaluator.source.hasChanges else { return nil }
        let result = try reader.answerWithoutRows(wholeQuery)
        return result.remainingParts.isEmpty ? result.references : nil
    }

    /// Evaluates the part of a query that a store has left over.
    private func finish(
        _ found: [GraphSource.Subject], _ remainingParts: StoreResult.Parts,
        _ evaluator: PredicateEvaluator<GraphSource>
    ) throws -> [GraphSource.Subject] {
        var found = found
        if remainingParts.contains(.predicate) { found = try found.filter { try matches($0, evaluator) } }
        if remainingParts.contains(.order) {
            found.sort { $0.reference.wasCreatedBefore($1.reference) }
            let order = try SubjectOrder(sortKeys, of: found, with: evaluator)
            found = order.sorted(limit: 0).map { found[$0] }
        }
        guard remainingParts.contains(.range) else { return found }
        let rest = found.dropFirst(max(offset, 0))
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }

    /// The number of matching objects if one store alone can count them; nil otherwise.
    func wholeCount(_ evaluator: PredicateEvaluator<GraphSource>) throws -> Int? {
        guard let reader = onlyReader, !evaluator.source.hasChanges else { return nil }
        var query = query(ordinals)
        query.includesRows = false
        query.offset = max(offset, 0)
        query.limit = max(limit, 0)
        return try reader.view.count(query)
    }

    /// The groups that one store computes; nil unless it alone can compute all of them.
    package func wholeGroups(
        by keys: [ModelKeyPath], _ aggregates: [StoreAggregate], maximumCount: Int
    ) throws -> [StoreGroup]? {
        guard let reader = onlyReader else { return nil }
        var objects = query(ordinals)
        objects.order = sortKeys.keys
        let query = StoreGroupQuery(objects: objects, keys: keys, aggregates: aggregates, maximumCount: maximumCount)
        guard let groups = try reader.view.groups(query) else { return nil }
        let isWhole = groups.allSatisfy { $0.keys.count == keys.count && $0.aggregates.count == aggregates.count }
        guard isWhole, !keys.isEmpty || groups.count == 1 else { throw StoreContractError(rule: .groups) }
        return groups
    }

    /// The matching unchanged objects of stores that are asked, in any order.
    func askedMatches(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject] {
        guard state.isQueried else { return [] }
        let changed = Set(evaluator.source.changedObjects.map(\.reference))
        var found: [GraphSource.Subject] = []
        for (reader, query) in askedQueries(evaluator).queries {
            try checkpoint?()
            let result = try reader.execute(query)
            let subjects = result.rows.lazy.filter { !changed.contains($0.reference) }
                .map { GraphSource.Subject(reference: $0.reference, row: $0) }
            let isLeft = predicate != nil && (query.predicate == nil || result.remainingParts.contains(.predicate))
            found += isLeft ? try subjects.filter { try matches($0, evaluator) } : Array(subjects)
        }
        return found
    }

    private func matches(_ subject: GraphSource.Subject, _ evaluator: PredicateEvaluator<GraphSource>) throws -> Bool {
        try predicate.map { try evaluator.evaluate($0, on: .object(subject)) } ?? true
    }
}

extension ModelPredicate {
    /// Whether the result depends only on attributes of the evaluated object.
    fileprivate func looksAtOwnAttributesOnly(of entity: EntityDescription) -> Bool {
        switch self {
        case .constant: true
        case .comparison(let comparison):
            comparison.left.looksAtOwnAttributesOnly(of: entity)
                && comparison.right.looksAtOwnAttributesOnly(of: entity)
        case .not(let operand): operand.looksAtOwnAttributesOnly(of: entity)
        case .and(let members), .or(let members): members.allSatisfy { $0.looksAtOwnAttributesOnly(of: entity) }
        }
    }
}

extension ModelExpression {
    fileprivate func looksAtOwnAttributesOnly(of entity: EntityDescription) -> Bool {
        switch self {
        case .constant, .evaluatedObject, .variable: return true
        case .keyPath(let path, of: .evaluatedObject):
            guard case .key(let key)? = path.components.first else { return false }
            return entity.attributeIndexes[key] != nil
        case .keyPath, .element, .methodCall, .subquery: return false
        case .aggregate(let members), .function(_, let members):
            return members.allSatisfy { $0.looksAtOwnAttributesOnly(of: entity) }
        case .unary(_, let base), .cast(let base, _): return base.looksAtOwnAttributesOnly(of: entity)
        case .binary(_, let left, let right):
            return left.looksAtOwnAttributesOnly(of: entity) && right.looksAtOwnAttributesOnly(of: entity)
        case .ternary(let predicate, let first, let second):
            return predicate.looksAtOwnAttributesOnly(of: entity) && first.looksAtOwnAttributesOnly(of: entity)
                && second.looksAtOwnAttributesOnly(of: entity)
        }
    }
}
