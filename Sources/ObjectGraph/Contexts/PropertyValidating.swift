/// A managed object that checks values of its properties itself, beyond what the model says.
///
/// In Core Data these are methods named `validate<Key>(_:)`, which are found by their names; Swift finds no methods so.
public protocol PropertyValidating: ManagedObject {
    /// Checks a value for an attribute, and may put another one in its place. Called for each attribute when the object
    /// is validated, and by ``ManagedObject/validateValue(_:forKey:)`` (rules VAL-16 and VAL-17).
    ///
    /// - Throws: What is wrong with it.
    func validateProperty(_ value: inout Any?, forKey key: String) throws
}

extension ManagedObject {
    /// Checks a value for one property: what the model says, the conditions that the program has set, then, of an
    /// attribute, what the class does (rule VAL-16). The class may put another value in its place.
    ///
    /// A value that ``setValue(_:forKey:)`` would stop the program for is thrown for here, so a program can look at what
    /// comes from outside before it sets it.
    ///
    /// - Throws: ``ValidationError``, ``ValidationErrors`` for several members of a composite, or what the class throws.
    /// - Precondition: The entity has the property.
    public final func validateValue(_ value: inout Any?, forKey key: String) throws {
        if let relationship = entity.relationship(named: key) {
            return try ObjectValidator(object: self).validate(
                checkedDestinations(value, of: relationship), of: relationship)
        }
        let index = attributeIndex(key)
        let attribute = entity.attributes[index]
        guard let converted = entity.attributeValue(from: value, for: attribute) else {
            throw refusal(AttributeValue.refusal(of: value, for: attribute), forKey: key)
        }
        try ObjectValidator(object: self).validate(converted, at: index)
        try (self as? any PropertyValidating)?.validateProperty(&value, forKey: key)
    }

    private func checkedDestinations(
        _ value: Any?, of relationship: RelationshipDescription
    ) throws -> [ManagedObject] {
        guard let destinations = Self.destinations(from: value, isToMany: relationship.isToMany) else {
            throw refusal(Self.refusal(of: value, for: relationship), forKey: relationship.name)
        }
        for object in destinations
        where object.entity.name != relationship.destinationName
            && !object.entity.ancestorNames.contains(relationship.destinationName)
        {
            throw refusal("leads to \(relationship.destinationName), not to \(object)", forKey: relationship.name)
        }
        return destinations
    }

    private func refusal(_ reason: String, forKey key: String) -> ValidationError {
        ValidationError(
            code: .managedObjectValidation, objectID: objectID, key: key, message: "'\(entity.name).\(key)': \(reason)")
    }
}
