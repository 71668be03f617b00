import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import StoreExchange

/// A question for the objects that a page shows, and their order.
package struct StudioQuery: Sendable, Decodable {
    package struct Order: Sendable, Decodable {
        package var key: String
        package var isAscending: Bool
    }

    package var entity: String
    /// A predicate of the format language; nil or blank for all objects.
    package var condition: String?
    package var order: [Order]?

    private var trimmedCondition: String? {
        let text = (condition ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : condition
    }

    /// The question for `modelgen store`.
    ///
    /// - Throws: ``StudioError`` with the place in the condition.
    func query() throws -> ObjectQuery {
        do {
            return ObjectQuery(
                entityName: entity, predicate: try trimmedCondition.map { try ModelPredicate(format: $0) },
                sortDescriptors: (order ?? []).map { ModelSortDescriptor(key: $0.key, ascending: $0.isAscending) })
        } catch let error as FormatError {
            throw StudioError("\(error.message); \(error.hint)", column: error.column)
        }
    }

    /// The text of the question after `modelgen store query STORE`.
    var text: String {
        var text = entity
        if let condition = trimmedCondition { text += " where \(condition)" }
        let keys = (order ?? []).map { $0.key + ($0.isAscending ? "" : " desc") }
        if !keys.isEmpty { text += " sort \(keys.joined(separator: ", "))" }
        return text
    }
}
