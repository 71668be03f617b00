import Foundation
import ModelExpressions

/// A fetch over the columns of a snapshot, with a context's changes on top.
struct GraphFetch {
    let snapshot: GraphSnapshot
    /// Whose changes decide too; nil where only what is stored does.
    let context: ManagedObjectContext?
    let entity: EntityDescription
    let includesSubentities: Bool
    let predicate: ModelPredicate?
    let sortKeys: SortKeys
    let limit: Int
    let offset: Int
    /// What `now()` is.
    var now = Date()
    /// Asked between chunks; throws to end the fetch.
    var checkpoint: (() throws -> Void)?

    private var evaluator: PredicateEvaluator<GraphSource> {
        PredicateEvaluator(source: GraphSource(snapshot: snapshot, context: context), now: now)
    }

    /// The places of the entities whose objects come.
    private var ordinals: [Int] {
        let names = includesSubentities ? entity.concreteFamilyNames : [entity.name]
        return names.compactMap { snapshot.layout.ordinal(ofEntityNamed: $0) }
    }

    /// The objects that match, in order, within the offset and the limit.
    func subjects() throws -> [GraphSource.Subject] {
        let evaluator = evaluator
        let found = try matches(evaluator)
        let skipped = max(offset, 0)
        guard !sortKeys.keys.isEmpty else {
            let rest = found.dropFirst(skipped)
            return Array(limit > 0 ? rest.prefix(limit) : rest)
        }
        let order = try SubjectOrder(sortKeys, of: found, with: evaluator)
        let wanted = limit > 0 ? limit.addingReportingOverflow(skipped).partialValue : 0
        let places = order.sorted(limit: max(wanted, 0)).dropFirst(skipped)
        return (limit > 0 ? places.prefix(limit) : places).map { found[$0] }
    }

    /// The number of objects that match, within the offset and the limit.
    func count() throws -> Int {
        let evaluator = evaluator
        var count = try pendingMatches(evaluator).count
        try scan(evaluator) { _, mask in count += mask.count }
        let rest = max(count - max(offset, 0), 0)
        return limit > 0 ? min(rest, limit) : rest
    }

    /// All objects that match, in the order of their making.
    func matches(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject] {
        var found: [GraphSource.Subject] = []
        try scan(evaluator) { chunk, mask in
            let references = chunk.contents.references
            for (row, flag) in mask.flags.enumerated() where flag {
                found.append(GraphSource.Subject(reference: references[row], row: Row(chunk, row)))
            }
        }
        let pending = try pendingMatches(evaluator)
        // Numbers rise in a family as a whole, so they tell the order of making among its entities too.
        if !pending.isEmpty || ordinals.count > 1 {
            found += pending
            found.sort { $0.reference.wasMadeBefore($1.reference) }
        }
        return found
    }

    // MARK: Stored objects

    /// Calls a closure with the chunks and the rows of unchanged objects in them that match.
    private func scan(
        _ evaluator: PredicateEvaluator<GraphSource>, _ body: (RowChunk, RowMask) throws -> Void
    ) throws {
        let changed = changedRows()
        for ordinal in ordinals {
            let plan = ScanPlan(predicate, of: snapshot.tables[ordinal], with: evaluator)
            for (index, chunk) in snapshot.tables[ordinal].chunks.enumerated() {
                try checkpoint?()
                guard var mask = plan.candidates(inChunk: index, chunk) else { continue }
                if let rows = changed[ObjectIdentifier(chunk)] {
                    mask.subtract(RowMask(count: chunk.count, rows: rows))
                }
                try plan.filter?.apply(chunk.contents, chunk, &mask)
                try body(chunk, mask)
            }
        }
    }

    /// The rows of the objects with changes, which are looked at where they are.
    private func changedRows() -> [ObjectIdentifier: [Int]] {
        guard let context, context.hasChanges else { return [:] }
        var rows: [ObjectIdentifier: [Int]] = [:]
        for object in context.changed {
            guard let row = snapshot.row(of: object.reference) else { continue }
            rows[ObjectIdentifier(row.chunk), default: []].append(row.index)
        }
        return rows
    }

    // MARK: Changed objects

    /// The new and changed objects that match.
    private func pendingMatches(_ evaluator: PredicateEvaluator<GraphSource>) throws -> [GraphSource.Subject] {
        guard let context, context.hasChanges else { return [] }
        let wanted = Set(ordinals)
        return try context.changed.compactMap { object in
            guard object.state != .deleted, wanted.contains(object.reference.entityOrdinal) else { return nil }
            // What others have deleted meanwhile is gone, whatever has changed here.
            guard object.state == .inserted || snapshot.row(of: object.reference) != nil else { return nil }
            let subject = GraphSource.Subject(reference: object.reference, row: nil)
            guard try predicate.map({ try evaluator.evaluate($0, on: .object(subject)) }) ?? true else { return nil }
            return subject
        }
    }
}

extension ObjectReference {
    /// The order in which objects came to be: stored ones first, then by number. As of ``ObjectID``.
    func wasMadeBefore(_ other: ObjectReference) -> Bool {
        if isTemporary != other.isTemporary { return other.isTemporary }
        return number == other.number ? rawValue < other.rawValue : number < other.number
    }
}
