import Foundation
import ModelExpressions

/// An order of objects: several keys, the most important first, and the order of making last.
struct SortKeys: Sendable {
    let keys: [SortKey]

    init(keys: [SortKey]) {
        self.keys = keys
    }

    /// - Throws: ``QueryError``, as ``SortKey`` does.
    init<Compared>(
        _ descriptors: [ModelSortDescriptor<Compared>], of entity: EntityDescription, in model: ManagedObjectModel
    ) throws {
        keys = try descriptors.map { try SortKey($0, of: entity, in: model) }
    }

    /// The values of an object that decide its place, one for each key.
    func values<Source: QuerySource>(
        of subject: Source.Subject, with evaluator: PredicateEvaluator<Source>
    ) throws -> [SortValue] {
        try keys.map { key in
            if key.isIdentity { return .identity(evaluator.source.objectID(of: subject)) }
            return key.sortValue(of: try evaluator.value(of: key.path, from: .object(subject)))
        }
    }

    /// How two objects compare by the values of their keys alone.
    func compare(_ left: [SortValue], _ right: [SortValue]) -> ComparisonResult {
        for index in keys.indices {
            let result = keys[index].compare(left[index], right[index])
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    /// The subjects in this order; of equal ones, those that come first stay first (rule SRT-3).
    func sorted<Source: QuerySource>(
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

extension Sequence where Element: ManagedObject {
    /// The objects in an order, as they are in memory; of equal ones, those that come first stay first (rule SRT-3).
    ///
    /// - Throws: ``QueryError`` for a key that an object's entity does not have or that has no order.
    public func sorted(
        using descriptors: [ModelSortDescriptor<Element>], in model: ManagedObjectModel
    ) throws -> [Element] {
        let objects = Array(self)
        guard let first = objects.first else { return [] }
        var entity = first.entity
        for object in objects where !object.entity.isKindOf(entity: entity) {
            // The nearest entity that all of them are of.
            guard
                let common = ([entity.name] + entity.ancestorNames).first(where: { name in
                    object.entity.name == name || object.entity.ancestorNames.contains(name)
                }).flatMap({ model.entitiesByName[$0] })
            else {
                throw QueryError(
                    code: .typeMismatch,
                    message: "'\(entity.name)' and '\(object.entity.name)' have no property in common to sort by")
            }
            entity = common
        }
        let keys = try SortKeys(descriptors, of: entity, in: model)
        let evaluator = PredicateEvaluator(
            source: ManagedObjectSource(context: first.managedObjectContext), now: Date())
        let sorted = try keys.sorted(objects.map { $0 as ManagedObject }, with: evaluator)
        return sorted.compactMap { $0 as? Element }
    }
}
