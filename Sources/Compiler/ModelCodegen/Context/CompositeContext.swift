import ModelSchema
import StencilTemplates
import SwiftNames

/// What the template `composite` receives.
struct CompositeContext: TemplateContext {
    static let templateName = "composite"
    static let summary = "A struct for the values of a composite."

    struct Member: TemplateRecord {
        var key: String
        var name: String
        var type: String
        var defaultValue: String
        var initialValue: String
        var wrapper: EnumerationWrapperContext?
        var isKeptWhenNil: Bool

        static let fields: TemplateFields<Self> = [
            .init("key", \.key, "The member's name in the model, as a string literal."),
            .init("name", \.name, "The name of the property."),
            .init("type", \.type, "The type of the property."),
            .init("defaultValue", \.defaultValue, "The expression of the member's default."),
            .init(
                "initialValue", \.initialValue,
                "The value that an initializer assigns first: a parameter, or the default."),
            .init("wrapper", \.wrapper, "The property that reads and writes the value as a case of an enum."),
            .init(
                "isKeptWhenNil", \.isKeptWhenNil,
                "Whether an initializer without a case leaves the member at its default."),
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
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("documentationName", \.documentationName, "The composite's name in the model, safe inside a comment."),
        .init("name", \.name, "The name of the struct."),
        .init("conformances", \.conformances, "The protocols it conforms to, separated by commas."),
        .init("members", \.members, "The members by name, without those whose type has no Swift type."),
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
        let attributes = Self.members(of: composite)
        let propertyNames = Set(names.values.flatMap { [$0.property, $0.wrapper].compactMap { $0 } })
        members = attributes.map { Member($0, names: names[$0.name], among: propertyNames, namer: namer) }
        parameters = zip(members, attributes).map { member, attribute in
            guard let wrapper = member.wrapper else { return "\(member.name): \(member.type) = \(member.defaultValue)" }
            let isOptional = wrapper.type.hasSuffix("?")
            let value = namer.defaultCase(of: attribute).map { namer.caseExpression($0, isOptional: isOptional) }
            return "\(wrapper.name): \(wrapper.type) = \(value ?? "nil")"
        }.joined(separator: ", ")
        membersType = namer.type("CompositeMembers", in: .objectGraph)
    }

    /// The members with properties in the struct, by name. The stored property of a member has its plain type, even if
    /// user info specifies a different type, except for enums.
    static func members(of composite: Composite) -> [Attribute] {
        composite.attributes.filter { supports($0.type) }.sorted { $0.name < $1.name }
    }

    /// The type of the stored property of a member.
    static func mapping(of member: Attribute, namer: SwiftNamer) -> AttributeTypeMapping {
        var plain = member
        plain.userInfo = [:]
        return AttributeTypeMapping(plain, namer: namer)
    }

    /// Whether a member of a type can be part of a struct. Transformable members cannot, because their values might not
    /// be comparable or sendable.
    static func supports(_ type: AttributeType) -> Bool {
        AttributeTypeMapping.supports(type) && type != .transformable
    }
}

extension CompositeContext.Member {
    /// - Parameter propertyNames: The names of all properties of the struct.
    fileprivate init(
        _ attribute: Attribute, names: SwiftNamer.CompositeMemberNames?, among propertyNames: Set<String>,
        namer: SwiftNamer
    ) {
        let mapping = CompositeContext.mapping(of: attribute, namer: namer)
        key = SwiftLiteral.string(attribute.name)
        name = names?.property ?? attribute.name
        type = mapping.isOptional ? SwiftTypeText.optional(of: mapping.valueType) : mapping.valueType
        defaultValue = AttributeDefaultExpression(attribute, mapping: mapping, among: propertyNames).text
        initialValue = names?.wrapper == nil ? name : defaultValue
        isKeptWhenNil = false
        guard let enumeration = attribute.enumeration, let wrapperName = names?.wrapper else { return }
        let wrapper = EnumerationWrapperContext(
            enumeration, of: attribute, name: wrapperName,
            over: RawValueProperty(
                name: "self." + name, enumName: namer.enumName(enumeration.typeName),
                isString: attribute.type == .string, isOptional: mapping.isOptional),
            namer: namer)
        self.wrapper = wrapper
        let hasNil = mapping.isOptional && (attribute.defaultValue == nil || namer.defaultCase(of: attribute) != nil)
        isKeptWhenNil = wrapper.type.hasSuffix("?") && !hasNil
    }
}
