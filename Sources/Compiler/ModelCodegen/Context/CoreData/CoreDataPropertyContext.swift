import ModelSchema
import StencilTemplates
import SwiftNames

/// A property of an entity, for its line of code.
struct CoreDataPropertyContext: TemplateRecord {
    var objectiveCAttribute: String
    var name: String
    var type: String
    var getter: String
    var setter: String

    static let fields: TemplateFields<Self> = [
        .init(
            "objectiveCAttribute", \.objectiveCAttribute,
            "`@objc(…)` with the name in the model, followed by a space, if the Swift name differs; otherwise empty."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("getter", \.getter, "The expression that reads the value without `@NSManaged`."),
        .init("setter", \.setter, "The statement that sets the value without `@NSManaged`; empty if it cannot be set."),
    ]

    /// - Parameters:
    ///   - name: The name in source code.
    ///   - access: The arguments of the runtime's subscript for the property.
    ///   - isReadOnly: Whether the value cannot be set.
    init(_ modelName: String, name: String, type: String, access: String, isReadOnly: Bool = false) {
        getter = "self[\(access)]"
        setter = isReadOnly ? "" : "self[\(access)] = newValue"
        objectiveCAttribute = name == SwiftIdentifier.escaped(modelName) ? "" : "@objc(\(modelName)) "
        self.name = name
        self.type = type
    }
}

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
        let box = mapping.numberProperty.map {
            (valueProperty: $0, type: item.namer.typeInExpression("NSNumber", in: .foundation))
        }
        let library = attribute.type.library
        let scalar = item.namer.typeInExpression(library.name, in: library.module)
        let isNullable = attribute.isOptional && !mapping.isOptional && attribute.type != .string
        wrapper = EnumerationWrapperContext(
            enumeration, of: attribute,
            name: item.namer.memberName(wrapsUnderOwnName ? .property : .enumeration, attribute.name, of: item.entity),
            over: RawValueProperty(
                name: rawName, enumName: item.namer.enumName(enumeration.typeName),
                isString: attribute.type == .string, isOptional: mapping.isOptional, box: box,
                nullable: isNullable ? (SwiftLiteral.string(attribute.name), scalar) : nil),
            hasModelDefault: true, namer: item.namer)
    }
}

/// The arguments of the object's subscript that reads and sets a property on platforms without `@NSManaged`.
enum CoreDataAccess {
    /// The access by the type that Xcode gives the property.
    static func attribute(
        _ attribute: Attribute, _ mapping: CoreDataTypeMapping, of entity: Entity, namer: SwiftNamer
    ) -> String {
        let key = SwiftLiteral.string(attribute.name)
        let place = "\(key), at: \(PropertyIndexes(of: entity, namer: namer).index(ofAttribute: attribute.name))"
        let isOptional = mapping.isOptional
        if mapping.numberProperty != nil { return "\(isOptional ? "number" : "requiredNumber"): \(key)" }
        switch attribute.type {
        case .integer16: return "integer16: \(place)"
        case .integer32: return "integer32: \(place)"
        case .integer64: return "integer64: \(place)"
        case .double: return "double: \(place)"
        case .float: return "float: \(place)"
        case .boolean: return "boolean: \(place)"
        case .string: return "\(isOptional ? "optionalString" : "string"): \(place)"
        case .date where attribute.usesScalarValueType == true: return "timeInterval: \(place)"
        case .date: return "\(isOptional ? "optionalDate" : "date"): \(place)"
        case .binary: return "\(isOptional ? "optionalBinary" : "binary"): \(place)"
        case .uuid: return "\(isOptional ? "optionalUUID" : "uuid"): \(place)"
        case .uri: return "\(isOptional ? "optionalURI" : "uri"): \(place)"
        case .decimal where isOptional: return "decimalNumber: \(place)"
        case .decimal: return "requiredDecimalNumber: \(place)"
        case .objectID, .composite, .transformable, .undefined:
            return isOptional || mapping.type.hasSuffix("?") ? "value: \(key)" : "requiredValue: \(key)"
        }
    }

    /// The access to a relationship: to-one by the class of the destination, and to-many as a Foundation collection.
    static func relationship(
        _ relationship: Relationship, isOptional: Bool, of entity: Entity, namer: SwiftNamer
    ) -> String {
        let key = SwiftLiteral.string(relationship.name)
        let place = PropertyIndexes(of: entity, namer: namer).index(ofRelationship: relationship.name)
        guard relationship.isToMany else { return "\(isOptional ? "toOne" : "requiredToOne"): \(key), at: \(place)" }
        switch (relationship.isOrdered, isOptional) {
        case (false, true): return "set: \(key)"
        case (false, false): return "requiredSet: \(key)"
        case (true, true): return "orderedSet: \(key)"
        case (true, false): return "requiredOrderedSet: \(key)"
        }
    }
}
