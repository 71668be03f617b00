import Foundation
import ModelExpressions

/// A comparison of objects with constants, or of a key path through one relationship, which is evaluated once for each
/// destination.
struct LinkedComparison {
    let apply: (RowContents, inout RowSelection) throws -> Void

    /// Nil for comparisons without a loop of their own.
    init?(
        _ comparison: ModelComparison, of entity: EntityDescription, with evaluator: PredicateEvaluator<GraphSource>
    ) {
        guard case .constant(let constant) = comparison.right else { return nil }
        if comparison.left == .evaluatedObject, comparison.modifier == .direct,
            let wanted = Self.references(comparison.operator, constant, evaluator.source)
        {
            apply = { contents, rows in
                rows.keep { wanted.references.contains(contents.references[$0]) == wanted.areWanted }
            }
            return
        }
        guard let keys = comparison.left.ownKeys, let first = keys.first,
            let relationship = entity.relationship(named: first)
        else { return nil }
        let index = relationship.index
        if keys.count == 1, !relationship.isToMany, comparison.modifier == .direct,
            let wanted = Self.references(comparison.operator, constant, evaluator.source)
        {
            let source = evaluator.source
            apply = { contents, rows in
                guard case .toOne(let references) = contents.links[index] else { return }
                try rows.keep { row in
                    let reference = references[row]
                    guard wanted.references.contains(reference) else { return !wanted.areWanted }
                    return try (reference.isNone || source.living(reference) != nil) == wanted.areWanted
                }
            }
            return
        }
        guard relationship.isToMany == (comparison.modifier != .direct), keys.count > 1 || relationship.isToMany
        else { return nil }
        let answers = DestinationAnswers(comparison, path: Array(keys.dropFirst()), with: evaluator)
        if !relationship.isToMany {
            apply = { contents, rows in
                guard case .toOne(let references) = contents.links[index] else { return }
                try rows.keep { try answers.holds(references[$0]) ?? answers.holdsForNil() }
            }
            return
        }
        let wantsAll = comparison.modifier == .all
        let isNone = comparison.modifier == .none
        apply = { contents, rows in
            guard case .toMany(let lists) = contents.links[index] else { return }
            try rows.keep { row in
                for reference in lists[row] {
                    guard let holds = try answers.holds(reference) else { continue }
                    if holds != wantsAll { return wantsAll ? false : !isNone }
                }
                return wantsAll || isNone
            }
        }
    }

    /// The objects that a constant represents in a comparison by identity.
    private static func references(
        _ comparisonOperator: ComparisonOperator, _ constant: ConstantValue, _ source: GraphSource
    ) -> (references: Set<ObjectReference>, areWanted: Bool)? {
        switch (comparisonOperator, constant) {
        case (.equalTo, .opaque), (.notEqualTo, .opaque):
            guard let reference = reference(constant, source) else { return nil }
            return ([reference], comparisonOperator == .equalTo)
        case (.in, .collection(let members)):
            var references: Set<ObjectReference> = []
            for member in members {
                guard let reference = reference(member, source) else { return nil }
                references.insert(reference)
            }
            return (references, true)
        default: return nil
        }
    }

    private static func reference(_ constant: ConstantValue, _ source: GraphSource) -> ObjectReference? {
        guard case .opaque(let opaque) = constant, let objectID = opaque.objectID else { return nil }
        return source.state.layout.reference(for: objectID)
    }
}

/// The result of a comparison for each destination of a relationship, which is evaluated once.
private final class DestinationAnswers {
    private let evaluator: PredicateEvaluator<GraphSource>
    private let predicate: ModelPredicate
    private let right: QueryValue<GraphSource.Subject>
    private let comparison: ModelComparison
    private var known: [ObjectReference: Bool?] = [:]

    init(_ comparison: ModelComparison, path: [String], with evaluator: PredicateEvaluator<GraphSource>) {
        self.evaluator = evaluator
        self.comparison = comparison
        if case .constant(let constant) = comparison.right { right = QueryValue(constant) } else { right = .null }
        var inner = comparison
        inner.left =
            path.isEmpty ? .evaluatedObject : .keyPath(ModelKeyPath(path.map { .key($0) }), of: .evaluatedObject)
        // NONE also tests whether there is one of several values behind a destination.
        if comparison.modifier == .none { inner.modifier = .any }
        predicate = .comparison(inner)
    }

    /// Nil for an object that is no longer a destination.
    func holds(_ reference: ObjectReference) throws -> Bool? {
        if reference.isNone { return nil }
        if let answer = known[reference] { return answer }
        let answer = try evaluator.source.living(reference).map { try evaluator.evaluate(predicate, on: .object($0)) }
        known[reference] = .some(answer)
        return answer
    }

    /// The result if there is no destination.
    func holdsForNil() throws -> Bool {
        try evaluator.test(.null, comparison.operator, right, comparison.options)
    }
}
