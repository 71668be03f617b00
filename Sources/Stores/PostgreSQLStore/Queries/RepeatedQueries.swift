import Foundation
import ModelExpressions
import ObjectGraph
import SQLStore
import Synchronization

/// A query that programs repeat with other values, such as the one for the object with a key: it compares attributes
/// that are integers or UUIDs with constants, on which its statement does not depend.
struct RepeatedQuery {
    /// The query without its constants.
    struct Form: Hashable {
        fileprivate struct Comparison: Hashable {
            var attribute: Int
            var comparisonOperator: ComparisonOperator
        }

        fileprivate var entityName: String
        fileprivate var entityNames: [String]
        fileprivate var comparisons: [Comparison] = []
        fileprivate var order: [SortKey]
        fileprivate var limit: Int
        fileprivate var includesRows: Bool
    }

    private(set) var form: Form
    /// The constants, in the order in which a statement binds them.
    private(set) var values: [SQLValue] = []

    /// Returns nil for another query.
    init?(_ query: StoreQuery) {
        guard query.offset == 0, let predicate = query.predicate else { return nil }
        form = Form(
            entityName: query.entity.name, entityNames: query.entityNames, order: query.order, limit: query.limit,
            includesRows: query.includesRows)
        guard case .and(let members) = predicate else {
            if append(predicate, of: query.entity) { return }
            return nil
        }
        for member in members where !append(member, of: query.entity) { return nil }
    }

    /// Adds a comparison to the form, and its constant to the values. Returns false for any other predicate.
    private mutating func append(_ predicate: ModelPredicate, of entity: EntityDescription) -> Bool {
        guard case .comparison(let comparison) = predicate, comparison.modifier == .direct,
            comparison.options.isEmpty, case .keyPath(let path, of: .evaluatedObject) = comparison.left,
            path.components.count == 1, case .key(let name) = path.components[0],
            let index = entity.attributeIndexes[name], !entity.isTransient(attribute: index),
            case .constant(let constant) = comparison.right
        else { return false }
        switch (entity.attributeTypes[index], constant) {
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
            (.integer64, .integer(let number)):
            guard comparison.operator == .equalTo || comparison.operator.isOrdering else { return false }
            values.append(.integer(number))
        case (.uuid, .uuid(let text)):
            guard comparison.operator == .equalTo, let uuid = UUID(text: text) else { return false }
            values.append(.uuid(uuid))
        default: return false
        }
        form.comparisons.append(.init(attribute: index, comparisonOperator: comparison.operator))
        return true
    }

    /// Whether the query finds one object at most, since a unique index has an attribute that must have a value.
    func findsOneObject(in core: StoreCore) -> Bool {
        guard let layout = core.layout.entities[form.entityName] else { return false }
        return form.comparisons.contains { comparison in
            comparison.comparisonOperator == .equalTo
                && core.uniqueIndexes.cover([layout.entity.attributes[comparison.attribute].name], of: layout)
        }
    }
}

/// The statements of queries that have been repeated, since translating one takes as long as its answer.
final class RepeatedQueries: Sendable {
    private struct Known {
        var text: String
        /// The values that the statement binds behind those of the query.
        var otherValues: [SQLValue]
        /// Whether queries with different constants have had the same statement.
        var isRepeated = false
    }

    private let known = Mutex<[RepeatedQuery.Form: Known]>([:])

    /// The maximum number of known statements, because a program may have very many.
    private static let maximumCount = 1_000

    /// Returns the statement of a query; nil if it has to be translated.
    func statement(of query: RepeatedQuery) -> (text: String, values: [SQLValue])? {
        guard let known = known.withLock({ $0[query.form] }), known.isRepeated else { return nil }
        return (known.text, query.values + known.otherValues)
    }

    /// Notes how a query was translated.
    func note(_ query: RepeatedQuery, _ text: String, _ values: [SQLValue]) {
        guard values.starts(with: query.values) else { return }
        let otherValues = Array(values.dropFirst(query.values.count))
        known.withLock { known in
            if let earlier = known[query.form] {
                known[query.form]?.isRepeated = earlier.text == text && earlier.otherValues == otherValues
            } else {
                if known.count >= Self.maximumCount { known.removeAll() }
                known[query.form] = Known(text: text, otherValues: otherValues)
            }
        }
    }
}
