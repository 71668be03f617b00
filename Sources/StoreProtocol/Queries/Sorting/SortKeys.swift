public import Foundation
import ModelExpressions

/// An order of objects: several keys, the most important first, and the order of making last.
@usableFromInline
package struct SortKeys: Sendable {
    @usableFromInline
    package let keys: [SortKey]

    @inlinable
    package init(keys: [SortKey]) { self.keys = keys }

    /// The values of an object that decide its place, one for each key.
    @inlinable
    package func values<Source: QuerySource>(
        of subject: Source.Subject, with evaluator: PredicateEvaluator<Source>
    ) throws -> [SortValue] {
        try keys.map { key in
            if key.isIdentity { return .identity(evaluator.source.objectID(of: subject)) }
            return key.sortValue(of: try evaluator.value(of: key.path, from: .object(subject)))
        }
    }

    /// How two objects compare by the values of their keys alone.
    @inlinable
    package func compare(_ left: [SortValue], _ right: [SortValue]) -> ComparisonResult {
        for index in keys.indices {
            let result = keys[index].compare(left[index], right[index])
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    /// The subjects in this order; of equal ones, those that come first stay first (rule SRT-3).
    @inlinable
    package func sorted<Source: QuerySource>(
        _ subjects: [Source.Subject], with evaluator: PredicateEvaluator<Source>
    ) throws -> [Source.Subject] {
        guard !keys.isEmpty else { return subjects }
        let values = try subjects.map { try self.values(of: $0, with: evaluator) }
        let order = subjects.indices.sorted { left, right in
            switch compare(values[left], values[right]) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: left < right
            }
        }
        return order.map { subjects[$0] }
    }
}
