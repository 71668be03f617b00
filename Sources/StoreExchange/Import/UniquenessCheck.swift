import ModelExpressions
import ModelSchema
import ObjectGraph

/// Finds rows that would make objects equal that the model keeps apart, one at a time.
///
/// Of an entity's constraints those over attributes are looked at; a save finds what breaks the others.
struct UniquenessCheck {
    struct Conflict {
        /// What the constraint asks for, as in ``ObjectGraph/ConstraintConflict``.
        var requirement: String
        /// The object that has the values.
        var owner: ManagedObject
    }

    private struct Constraint {
        var names: [String]
        var owners: ObjectIndex
    }

    private var constraints: [Constraint] = []

    init(of entity: EntityDescription, in context: ManagedObjectContext) throws {
        let model = context.managedObjectModel
        for name in [entity.name] + entity.ancestorNames {
            guard let declaring = model.entitiesByName[name] else { continue }
            for constraint in declaring.schema.uniquenessConstraints {
                let names = constraint.propertyNames
                guard names.allSatisfy({ declaring.attribute(named: $0) != nil }) else { continue }
                constraints.append(
                    Constraint(names: names, owners: try ObjectIndex(of: declaring, by: names, in: context)))
            }
        }
    }

    /// Notes the values that an object is to have; those that are not given it has already.
    ///
    /// - Returns: The first conflict. Nothing is noted then.
    mutating func take(_ object: ManagedObject, with values: [String: RowValue]) throws -> Conflict? {
        let keys = try constraints.map { constraint in
            try constraint.names.map { try values[$0] ?? Self.value(of: $0, in: object) }
        }
        for (constraint, key) in zip(constraints, keys) where !key.contains(.null) {
            guard let owner = constraint.owners[key], owner !== object else { continue }
            let requirement = ConstraintConflict.requirement(constraint.names, values: key.map(\.shortText))
            return Conflict(requirement: requirement, owner: owner)
        }
        for (place, key) in keys.enumerated() {
            let before = try constraints[place].names.map { try Self.value(of: $0, in: object) }
            if constraints[place].owners[before] === object { constraints[place].owners[before] = nil }
            if !key.contains(.null) { constraints[place].owners[key] = object }
        }
        return nil
    }

    private static func value(of name: String, in object: ManagedObject) throws -> RowValue {
        RowValue(try ModelExpression.keyPath(ModelKeyPath([.key(name)])).value(of: object))
    }
}
