public import ModelSchema

extension Model {
    /// Adds a uniqueness constraint to an entity, after the existing ones.
    ///
    /// - Throws: ``EditError`` if the entity or a property does not exist, or a constraint on the same properties
    ///   exists.
    public mutating func add(_ constraint: UniquenessConstraint, to entityName: String) throws(EditError) {
        let place = try index(ofEntity: entityName)
        guard constraintNumber(of: constraint, in: entities[place]) == nil else {
            throw EditError("a constraint on '\(constraint.text)' of '\(entityName)' already exists")
        }
        try check(constraint.propertyNames, arePropertiesOf: entities[place])
        entities[place].uniquenessConstraints.append(constraint)
    }

    /// Removes the uniqueness constraint on the same properties, in any order.
    ///
    /// - Throws: ``EditError`` if the entity or the constraint does not exist.
    public mutating func remove(_ constraint: UniquenessConstraint, of entityName: String) throws(EditError) {
        let place = try index(ofEntity: entityName)
        guard let number = constraintNumber(of: constraint, in: entities[place]) else {
            let known = entities[place].uniquenessConstraints.map { "'\($0.text)'" }
            throw EditError(
                "entity '\(entityName)' has no constraint on '\(constraint.text)'"
                    + (known.isEmpty ? "" : "; its constraints are on \(known.joined(separator: " and on "))"))
        }
        entities[place].uniquenessConstraints.remove(at: number)
    }

    private func constraintNumber(of constraint: UniquenessConstraint, in entity: Entity) -> Int? {
        let names = Set(constraint.propertyNames)
        return entity.uniquenessConstraints.firstIndex { Set($0.propertyNames) == names }
    }
}

extension UniquenessConstraint {
    fileprivate var text: String { propertyNames.joined(separator: ", ") }
}
