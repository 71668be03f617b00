import ModelSchema
import StencilTemplates
import SwiftNames

/// An attribute of an entity, with the enum wrapper that its user info requests.
struct AttributeContext: TemplateRecord {
    var key: String
    var index: Int
    var name: String
    var type: String
    var documentation: [String]
    var subscriptLabel: String
    var isReadOnly: Bool
    var wrapper: EnumerationWrapperContext?

    static let fields: TemplateFields<Self> = [
        .init("key", \.key, "The attribute's name in the model, as a string literal."),
        .init("index", \.index, "The index of the attribute among own and inherited ones, as the runtime counts them."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
        .init(
            "subscriptLabel", \.subscriptLabel,
            "The label of the runtime's subscript, such as `string`, `optionalDate` or `transformable`."),
        .init(
            "isReadOnly", \.isReadOnly, "Whether the store computes the value, or the user info disables the setter."),
        .init("wrapper", \.wrapper, "The property that reads and writes the value as a case of an enum."),
    ]

    init(_ attribute: Attribute, of entity: Entity, indexes: PropertyIndexes, namer: SwiftNamer) {
        let mapping = AttributeTypeMapping(attribute, namer: namer)
        key = SwiftLiteral.string(attribute.name)
        index = indexes.index(ofAttribute: attribute.name)
        type = mapping.isOptional ? SwiftTypeText.optional(of: mapping.valueType) : mapping.valueType
        subscriptLabel = mapping.subscriptLabel
        documentation = DocumentationComment(attribute.userInfo).lines
        isReadOnly = attribute.isDerived || attribute.isReadOnlyByUserInfo
        let names = namer.accessorNames(of: attribute, of: entity)
        name = names.value
        if let enumeration = attribute.enumeration, let wrapperName = names.wrapper {
            wrapper = EnumerationWrapperContext(
                enumeration, of: attribute, at: index, name: wrapperName, rawIsOptional: mapping.isOptional,
                namer: namer)
        }
    }
}

extension Attribute {
    /// Whether the accessor has no setter. The key without this tool's prefix is that of mogenerator, which ignores its
    /// value.
    var isReadOnlyByUserInfo: Bool {
        ["modelgen.readonly", "mogenerator.readonly"].contains { key in
            userInfo[key].map { $0.uppercased() != "NO" } ?? false
        }
    }
}
