import ModelSchema

/// What the template `composite` receives.
struct CompositeContext: TemplateContext, Hashable {
    static let templateName = "composite"
    static let summary = "A struct for the values of a composite."

    struct Member: TemplateRecord, Hashable {
        var key: String
        var name: String
        var type: String
        var defaultValue: String

        static let fields: TemplateFields<Self> = [
            .init("key", \.key, "The member's name in the model, as a string literal."),
            .init("name", \.name, "The name of the property."),
            .init("type", \.type, "The type of the property."),
            .init("defaultValue", \.defaultValue, "The expression of the member's default."),
        ]
    }

    var access: String
    var documentationName: String
    var name: String
    var conformances: String
    var members: [Member]
    var parameters: String
    var membersType: String

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level with a space after it; empty for internal."),
        .init("documentationName", \.documentationName, "The composite's name in the model, safe inside a comment."),
        .init("name", \.name, "The name of the struct."),
        .init("conformances", \.conformances, "The protocols it conforms to, with commas between them."),
        .init("members", \.members, "The members by name, without those whose type has no Swift."),
        .init("parameters", \.parameters, "The parameters of the memberwise initializer."),
        .init("membersType", \.membersType, "The runtime's `CompositeMembers`."),
    ]

    init(_ composite: Composite, namer: SwiftNamer, access: String) {
        self.access = access
        documentationName = SwiftLiteral.comment(composite.name)
        name = namer.compositeName(composite.name)
        let standard = ["Codable", "Hashable", "Sendable"].map { namer.type($0, in: .swift) }
        conformances = ([namer.type("CompositeRepresentable", in: .objectGraph)] + standard).joined(separator: ", ")
        let names = namer.compositeMemberNames(of: composite)
        members = Self.members(of: composite).map { attribute in
            let mapping = AttributeTypeMapping(attribute, namer: namer)
            return Member(
                key: SwiftLiteral.string(attribute.name), name: names[attribute.name] ?? attribute.name,
                type: mapping.isOptional ? mapping.valueType + "?" : mapping.valueType,
                defaultValue: AttributeDefaultExpression(attribute, mapping: mapping, namer: namer).text)
        }
        parameters = members.map { "\($0.name): \($0.type) = \($0.defaultValue)" }.joined(separator: ", ")
        membersType = namer.type("CompositeMembers", in: .objectGraph)
    }

    /// The members that a struct has properties for, by name. A member is of its plain type, whatever user info says.
    static func members(of composite: Composite) -> [Attribute] {
        composite.attributes.filter { supports($0.type) }.sorted { $0.name < $1.name }.map { attribute in
            var member = attribute
            member.userInfo = [:]
            return member
        }
    }

    /// Whether a member of a type can be part of a struct. Transformable ones cannot: nothing says that their values
    /// may be compared, or sent to other tasks.
    static func supports(_ type: AttributeType) -> Bool {
        AttributeTypeMapping.supports(type) && type != .transformable
    }
}
