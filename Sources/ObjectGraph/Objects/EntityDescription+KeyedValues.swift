import Foundation

// Values as string-keyed access has them, in the types of the model's representation.
extension EntityDescription {
    /// The value of an attribute as string-keyed access has it, before it is represented.
    func anyValue(of value: AttributeValue, for attribute: Attribute) -> Any? {
        if attribute.type == .transformable, let representation, case .binary(let data) = value {
            return representation.value(ofTransformable: data, attribute)
        }
        return value.anyValue(for: attribute, composites: composites)
    }

    /// What was stored of an attribute once, as string-keyed access hands it out; nil for nothing, and where the entity does not
    /// have the attribute.
    package func representedValue(_ value: AttributeValue, ofAttributeNamed name: String) -> Any? {
        attribute(named: name).flatMap { represent(anyValue(of: value, for: $0)) }
    }

    /// A value that string-keyed access is given, as what is stored; nil for one that is none of the attribute's.
    package func attributeValue(from value: Any?, for attribute: Attribute) -> AttributeValue? {
        if attribute.type == .transformable, let representation, let value, !LooseValue.isNothing(value) {
            return representation.data(ofTransformable: value, attribute).map(AttributeValue.binary)
        }
        return AttributeValue(value, for: attribute, composites: composites)
    }

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

    /// What stands for nil if a value must be something.
    var nothing: Any { representation?.representation(of: NullValue()) ?? NullValue() }

    /// The destinations of a to-many relationship as string-keyed access hands them out.
    func represent(_ objects: [ManagedObject], isOrdered: Bool) -> Any {
        guard let representation else { return isOrdered ? objects : Set(objects) }
        return isOrdered
            ? representation.representation(ofOrdered: objects) : representation.representation(of: Set(objects))
    }
}
