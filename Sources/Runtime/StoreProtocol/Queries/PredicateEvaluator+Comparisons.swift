public import Foundation
public import ModelExpressions

extension PredicateEvaluator {
    /// Returns whether an operator holds between two values.
    ///
    /// With nil on the left, only `==` and `!=` can be true (rule PRED-4). Comparisons of incompatible kinds are false.
    @inlinable
    package func test(
        _ left: Value, _ comparisonOperator: ComparisonOperator, _ right: Value, _ options: ComparisonOptions
    ) throws -> Bool {
        let text = TextComparison(options: options)
        switch comparisonOperator {
        case .equalTo: return areEqual(left, right, text)
        case .notEqualTo: return !areEqual(left, right, text)
        case .lessThan: return order(left, right, text) == .orderedAscending
        case .greaterThan: return order(left, right, text) == .orderedDescending
        case .lessThanOrEqualTo: return isOne(of: [.orderedAscending, .orderedSame], order(left, right, text))
        case .greaterThanOrEqualTo: return isOne(of: [.orderedDescending, .orderedSame], order(left, right, text))
        case .between: return try isBetween(left, right, text)
        case .in: return contains(right, left, text)
        case .contains: return contains(left, right, text)
        case .beginsWith, .endsWith, .like, .matches:
            guard case .string(let left) = left, case .string(let right) = right else { return false }
            return try text.holds(comparisonOperator, left, right, patterns)
        }
    }

    @inlinable
    func isOne(of wanted: [ComparisonResult], _ found: ComparisonResult?) -> Bool {
        found.map(wanted.contains) ?? false
    }

    // MARK: Equality and order

    /// Returns whether two values are equal. Objects and IDs are compared by ID, in either combination.
    @inlinable
    func areEqual(_ left: Value, _ right: Value, _ text: TextComparison) -> Bool {
        if let left = left.number, let right = right.number { return left.order(to: right) == .orderedSame }
        switch (left, right) {
        case (.null, .null): return true
        case (.string(let left), .string(let right)): return text.areEqual(left, right)
        case (.date(let left), .date(let right)): return left == right
        case (.binary(let left), .binary(let right)): return left == right
        case (.uuid(let left), .uuid(let right)): return left == right
        case (.uri(let left), .uri(let right)): return left.absoluteString == right.absoluteString
        case (.structure(let left), .structure(let right)): return left == right
        case (.opaque(let left), .opaque(let right)): return left == right
        case (.many(let left), .many(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1, text) }
        default:
            guard let left = objectID(of: left), let right = objectID(of: right) else { return false }
            return left == right
        }
    }

    @inlinable
    func objectID(of value: Value) -> ObjectID? {
        switch value {
        case .object(let subject): source.objectID(of: subject)
        case .objectID(let objectID): objectID
        default: nil
        }
    }

    /// Returns the order of two values; nil if their kinds have no order or are incompatible.
    @inlinable
    func order(_ left: Value, _ right: Value, _ text: TextComparison) -> ComparisonResult? {
        if let left = left.number, let right = right.number { return left.order(to: right) }
        switch (left, right) {
        case (.string(let left), .string(let right)): return text.order(left, right)
        // As for numbers: a date that is not a number is neither before nor after another, nor the same.
        case (.date(let left), .date(let right)):
            let isOrdered = !left.timeIntervalSinceReferenceDate.isNaN && !right.timeIntervalSinceReferenceDate.isNaN
            return isOrdered ? left.compare(right) : nil
        // UUIDs and URIs sort by their text (rule SRT-11).
        case (.uuid(let left), .uuid(let right)): return text.order(left.text, right.text)
        case (.uri(let left), .uri(let right)): return text.order(left.absoluteString, right.absoluteString)
        default: return nil
        }
    }

    // MARK: Membership

    @inlinable
    func isBetween(_ value: Value, _ bounds: Value, _ text: TextComparison) throws -> Bool {
        guard case .many(let bounds) = bounds, bounds.count == 2 else {
            throw QueryError(
                code: .invalidBetweenBounds,
                message: "BETWEEN needs two values on its right; write BETWEEN {least, greatest}")
        }
        return isOne(of: [.orderedDescending, .orderedSame], order(value, bounds[0], text))
            && isOne(of: [.orderedAscending, .orderedSame], order(value, bounds[1], text))
    }

    /// Returns whether a collection contains a value, or a string a part. Nothing contains nil.
    @inlinable
    func contains(_ container: Value, _ value: Value, _ text: TextComparison) -> Bool {
        switch (container, value) {
        case (_, .null): false
        case (.many(let members), _): members.contains { areEqual($0, value, text) }
        case (.string(let whole), .string(let part)): text.contains(whole, part)
        default: false
        }
    }
}
