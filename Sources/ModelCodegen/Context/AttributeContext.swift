import ModelSchema

/// An attribute of an entity, and the wrapper that its user info asks for.
struct AttributeContext: TemplateRecord, Hashable {
    var key: String
    var name: String
    var type: String
    var isReadOnly: Bool
    var wrapper: EnumerationWrapperContext?

    static let fields: TemplateFields<Self> = [
        .init("key", \.key, "The attribute's name in the model, as a string literal."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("isReadOnly", \.isReadOnly, "Whether the store computes the value."),
        .init("wrapper", \.wrapper, "The property that reads and writes the value as a case of an enum."),
    ]

    init(_ attribute: Attribute, of entity: Entity, namer: SwiftNamer) {
        let mapping = AttributeTypeMapping(attribute, namer: namer)
        key = SwiftLiteral.string(attribute.name)
        type = mapping.isOptional ? mapping.valueType + "?" : mapping.valueType
        isReadOnly = attribute.isDerived
        if let enumeration = attribute.enumeration {
            let wrapsUnderOwnName = enumeration.accessorName == nil
            name = namer.memberName(wrapsUnderOwnName ? .rawValue : .property, attribute.name, of: entity)
            wrapper = EnumerationWrapperContext(
                enumeration, of: attribute,
                name: namer.memberName(wrapsUnderOwnName ? .property : .enumeration, attribute.name, of: entity),
                rawIsOptional: mapping.isOptional, namer: namer)
        } else {
            name = namer.propertyName(attribute.name, of: entity)
        }
    }
}
