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
    /// Checks a value for one attribute: what the model says, the conditions that the program has set, then what the class
    /// does (rule VAL-16). The class may put another value in its place.
    ///
    /// - Throws: ``ValidationError``, ``ValidationErrors`` for several members of a composite, or what the class throws.
    /// - Precondition: The entity has the attribute, and the value is of its type.
    public final func validateValue(_ value: inout Any?, forKey key: String) throws {
        let index = attributeIndex(key)
        let attribute = entity.attributes[index]
        guard let converted = AttributeValue(value, for: attribute, composites: entity.composites) else {
            preconditionFailure("unacceptable type of value for '\(entity.name).\(key)'")
        }
        try ObjectValidator(object: self).validate(converted, at: index)
        try (self as? any PropertyValidating)?.validateProperty(&value, forKey: key)
    }
}
