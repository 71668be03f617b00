import ModelSchema

/// The property of an attribute, with the property that wraps it as an enum.
struct CoreDataAttribute {
    let property: CoreDataPropertyContext
    let wrapper: EnumerationWrapperContext?

    init(_ attribute: Attribute, of item: CoreDataClass, options: GenerationOptions) {
        let mapping = CoreDataTypeMapping(attribute, namer: item.namer, options: options)
        let access = CoreDataAccess.attribute(attribute, mapping, of: item.entity, namer: item.namer)
        guard let enumeration = attribute.enumeration else {
            let name = item.namer.propertyName(attribute.name, of: item.entity)
            property = CoreDataPropertyContext(attribute.name, name: name, type: mapping.type, access: access)
            wrapper = nil
            return
        }
        let wrapsUnderOwnName = enumeration.accessorName == nil
        let rawName = item.namer.memberName(wrapsUnderOwnName ? .rawValue : .property, attribute.name, of: item.entity)
        property = CoreDataPropertyContext(attribute.name, name: rawName, type: mapping.type, access: access)
        let box = mapping.numberProperty.map { (valueProperty: $0, type: item.namer.type("NSNumber", in: .foundation)) }
        wrapper = EnumerationWrapperContext(
            enumeration, of: attribute,
            name: item.namer.memberName(wrapsUnderOwnName ? .property : .enumeration, attribute.name, of: item.entity),
            over: RawValueProperty(
                name: rawName, enumName: item.namer.enumName(enumeration.typeName),
                isString: attribute.type == .string, isOptional: mapping.isOptional, box: box),
            hasModelDefault: true, namer: item.namer)
    }
}
