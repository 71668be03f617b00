public import ModelExpressions

/// The conditions that programs have set for values of properties.
struct ValidationConditions: Sendable {
    struct Condition: Sendable {
        var predicate: ModelPredicate
        /// What is said of a value that does not meet it.
        var warning: String
    }

    private var byProperty: [SchemaPlace: [Condition]] = [:]

    private struct SchemaPlace: Hashable {
        var entityName: String
        var key: String
    }

    var isEmpty: Bool { byProperty.isEmpty }

    /// Those of a property, in their order: an ancestor's first.
    func conditions(forKey key: String, of entity: EntityDescription) -> [Condition] {
        (entity.ancestorNames.reversed() + [entity.name])
            .flatMap { byProperty[SchemaPlace(entityName: $0, key: key)] ?? [] }
    }

    mutating func set(_ conditions: [Condition], forKey key: String, ofEntityNamed entityName: String) {
        byProperty[SchemaPlace(entityName: entityName, key: key)] = conditions
    }
}

extension ManagedObjectModel {
    /// The model with conditions for the values of a property, which validation checks after the model's own bounds, in
    /// their order (rules VAL-14 and VAL-15). `SELF` is the value; nil is not checked.
    ///
    /// Make the container with the model that this returns. Objects of descendant entities are checked too.
    ///
    /// - Parameters:
    ///   - predicates: What values must match.
    ///   - warnings: What the error says, one for each predicate.
    ///   - key: The attribute or relationship.
    ///   - entityName: The entity that declares it.
    /// - Precondition: There are as many warnings as predicates, and the entity declares the attribute or relationship.
    public func settingValidationPredicates(
        _ predicates: [ModelPredicate], withWarnings warnings: [String], forProperty key: String,
        ofEntityNamed entityName: String
    ) -> ManagedObjectModel {
        precondition(predicates.count == warnings.count, "each validation predicate of '\(key)' needs one warning")
        let entity = entitiesByName[entityName]
        precondition(
            entity?.attribute(named: key) != nil || entity?.relationship(named: key) != nil,
            "the model '\(name)' has no property '\(entityName).\(key)'")
        var model = self
        let conditions = zip(predicates, warnings).map(ValidationConditions.Condition.init)
        model.validationConditions.set(conditions, forKey: key, ofEntityNamed: entityName)
        return model
    }
}
