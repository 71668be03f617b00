import ModelSchema
import SwiftNames

/// The declarations inside the generated class of an entity, most important first. If two have the same name, the first
/// keeps it.
struct ClassMembers {
    /// The suffix of the property of an enum's type where the stored property has the attribute's name.
    static let caseSuffix = "Case"

    let options: GenerationOptions

    /// - Parameter isInFamily: Whether the class has a superclass or subclasses in the model.
    func declarations(of entity: Entity, isInFamily: Bool) -> [MemberDeclaration] {
        let path = SchemaPath.entity(entity.name)
        let attributes = entity.attributes.sorted { $0.name < $1.name }
        let relationships = entity.relationships.sorted { $0.name < $1.name }
        var declarations = attributes.map { property($0.name, at: path.attribute($0.name)) }
        declarations += relationships.map { property($0.name, at: path.relationship($0.name)) }
        declarations += entity.fetchedProperties.sorted { $0.name < $1.name }.map {
            property($0.name, at: path.appending(.fetchedProperty, $0.name))
        }
        // A name that is the same as in the model precedes an adapted name.
        declarations = declarations.filter { $0.name == $0.modelName } + declarations.filter { $0.name != $0.modelName }
        declarations += attributes.compactMap { enumeration(of: $0, at: path.attribute($0.name)) }
        // In SwiftData, a to-many relationship is an array.
        if options.style != .swiftData {
            declarations += relationships.filter(\.isToMany).map { collection($0, at: path.relationship($0.name)) }
        }
        if options.generatesSnapshots { declarations.append(snapshot(of: entity, isInFamily: isInFamily, at: path)) }
        return declarations
    }

    /// In an entity hierarchy, each class has a property with its own name, because the parent's snapshot lacks the
    /// properties of the child.
    private func snapshot(of entity: Entity, isInFamily: Bool, at path: SchemaPath) -> MemberDeclaration {
        let className = SwiftIdentifier.lowerFirstWord(ModelClass.name(of: entity))
        return MemberDeclaration(
            role: .snapshot, modelName: entity.name, name: isInFamily ? className + "Snapshot" : "snapshot",
            origin: path)
    }

    private func property(_ name: String, at path: SchemaPath) -> MemberDeclaration {
        MemberDeclaration(role: .property, modelName: name, name: swiftName(name), origin: path)
    }

    /// The second accessor of an attribute with an enum. The first accessor has the name of the attribute.
    private func enumeration(of attribute: Attribute, at path: SchemaPath) -> MemberDeclaration? {
        guard let enumeration = attribute.enumeration else { return nil }
        guard let accessorName = enumeration.accessorName else {
            if options.style == .swiftData {
                return MemberDeclaration(
                    role: .enumeration, modelName: attribute.name, name: swiftName(attribute.name) + Self.caseSuffix,
                    origin: path)
            }
            return MemberDeclaration(
                role: .rawValue, modelName: attribute.name, name: swiftName(attribute.name) + "RawValue", origin: path)
        }
        return MemberDeclaration(role: .enumeration, modelName: attribute.name, name: accessorName, origin: path)
    }

    private func collection(_ relationship: Relationship, at path: SchemaPath) -> MemberDeclaration {
        typealias Form = MemberDeclaration.Form
        let isCamelCase = options.propertyNaming == .camelCase
        let name = isCamelCase ? SwiftIdentifier.upperCamelCase(relationship.name) : relationship.name
        var forms = [Form(prefix: "addTo", labels: "(_:)"), Form(prefix: "removeFrom", labels: "(_:)")]
        if relationship.isOrdered {
            forms += [
                Form(prefix: "insertInto", labels: "(_:at:)"), Form(prefix: "removeFrom", labels: "(at:)"),
                Form(prefix: "replace", labels: "(at:with:)"),
            ]
        }
        return MemberDeclaration(
            role: .collection, modelName: relationship.name, name: SwiftIdentifier.upperFirst(name), forms: forms,
            origin: path)
    }

    private func swiftName(_ modelName: String) -> String {
        switch options.propertyNaming {
        case .model: modelName
        case .camelCase: SwiftIdentifier.lowerCamelCase(modelName)
        }
    }
}
