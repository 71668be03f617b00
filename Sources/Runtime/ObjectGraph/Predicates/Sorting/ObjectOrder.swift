import Foundation
import ModelExpressions

/// An order of objects by comparators of either kind: keys, which columns support, and comparators of the objects.
struct ObjectOrder<Object: ManagedObject> {
    private enum Step {
        case key(SortKey)
        case comparator(any SortComparator<Object>)
    }

    private let steps: [Step]
    /// The order by keys; nil if a comparator needs the objects themselves.
    let sortKeys: SortKeys?

    /// - Throws: ``QueryError`` for a key that the entity does not have, or that has no order.
    init(_ comparators: [any SortComparator<Object>], of entity: EntityDescription, in model: ManagedObjectModel) throws
    {
        var steps: [Step] = []
        var keys: [SortKey] = []
        for comparator in comparators {
            var key: SortKey?
            if let descriptor = comparator as? SortDescriptor<Object> {
                key = SortKey(descriptor, of: entity, in: model)
            } else if let descriptor = comparator as? ModelSortDescriptor<Object> {
                key = try SortKey(descriptor, of: entity, in: model)
            }
            if let key { keys.append(key) }
            steps.append(key.map { .key($0) } ?? .comparator(comparator))
        }
        self.steps = steps
        sortKeys = keys.count == steps.count ? SortKeys(keys: keys) : nil
    }

    init(_ keys: SortKeys) {
        steps = keys.keys.map { .key($0) }
        sortKeys = keys
    }

    /// Returns the objects in this order. Equal ones keep their order (rule SRT-3).
    func sorted(_ objects: [Object], with evaluator: PredicateEvaluator<ManagedObjectSource>) throws -> [Object] {
        if let sortKeys {
            let sorted = try sortKeys.sorted(objects.map { $0 as ManagedObject }, with: evaluator)
            return sorted.compactMap { $0 as? Object }
        }
        let comparisons = try steps.map { try comparison(of: objects, by: $0, evaluator) }
        let places = objects.indices.sorted { left, right in
            for compare in comparisons {
                switch compare(left, right) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                case .orderedSame: continue
                }
            }
            return left < right
        }
        return places.map { objects[$0] }
    }

    /// Returns a function that compares two of the objects in one step, by their indexes.
    private func comparison(
        of objects: [Object], by step: Step, _ evaluator: PredicateEvaluator<ManagedObjectSource>
    ) throws -> (Int, Int) -> ComparisonResult {
        switch step {
        case .key(let key):
            let keys = SortKeys(keys: [key])
            let values = try objects.map { try keys.values(of: $0 as ManagedObject, with: evaluator) }
            return { keys.compare(values[$0], values[$1]) }
        case .comparator(let comparator): return { comparator.compare(objects[$0], objects[$1]) }
        }
    }
}
