import Foundation
package import ModelExpressions

/// A fetch from a committed state, with unsaved changes on top.
package struct GraphFetch {
    let state: CommittedState
    /// The unsaved changes that count, a child's before its parent's.
    let changes: [any UnsavedChanges]
    let entity: EntityDescription
    /// The tables whose objects are fetched.
    let ordinals: [Int]
    let predicate: ModelPredicate?
    let sortKeys: SortKeys
    let limit: Int
    let offset: Int
    /// Whether a store that is asked returns rows with the objects.
    package var includesRows = true
    var now = Date()
    /// Called every thousand objects or so; throws to end the fetch.
    package var checkpoint: (() throws -> Void)?

    /// A fetch of the objects of some tables.
    ///
    /// - Parameters:
    ///   - state: The stored state.
    ///   - changes: The unsaved changes that count, a child's before its parent's.
    ///   - entity: The entity of the predicate and the order.
    ///   - ordinals: The tables.
    ///   - predicate: The condition for objects; nil for all objects.
    ///   - sortKeys: The order; without keys, the order of creation.
    ///   - limit: The number of objects to find; 0 for all.
    ///   - offset: The number of objects to skip.
    package init(
        state: CommittedState, changes: [any UnsavedChanges], entity: EntityDescription, ordinals: [Int],
        predicate: ModelPredicate?, sortKeys: SortKeys, limit: Int, offset: Int
    ) {
        self.state = state
        self.changes = changes
        self.entity = entity
        self.ordinals = ordinals
        self.predicate = predicate
        self.sortKeys = sortKeys
        self.limit = limit
        self.offset = offset
    }

    private var evaluator: PredicateEvaluator<GraphSource> {
        PredicateEvaluator(source: GraphSource(state: state, changes: changes), now: now)
    }

    /// The objects that match, in order, within the offset and the limit.
    package func subjects() throws -> [GraphSource.Subject] {
        let evaluator = evaluator
        let skipped = max(offset, 0)
        if let answer = try wholeAnswer(evaluator) { return answer }
        let (found, areInOrder) = try first(evaluator)
        if areInOrder {
            let rest = found.dropFirst(skipped)
            return Array(limit > 0 ? rest.prefix(limit) : rest)
        }
        let order = try SubjectOrder(sortKeys, of: found, with: evaluator)
        let places = order.sorted(limit: wantedCount).dropFirst(skipped)
        return (limit > 0 ? places.prefix(limit) : places).map { found[$0] }
    }

    /// The references of the objects that match, in order, within the offset and the limit.
    package func references() throws -> [ObjectReference] {
        let evaluator = evaluator
        if let references = try wholeAnswerWithoutRows(evaluator) { return references }
        return try subjects().map(\.reference)
    }

    /// The maximum number of calls of ``checkpoint``.
    package var checkpointCount: Int { ordinals.reduce(0) { $0 + state.columns.tables[$1].chunks.count } }

    /// The number of objects that match, within the offset and the limit.
    package func count() throws -> Int {
        let evaluator = evaluator
        if let count = try wholeCount(evaluator) { return count }
        if !askedOrdinals.isEmpty { return try subjects().count }
        var count = try pendingMatches(evaluator).count
        try scan(evaluator) { _, rows in count += rows.count }
        let rest = max(count - max(offset, 0), 0)
        return limit > 0 ? min(rest, limit) : rest
    }

    /// All matching objects, in the order of their creation.
    func matches(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject] {
        var found: [GraphSource.Subject] = []
        try scan(evaluator) { chunk, rows in
            let references = chunk.contents.references
            rows.forEach { found.append(GraphSource.Subject(reference: references[$0], row: Row(chunk, $0))) }
        }
        let asked = try askedMatches(evaluator)
        found += asked
        let pending = try pendingMatches(evaluator)
        // Numbers rise across a whole family, so they also give the order of creation among its entities.
        if !asked.isEmpty || !pending.isEmpty || ordinals.count > 1 {
            found += pending
            found.sort { $0.reference.wasCreatedBefore($1.reference) }
        }
        return found
    }

    // MARK: Stored objects

    /// Calls a closure with the matching objects as adjacent rows, in the order of the fetch, if that is possible.
    ///
    /// - Returns: False if it is not, without a call of the closure.
    package func forEachInPlace(_ body: (MatchingRows) throws -> Void) throws -> Bool {
        let evaluator = evaluator
        if let answer = try wholeAnswerInColumns(evaluator) {
            try answer.forEach(body)
            return true
        }
        guard sortKeys.keys.isEmpty, ordinals.count == 1, limit <= 0, offset <= 0, !evaluator.source.hasChanges,
            askedOrdinals.isEmpty
        else { return false }
        try scan(evaluator) { chunk, rows in try body(MatchingRows(rows, of: chunk)) }
        return true
    }

    /// Calls a closure with the chunks and the matching rows of unchanged objects in them.
    private func scan(
        _ evaluator: PredicateEvaluator<GraphSource>, _ body: (RowChunk, RowSelection) throws -> Void
    ) throws {
        let changed = changedRows(evaluator.source)
        for ordinal in ordinals {
            let plan = ScanPlan(predicate, of: state.columns.tables[ordinal], with: evaluator)
            for (index, chunk) in state.columns.tables[ordinal].chunks.enumerated() {
                try checkpoint?()
                let rows = try plan.matches(among: plan.candidates(inChunk: index, chunk), of: chunk, without: changed)
                if !rows.isEmpty { try body(chunk, rows) }
            }
        }
    }

    /// The rows of the objects with changes, which are evaluated separately.
    func changedRows(_ source: GraphSource) -> [ObjectIdentifier: RowSelection] {
        guard source.hasChanges else { return [:] }
        // Objects of a store that is asked are not scanned.
        let rows = source.changedObjects.compactMap { object in
            state.columns.row(of: object.reference)
        }
        return Dictionary(grouping: rows) { ObjectIdentifier($0.chunk) }.mapValues { rows in
            RowSelection(rows.map { Int32($0.index) }.sorted(), of: rows[0].chunk.count)
        }
    }

    // MARK: Changed objects

    /// The new and changed objects that match.
    func pendingMatches(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject] {
        guard evaluator.source.hasChanges else { return [] }
        let wanted = Set(ordinals)
        return try evaluator.source.changedObjects.compactMap { object in
            guard object.change != .deletion, let table = evaluator.source.table(of: object.reference),
                wanted.contains(table)
            else { return nil }
            // An object that someone else has deleted in the meantime no longer exists, whatever has changed here.
            guard try object.change == .insertion || evaluator.source.exists(object.reference) else { return nil }
            let subject = GraphSource.Subject(reference: object.reference, row: nil)
            guard try predicate.map({ try evaluator.evaluate($0, on: .object(subject)) }) ?? true else { return nil }
            return subject
        }
    }
}

extension ObjectReference {
    /// The order of creation: stored objects first, then by number, as for ``ObjectID``.
    package func wasCreatedBefore(_ other: ObjectReference) -> Bool {
        if isTemporary != other.isTemporary { return other.isTemporary }
        return number == other.number ? rawValue < other.rawValue : number < other.number
    }
}
