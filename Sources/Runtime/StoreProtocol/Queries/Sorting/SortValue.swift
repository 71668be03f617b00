public import Foundation
import ModelExpressions

/// A value for comparisons in an order.
@usableFromInline
package enum SortValue {
    /// Nil, and values without an order.
    case nothing
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    /// Text, already folded if case does not matter.
    case text(String)
    /// UUIDs and URIs, which sort by their text whatever the comparison of strings is (rule SRT-11).
    case code(String)
    case identity(ObjectID)

    @inlinable
    package init<Subject>(_ value: QueryValue<Subject>, _ comparison: SortComparison) {
        switch value {
        case .boolean(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .decimal(let number): self = .decimal(number)
        case .date(let date): self = .real(date.timeIntervalSinceReferenceDate)
        case .string(let text):
            self = .text(
                comparison == .caseInsensitive ? TextComparison(options: .caseInsensitive).folded(text) : text)
        case .uuid(let uuid): self = .code(uuid.text)
        case .uri(let url): self = .code(url.absoluteString)
        case .objectID(let objectID): self = .identity(objectID)
        case .null, .binary, .object, .structure, .many, .opaque: self = .nothing
        }
    }

    /// Compares two values, ascending: a total order on the values of one attribute.
    @usableFromInline
    package static func compare(
        _ left: SortValue, _ right: SortValue, _ comparison: SortComparison
    ) -> ComparisonResult {
        switch (left, right) {
        case (.nothing, .nothing): return .orderedSame
        case (.nothing, _): return .orderedAscending
        case (_, .nothing): return .orderedDescending
        case (.integer(let left), .integer(let right)): return ComparisonResult(left, right)
        case (.real(let left), .real(let right)): return order(left, right)
        case (.text(let left), .text(let right)): return comparison.orderOfFolded(left, right)
        case (.code(let left), .code(let right)): return left.canonicalOrder(to: right)
        case (.identity(let left), .identity(let right)):
            if left == right { return .orderedSame }
            return left.wasCreatedBefore(right) ? .orderedAscending : .orderedDescending
        default:
            guard let left = left.number, let right = right.number else { return .orderedSame }
            return left.order(to: right) ?? order(left.real, right.real)
        }
    }

    private var number: QueryNumber? {
        switch self {
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let number): .decimal(number)
        case .nothing, .text, .code, .identity: nil
        }
    }

    /// NaN comes first, so that the order is total.
    private static func order(_ left: Double, _ right: Double) -> ComparisonResult {
        guard left.isNaN || right.isNaN else { return ComparisonResult(left, right) }
        return left.isNaN == right.isNaN ? .orderedSame : left.isNaN ? .orderedAscending : .orderedDescending
    }
}

extension ComparisonResult {
    /// Compares two values.
    init<Value: Comparable>(_ left: Value, _ right: Value) {
        self = left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }
}

extension SortComparison {
    /// Returns the order of two strings.
    package func order(_ left: String, _ right: String) -> ComparisonResult {
        switch self {
        case .plain: left.canonicalOrder(to: right)
        case .caseInsensitive: TextComparison(options: .caseInsensitive).order(left, right)
        case .localized: left.localizedCompare(right)
        case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }

    /// Returns the order of two strings that are already folded if case does not matter.
    fileprivate func orderOfFolded(_ left: String, _ right: String) -> ComparisonResult {
        self == .caseInsensitive ? left.canonicalOrder(to: right) : order(left, right)
    }
}

extension ObjectID {
    /// Returns whether an object was created before another one: stored ones first, then by number. This decides if all
    /// else is equal (rule SRT-10).
    func wasCreatedBefore(_ other: ObjectID) -> Bool {
        if isTemporaryID != other.isTemporaryID { return other.isTemporaryID }
        return number == other.number ? entityName < other.entityName : number < other.number
    }
}
