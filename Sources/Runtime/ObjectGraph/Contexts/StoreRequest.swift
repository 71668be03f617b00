import ModelExpressions

/// A request of a context to its store, for ``ManagedObjectContext/logRequest``.
///
/// ```swift
/// context.logRequest = { request in
///     lines.append(request.description)  // fetch Hero where universe == 1: 12 objects
///     if case .fetch(_, nil, let count) = request, count > 1000 { print("Fetches all, without a predicate") }
/// }
/// ```
public enum StoreRequest: Sendable, Hashable {
    /// A fetch. The predicate is in the format language, followed by the objects that it contains; nil if there is
    /// none.
    case fetch(entityName: String, predicate: String?, resultCount: Int)
    /// A save, with the numbers of objects.
    case save(inserted: Int, updated: Int, deleted: Int)

    init(fetchOf entity: EntityDescription, predicate: ModelPredicate?, resultCount: Int) {
        self = .fetch(entityName: entity.name, predicate: predicate.map(Self.text), resultCount: resultCount)
    }

    private static func text(of predicate: ModelPredicate) -> String {
        let printed = predicate.printed
        let objects = printed.arguments.compactMap { argument in
            if case .constant(.opaque(let value)) = argument { "\(value.value)" } else { nil }
        }
        return ([printed.format] + objects).joined(separator: ", ")
    }
}

extension StoreRequest: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fetch(let entityName, let predicate, let resultCount):
            let condition = predicate.map { " where \($0)" } ?? ""
            return "fetch \(entityName)\(condition): \(resultCount) \(resultCount == 1 ? "object" : "objects")"
        case .save(let inserted, let updated, let deleted):
            return "save: \(inserted) inserted, \(updated) updated, \(deleted) deleted"
        }
    }
}
