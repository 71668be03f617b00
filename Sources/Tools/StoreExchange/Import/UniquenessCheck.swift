import ModelExpressions
import ModelSchema
import ObjectGraph

/// Finds the objects of a context that would violate uniqueness constraints when saved.
struct UniquenessCheck {
    struct Conflict {
        /// The properties that must be unique together.
        var names: [String]
        /// The properties of the constraint, as in ``ObjectGraph/ConstraintConflict``.
        var requirement: String
        /// The objects with the same values: at least two, of which at least one has changed.
        var objects: [ManagedObject]
    }

    private let context: ManagedObjectContext

    init(of context: ManagedObjectContext) { self.context = context }

    /// All conflicts of unsaved objects. O(*n*) in the number of objects with constraints.
    func conflicts() throws -> [Conflict] {
        let changed = context.insertedObjects.union(context.updatedObjects)
        let changedNames = Set(changed.flatMap { [$0.entity.name] + $0.entity.ancestorNames })
        return try context.managedObjectModel.entities.filter { changedNames.contains($0.name) }.flatMap { entity in
            try entity.schema.uniquenessConstraints.flatMap { constraint in
                try conflicts(of: constraint.propertyNames, in: entity)
            }
        }
    }

    private func conflicts(of names: [String], in entity: EntityDescription) throws -> [Conflict] {
        let isComparable = names.allSatisfy { name in
            entity.attribute(named: name).map { $0.type != .composite && !$0.isTransient }
                ?? entity.relationship(named: name).map { !$0.isToMany } ?? false
        }
        guard isComparable else { return [] }
        let paths = names.map { ModelExpression.keyPath(ModelKeyPath([.key($0)])) }
        var objects: [[Part]: [ManagedObject]] = [:]
        // In the order of the first object of each key, which is that of the fetch.
        var repeated: [[Part]] = []
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name)) {
            let key = try paths.map { Part(try $0.value(of: object)) }
            // Objects without a value are never equal (rule UNQ-7).
            guard !key.contains(.value(.null)) else { continue }
            objects[key, default: []].append(object)
            if objects[key]?.count == 2 { repeated.append(key) }
        }
        return repeated.compactMap { key in
            guard let objects = objects[key], objects.contains(where: { $0.isInserted || $0.isUpdated }) else {
                return nil
            }
            let requirement = ConstraintConflict.requirement(names, values: key.map(\.text))
            return Conflict(names: names, requirement: requirement, objects: objects)
        }
    }

    /// The value of an object for one property.
    private enum Part: Hashable {
        case value(RowValue)
        /// A destination. New objects have no number that distinguishes them.
        case object(ManagedObject)

        init(_ value: QueryValue<ManagedObject>) {
            if case .object(let object) = value { self = .object(object) } else { self = .value(RowValue(value)) }
        }

        var text: String {
            switch self {
            case .value(let value): value.shortText
            case .object(let object):
                object.objectID.isTemporaryID ? "a new '\(object.entity.name)'" : object.objectID.description
            }
        }
    }
}
