/// The types in which string-keyed access hands out what it has, for a module that offers Core Data's names: there, numbers and
/// collections are Foundation's objects.
///
/// Without one, values are Swift's.
package protocol KeyedValueRepresentation: Sendable {
    /// A value of another type in the place of one: of a number, a set of objects or of values, or ``NullValue``.
    func representation(of value: Any) -> Any

    /// The destinations of an ordered relationship.
    func representation(ofOrdered objects: [ManagedObject]) -> Any

    /// What a key path finds behind an ordered relationship: values of any type, ``NullValue`` for what is nil.
    func representation(ofOrderedValues values: [Any]) -> Any
}

extension EntityDescription {
    /// A value as string-keyed access hands it out.
    func represent(_ value: Any?) -> Any? {
        guard let representation, let value else { return value }
        return representation.representation(of: value)
    }

    /// What a key path finds, as string-keyed access hands it out.
    func represent(_ found: KeyPathValue) -> Any? {
        guard let representation, case .ordered(let values) = found else { return represent(found.plain) }
        return representation.representation(ofOrderedValues: values)
    }

    /// What stands for nil where a value must be something.
    var nothing: Any { representation?.representation(of: NullValue()) ?? NullValue() }

    /// The destinations of a to-many relationship as string-keyed access hands them out.
    func represent(_ objects: [ManagedObject], isOrdered: Bool) -> Any {
        guard let representation else { return isOrdered ? objects : Set(objects) }
        return isOrdered
            ? representation.representation(ofOrdered: objects) : representation.representation(of: Set(objects))
    }
}
