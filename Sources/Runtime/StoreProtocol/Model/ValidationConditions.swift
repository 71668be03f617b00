public import ModelExpressions

/// A condition that a program sets for the values of a property.
package struct ValidationCondition: Sendable {
    /// The test of a condition.
    package enum Test: Sendable {
        /// A predicate on the value, which is `SELF`.
        case predicate(ModelPredicate)
        /// A closure that receives the value in the form of string-keyed access.
        case block(@Sendable (Any) -> Bool)
    }

    /// The test for values.
    package var test: Test
    /// The message for a value that does not pass the test.
    package var warning: String

    /// Creates a condition.
    package init(_ test: Test, warning: String) {
        self.test = test
        self.warning = warning
    }
}

/// The conditions that a program sets for the values of properties.
package struct ValidationConditions: Sendable {
    private var byProperty: [SchemaPosition: [ValidationCondition]] = [:]

    private struct SchemaPosition: Hashable {
        var entityName: String
        var key: String
    }

    package var isEmpty: Bool { byProperty.isEmpty }

    /// Returns the conditions of a property, with an ancestor's first.
    package func conditions(forKey key: String, of entity: EntityDescription) -> [ValidationCondition] {
        (entity.ancestorNames.reversed() + [entity.name])
            .flatMap { byProperty[SchemaPosition(entityName: $0, key: key)] ?? [] }
    }

    mutating func set(_ conditions: [ValidationCondition], forKey key: String, ofEntityNamed entityName: String) {
        byProperty[SchemaPosition(entityName: entityName, key: key)] = conditions
    }
}

extension ManagedObjectModel {
    /// Returns the model with conditions for the values of a property, which validation checks in order, after the
    /// model's own bounds (rules VAL-14 and VAL-15). `SELF` is the value. Validation does not check nil.
    ///
    /// Create the container with the returned model. The conditions also apply to objects of descendant entities.
    ///
    /// - Parameters:
    ///   - predicates: The conditions that values match.
    ///   - warnings: The messages of errors, one for each predicate.
    ///   - key: The attribute or relationship.
    ///   - entityName: The entity that declares it.
    /// - Precondition: The numbers of warnings and predicates are equal, and the entity declares the attribute or
    ///   relationship.
    public func settingValidationPredicates(
        _ predicates: [ModelPredicate], withWarnings warnings: [String], forProperty key: String,
        ofEntityNamed entityName: String
    ) -> ManagedObjectModel {
        require(predicates.count == warnings.count, "each validation predicate of '\(key)' needs one warning")
        return settingValidationConditions(
            zip(predicates, warnings).map { ValidationCondition(.predicate($0), warning: $1) }, forProperty: key,
            ofEntityNamed: entityName)
    }

    /// Does the same with conditions of any kind.
    package func settingValidationConditions(
        _ conditions: [ValidationCondition], forProperty key: String, ofEntityNamed entityName: String
    ) -> ManagedObjectModel {
        let entity = entitiesByName[entityName]
        require(
            entity?.attribute(named: key) != nil || entity?.relationship(named: key) != nil,
            "the model '\(name)' has no property '\(entityName).\(key)'")
        var model = self
        model.validationConditions.set(conditions, forKey: key, ofEntityNamed: entityName)
        return model
    }
}
