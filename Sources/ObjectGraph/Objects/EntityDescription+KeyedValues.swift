import Foundation

// Values for string-keyed access, in the types of the model's representation.
extension EntityDescription {
    /// Returns the value of an attribute for string-keyed access, before it is represented.
    func anyValue(of value: AttributeValue, for attribute: Attribute) -> Any? {
        if attribute.type == .transformable, let representation, case .binary(let data) = value {
            return representation.value(ofTransformable: data, attribute)
        }
        return value.anyValue(for: attribute, composites: composites)
    }

    /// Returns an earlier value of an attribute for string-keyed access; nil for null, and for an unknown attribute.
    package func representedValue(_ value: AttributeValue, ofAttributeNamed name: String) -> Any? {
        attribute(named: name).flatMap { represent(anyValue(of: value, for: $0)) }
    }

    /// Converts a value from string-keyed access to a stored value; nil if the attribute does not accept it.
    package func attributeValue(from value: Any?, for attribute: Attribute) -> AttributeValue? {
        if attribute.type == .transformable, let representation, let value, !LooseValue.isNothing(value) {
            return representation.data(ofTransformable: value, attribute).map(AttributeValue.binary)
        }
        return AttributeValue(value, for: attribute, composites: composites)
    }

    /// Represents a value for string-keyed access.
    func represent(_ value: Any?) -> Any? {
        guard let representation, let value else { return value }
        return representation.representation(of: value)
    }

    /// Represents the result of a key path for string-keyed access.
    func represent(_ found: KeyPathValue) -> Any? {
        guard let representation, case .ordered(let values) = found else { return represent(found.plain) }
        return representation.representation(ofOrderedValues: values)
    }

    /// The representation of nil where a value is required.
    var nothing: Any { representation?.representation(of: NullValue()) ?? NullValue() }

    /// Represents the destinations of a to-many relationship for string-keyed access.
    func represent(_ objects: [ManagedObject], isOrdered: Bool) -> Any {
        guard let representation else { return isOrdered ? objects : Set(objects) }
        return isOrdered
            ? representation.representation(ofOrdered: objects) : representation.representation(of: Set(objects))
    }
}
