/// A managed object that validates values of its properties beyond the rules of the model.
///
/// In Core Data, these are methods named `validate<Key>(_:)`, which it finds by name. Swift cannot find methods by
/// name.
///
/// ```swift
/// func validateProperty(_ value: inout Any?, forKey key: String) throws {
///     guard key == "name", let name = value as? String else { return }
///     if name.contains("\n") { throw HeroError.invalidName }
///     value = name.trimmingCharacters(in: .whitespaces)
/// }
/// ```
public protocol PropertyValidating: ManagedObject {
    /// Checks a value for an attribute, and may replace it. Called for each attribute when the object is validated, and
    /// by ``Fetchable/validateValue(_:forKey:)`` (rules VAL-16 and VAL-17).
    ///
    /// - Throws: An error that describes an invalid value.
    func validateProperty(_ value: inout Any?, forKey key: String) throws
}

/// A managed object whose class may have a method for the validation of every property, as Core Data's classes do.
package protocol ClassValidating: ManagedObject {
    /// Whether the class has such a method. If not, the model alone decides, which takes less time.
    static var validatesEachProperty: Bool { get }

    /// Checks a value for an attribute or a relationship by the rules of the class, which include those of the model,
    /// and may replace it (rule VAL-17).
    ///
    /// - Throws: An error that describes an invalid value.
    func validateByClass(_ value: inout Any?, forKey key: String) throws
}

extension ManagedObject {
    final func validateValue(_ value: inout Any?, forKey key: String) throws {
        if let relationship = entity.relationship(named: key) {
            return try ObjectValidator(object: self).validate(
                checkedDestinations(value, of: relationship), of: relationship)
        }
        let index = attributeIndex(key)
        let attribute = entity.attributes[index]
        guard let converted = entity.attributeValue(from: value, for: attribute) else {
            throw error(AttributeValue.rejectionReason(of: value, for: attribute), forKey: key)
        }
        try ObjectValidator(object: self).validate(converted, at: index)
        try (self as? any PropertyValidating)?.validateProperty(&value, forKey: key)
    }

    private func checkedDestinations(
        _ value: Any?, of relationship: RelationshipDescription
    ) throws -> [ManagedObject] {
        guard let destinations = Self.destinations(from: value, isToMany: relationship.isToMany) else {
            throw error(Self.rejectionReason(of: value, for: relationship), forKey: relationship.name)
        }
        for object in destinations where !object.entity.isKindOf(entityNamed: relationship.destinationName) {
            throw error("points to \(relationship.destinationName), not to \(object)", forKey: relationship.name)
        }
        return destinations
    }

    private func error(_ reason: String, forKey key: String) -> ValidationError {
        ValidationError(
            code: .managedObjectValidation, objectID: objectID, key: key, message: "'\(entity.name).\(key)': \(reason)")
    }
}
