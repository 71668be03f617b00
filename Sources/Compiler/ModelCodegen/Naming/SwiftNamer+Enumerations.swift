import ModelSchema
import SwiftNames

// Enums with their cases in the model.
extension SwiftNamer {
    /// The attributes whose enums are declared, in the order of declaration. Composites are not structs in
    /// every style.
    static func attributesOfEnumerations(
        in classes: [ModelClass], _ model: Model, _ options: GenerationOptions
    ) -> [Attribute] {
        let composites = options.style != .coreData ? model.composites.sorted { $0.name < $1.name } : []
        return (composites.map(\.attributes) + classes.map(\.entity.attributes))
            .flatMap { attributes in attributes.filter { $0.enumeration != nil }.sorted { $0.name < $1.name } }
    }

    /// The names that the properties of composites can have.
    static func memberNames(ofCompositesIn model: Model, _ options: GenerationOptions) -> Set<String> {
        Set(
            model.composites.flatMap(\.attributes).flatMap { attribute in
                let name =
                    options.propertyNaming == .camelCase
                    ? SwiftIdentifier.lowerCamelCase(attribute.name) : attribute.name
                return [name] + (attribute.enumeration?.accessorName.map { [$0] } ?? [])
            })
    }

    /// The names of an attribute's accessors: the accessor of its value, and that of its enum, if it has one.
    func accessorNames(of attribute: Attribute, of entity: Entity) -> (value: String, wrapper: String?) {
        guard let enumeration = attribute.enumeration else { return (propertyName(attribute.name, of: entity), nil) }
        let wrapsUnderOwnName = enumeration.accessorName == nil && !keepsStoredNames
        return (
            memberName(wrapsUnderOwnName ? .rawValue : .property, attribute.name, of: entity),
            memberName(wrapsUnderOwnName ? .property : .enumeration, attribute.name, of: entity)
        )
    }

    /// The case of an attribute's enum for the default value; nil if there is none, or if the enum is written by hand.
    func defaultCase(of attribute: Attribute) -> AttributeEnumeration.Case? {
        guard let cases = attribute.enumeration.flatMap({ self.cases(ofEnum: $0.typeName) }) else { return nil }
        return cases.first { $0.rawValue == attribute.defaultRawValue }
    }

    /// The expression of a case where the enum is expected, or an optional of it.
    func caseExpression(_ item: AttributeEnumeration.Case, isOptional: Bool) -> String {
        let expression = "." + caseName(item.name)
        // In place of an optional, these names mean the cases of `Optional`.
        return isOptional && ["none", "some"].contains(item.name) ? ".some(\(expression))" : expression
    }
}

extension Attribute {
    /// The default value as the raw value of an enum; nil if there is none, or if no enum can have the type.
    var defaultRawValue: AttributeEnumeration.RawValue? {
        switch defaultValue {
        case .integer(let number): .integer(number)
        case .string(let text): .string(text)
        default: nil
        }
    }
}
