import Foundation
import ModelExpressions

// Orders by descriptors.
extension SortKey {
    /// - Throws: ``QueryError`` for a key that the entity does not have, or that has no order.
    init<Compared>(
        _ descriptor: ModelSortDescriptor<Compared>, of entity: EntityDescription, in model: ManagedObjectModel,
        nilValue: ConstantValue? = nil
    ) throws {
        try self.init(
            key: descriptor.key, ascending: descriptor.ascending, comparison: descriptor.comparison, of: entity,
            in: model, nilValue: nilValue)
    }
}

extension SortKeys {
    /// - Throws: ``QueryError``, as ``SortKey`` does.
    init<Compared>(
        _ descriptors: [ModelSortDescriptor<Compared>], of entity: EntityDescription, in model: ManagedObjectModel
    ) throws {
        self.init(keys: try descriptors.map { try SortKey($0, of: entity, in: model) })
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
