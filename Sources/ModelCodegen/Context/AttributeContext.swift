import ModelSchema

/// An attribute of an entity, and the wrapper that its user info asks for.
struct AttributeContext: Sendable, Hashable {
    /// The attribute's name as a string literal.
    var key: String
    var name: String
    var type: String
    /// Whether the store computes the value.
    var isReadOnly: Bool
    var wrapper: EnumerationWrapperContext?

    init(_ attribute: Attribute, namer: SwiftNamer) {
        let mapping = AttributeTypeMapping(attribute, namer: namer)
        key = SwiftLiteral.string(attribute.name)
        type = mapping.isOptional ? mapping.valueType + "?" : mapping.valueType
        isReadOnly = attribute.isDerived
        if let enumeration = attribute.enumeration {
            let wrapsUnderOwnName = enumeration.accessorName == nil
            name = namer.propertyName(wrapsUnderOwnName ? attribute.name + "RawValue" : attribute.name)
            wrapper = EnumerationWrapperContext(
                enumeration, of: attribute, rawProperty: name, rawIsOptional: mapping.isOptional, namer: namer)
        } else {
            name = namer.propertyName(attribute.name)
        }
    }
}
