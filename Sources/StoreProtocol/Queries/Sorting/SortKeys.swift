public import Foundation
import ModelExpressions

/// An order of objects: several keys with the most important first, and then the order of creation.
@usableFromInline
package struct SortKeys: Sendable {
    @usableFromInline
    package let keys: [SortKey]

    @inlinable
    package init(keys: [SortKey]) { self.keys = keys }

    /// Returns the values of an object for its position, one for each key.
    @inlinable
    package func values<Source: QuerySource>(
        of subject: Source.Subject, with evaluator: PredicateEvaluator<Source>
    ) throws -> [SortValue] {
        try keys.map { key in
            if key.isIdentity { return .identity(evaluator.source.objectID(of: subject)) }
            return key.sortValue(of: try evaluator.value(of: key.path, from: .object(subject)))
        }
    }

    /// Compares two objects only by the values of their keys.
    @inlinable
    package func compare(_ left: [SortValue], _ right: [SortValue]) -> ComparisonResult {
        for index in keys.indices {
            let result = keys[index].compare(left[index], right[index])
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    /// Returns the subjects in this order. Equal ones keep their order (rule SRT-3).
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
