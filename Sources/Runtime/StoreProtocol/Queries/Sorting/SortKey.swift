public import Foundation
import ModelDiagnostics
public import ModelExpressions
import ModelSchema

/// A sort descriptor that has been checked against the model.
///
/// ```swift
/// // The database has no rules of a language, and no value for nil.
/// guard query.order.allSatisfy({ $0.comparison == .plain && $0.nilValue == nil && !$0.isIdentity })
/// else { return nil }
/// let terms = query.order.map { "\($0.path) \($0.ascending ? "ASC" : "DESC")" }
/// return "ORDER BY " + (terms + ["number ASC"]).joined(separator: ", ")
/// ```
public struct SortKey: Sendable, Hashable {
    /// The path to the compared values.
    public let path: ModelKeyPath
    /// Whether the least value comes first.
    public let ascending: Bool
    /// How strings compare.
    public let comparison: SortComparison
    /// The value for nil, if an accessor reads it as one; nil if nil comes first.
    public let nilValue: ConstantValue?
    /// Whether the order is that of the objects themselves rather than of a value.
    public let isIdentity: Bool

    /// - Throws: ``QueryError`` for a key that the entity does not have, that is transient, that contains a to-many
    ///   relationship, or whose type has no order (rules SRT-6, FET-34, and FET-35).
    package init(
        key: String, ascending: Bool, comparison: SortComparison, of entity: EntityDescription,
        in model: ManagedObjectModel, nilValue: ConstantValue? = nil
    ) throws {
        guard let path = ModelKeyPath(text: key) else {
            throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
        self.path = path
        isIdentity = path.isIdentity
        self.ascending = ascending
        self.comparison = comparison
        self.nilValue = nilValue
        if isIdentity || path.isOrderedAttribute(of: entity) { return }
        let report = ExpressionChecker(model.lookup, purpose: .fetch).check(.keyPath(path), of: entity.schema)
        if let error = QueryError(report) { throw error }
        switch report.type {
        case .collection:
            throw QueryError(
                code: .toManyWithoutQuantifier,
                message: "a sort key cannot contain a to-many relationship, as '\(path)' of '\(entity.name)' does")
        case .attribute(let type) where type.hasOrder: break
        default:
            throw QueryError(
                code: .typeMismatch,
                message: "the values of '\(path)' of '\(entity.name)' have no order to sort by")
        }
    }

    /// Compares two values of this key.
    @usableFromInline
    package func compare(_ left: SortValue, _ right: SortValue) -> ComparisonResult {
        let result = SortValue.compare(left, right, comparison)
        return ascending ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
    }

    /// Converts a value for many comparisons.
    @inlinable
    package func sortValue<Subject>(of value: QueryValue<Subject>) -> SortValue {
        let value = nilValue.map { value.isNull ? QueryValue($0) : value } ?? value
        return SortValue(value, comparison)
    }
}

extension ModelKeyPath {
    /// Whether the path is that of the object itself.
    package var isIdentity: Bool {
        components.count == 1
            && (components[0] == .key("self") || components[0] == .key("objectID") || components[0] == .key("SELF"))
    }

    /// Whether the path is that of a stored attribute whose values have an order, which needs no further check.
    fileprivate func isOrderedAttribute(of entity: EntityDescription) -> Bool {
        guard components.count == 1, case .key(let key) = components[0], let index = entity.attributeIndexes[key]
        else { return false }
        return !entity.isTransient(attribute: index) && entity.attributeTypes[index].hasOrder
    }
}

extension AttributeType {
    fileprivate var hasOrder: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .uuid, .uri: true
        case .binary, .transformable, .composite, .objectID, .undefined: false
        }
    }
}

/// How strings compare in an order; other values always compare by value.
///
/// ```swift
/// var request = FetchRequest<Hero>()
/// request.sortDescriptors = [ModelSortDescriptor<Hero>(key: "name", comparison: .localizedStandard)]
/// let names = try context.fetch(request).map(\.name)  // Robot 2, Robot 10
/// ```
public enum SortComparison: String, Sendable, Hashable, CaseIterable {
    /// By the codes of the characters: `B` before `a` (rule SRT-1). Core Data's `compare:`.
    case plain
    /// The same without regard to case: `a`, `B`, `c` (rule SRT-7). Core Data's `caseInsensitiveCompare:`.
    case caseInsensitive
    /// As the user's language orders. Core Data's `localizedCompare:`.
    case localized
    /// The same without regard to case. Core Data's `localizedCaseInsensitiveCompare:`.
    case localizedCaseInsensitive
    /// As lists of files are ordered: `file2` before `file10` (rule SRT-8). Core Data's `localizedStandardCompare:`.
    case localizedStandard
}

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
