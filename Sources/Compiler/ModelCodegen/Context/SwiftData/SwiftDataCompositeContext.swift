import ModelSchema
import StencilTemplates

/// What the template `swiftdata-composite` receives.
struct SwiftDataCompositeContext: TemplateContext {
    static let templateName = "swiftdata-composite"
    static let summary = "A struct for the values of a composite, with a stored property for each of its columns."

    struct Member: TemplateRecord {
        var name: String
        var type: String
        var defaultValue: String?

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the property, which is that of the member in the model."),
            .init("type", \.type, "The type of the property."),
            .init("defaultValue", \.defaultValue, "The expression of the default value; empty if there is none."),
        ]
    }

    var access: String
    var documentationName: String
    var name: String
    var conformances: String
    var members: [Member]
    var parameters: String
    var wrappers: [EnumerationWrapperContext]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("documentationName", \.documentationName, "The composite's name in the model, safe inside a comment."),
        .init("name", \.name, "The name of the struct."),
        .init("conformances", \.conformances, "The protocols it conforms to, separated by commas."),
        .init("members", \.members, "The members by name, without those that SwiftData has no type for."),
        .init("parameters", \.parameters, "The parameters of the memberwise initializer."),
        .init("wrappers", \.wrappers, "The properties that read and write a member as a case of an enum."),
    ]

    init(_ composite: Composite, namer: SwiftNamer, access: String) {
        self.access = access
        documentationName = SwiftLiteral.comment(composite.name)
        name = namer.compositeName(composite.name)
        conformances = namer.types(["Codable", "Hashable", "Sendable"])
        let names = namer.compositeMemberNames(of: composite)
        let attributes = Self.members(of: composite)
        let members = attributes.map { attribute in
            let mapping = SwiftDataTypeMapping(attribute, namer: namer)
            return Member(
                name: names[attribute.name]?.property ?? attribute.name, type: mapping.type,
                defaultValue: mapping.defaultValue(of: attribute, among: composite.attributes.map(\.name))
                    ?? (mapping.isOptional ? "nil" : nil))
        }
        self.members = members
        let ordered = members.filter { $0.defaultValue == nil } + members.filter { $0.defaultValue != nil }
        parameters = ordered.map { "\($0.name): \($0.type)" + ($0.defaultValue.map { " = \($0)" } ?? "") }
            .joined(separator: ", ")
        wrappers = attributes.compactMap { attribute in
            guard let enumeration = attribute.enumeration, let name = names[attribute.name]?.wrapper else { return nil }
            let mapping = SwiftDataTypeMapping(attribute, namer: namer)
            return EnumerationWrapperContext(
                enumeration, of: attribute, name: name,
                over: RawValueProperty(
                    name: "self." + (names[attribute.name]?.property ?? attribute.name),
                    enumName: namer.enumName(enumeration.typeName), isString: attribute.type == .string,
                    isOptional: mapping.isOptional),
                namer: namer)
        }
    }

    var exposesRuntime: Bool { false }

    /// The members with properties in the struct, by name.
    static func members(of composite: Composite) -> [Attribute] {
        composite.attributes.filter { supports($0.type) }.sorted { $0.name < $1.name }
    }

    /// Whether a member of a type can be part of a struct. The values of transformable members might not be Codable.
    static func supports(_ type: AttributeType) -> Bool {
        SwiftDataTypeMapping.supports(type) && type != .transformable
    }
}
