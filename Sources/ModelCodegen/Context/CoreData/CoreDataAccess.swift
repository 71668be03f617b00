import ModelSchema

/// The arguments of the object's subscript that reads and sets a property on platforms without `@NSManaged`.
enum CoreDataAccess {
    /// The access by the type that Xcode gives the property.
    static func attribute(
        _ attribute: Attribute, _ mapping: CoreDataTypeMapping, of entity: Entity, namer: SwiftNamer
    ) -> String {
        let key = SwiftLiteral.string(attribute.name)
        let place = "\(key), at: \(PropertyIndexes(of: entity, namer: namer).index(ofAttribute: attribute.name))"
        if mapping.numberProperty != nil { return "number: \(key)" }
        let isOptional = mapping.isOptional
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
        case .uuid: return "\(isOptional ? "optionalUuid" : "uuid"): \(place)"
        case .uri: return "\(isOptional ? "optionalUri" : "uri"): \(place)"
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
