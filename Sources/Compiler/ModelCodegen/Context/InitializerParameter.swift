import ModelSchema
import StencilTemplates
import SwiftNames

/// A parameter of an initializer, which sets one property.
///
/// If Swift has a literal for the model's default value, the parameter has the same default value. Otherwise, as for
/// dates, the parameter is optional, and nil keeps the model's default value.
struct InitializerParameter: TemplateRecord, Hashable {
    var propertyName: String
    var label: String
    var name: String
    var declaration: String
    var type: String
    var defaultValue: String?
    var keepsValueWhenNil: Bool
    var target: String
    var value: String

    static let fields: TemplateFields<Self> = [
        .init(
            "propertyName", \.propertyName,
            "The name of the property in the model, which might not be a Swift identifier."),
        .init("label", \.label, "The name of the property, and the label of the argument."),
        .init("name", \.name, "The name inside the initializer: the label, unless it is taken."),
        .init("declaration", \.declaration, "The text before the colon: the label, and the name if it differs."),
        .init("type", \.type, "The type."),
        .init("defaultValue", \.defaultValue, "The default value; empty for a required parameter."),
        .init(
            "keepsValueWhenNil", \.keepsValueWhenNil,
            "Whether nil leaves the property at the model's default value instead of setting it to nil."),
        .init("target", \.target, "The target of the assignment."),
        .init("value", \.value, "The assigned expression."),
    ]

    /// Nil if the store computes the value, or the type has no accessor.
    init?(_ attribute: Attribute, of entity: Entity, indexes: PropertyIndexes, namer: SwiftNamer) {
        guard AttributeTypeMapping.supports(attribute.type), !attribute.isDerived else { return nil }
        let accessor = AttributeContext(attribute, of: entity, indexes: indexes, namer: namer)
        let mapping = AttributeTypeMapping(attribute, namer: namer)
        let isRequired = attribute.isRequired && !attribute.isTransient
        if let wrapper = accessor.wrapper {
            self.init(label: wrapper.name, propertyName: attribute.name)
            let takesNil = mapping.isOptional && wrapper.type.hasSuffix("?")
            if let match = namer.defaultCase(of: attribute) {
                type = takesNil ? wrapper.documentationType + "?" : wrapper.documentationType
                defaultValue = namer.caseExpression(match, isOptional: takesNil)
            } else {
                setType(wrapper.documentationType, isRequired: isRequired, keepsDefault: !takesNil)
            }
        } else {
            self.init(label: accessor.name, propertyName: attribute.name)
            if let literal = attribute.defaultLiteral {
                type = accessor.type
                defaultValue = literal
            } else {
                setType(mapping.valueType, isRequired: isRequired, keepsDefault: !mapping.isOptional)
            }
        }
        if attribute.defaultValue != nil, defaultValue == "nil" { keepsValueWhenNil = true }
        guard accessor.isReadOnly else { return }
        // The accessor has no setter, but the initializer sets the value.
        let subscriptLabel = accessor.wrapper == nil ? accessor.subscriptLabel : "enumeration"
        target = "self[\(subscriptLabel): \(accessor.key), at: \(accessor.index)]"
    }

    /// Nil for a to-many relationship, and if the destination does not exist, which is an error of the model.
    init?(
        _ relationship: Relationship, of entity: Entity, in model: ModelLookup, indexes: PropertyIndexes,
        namer: SwiftNamer
    ) {
        guard !relationship.isToMany,
            let accessor = RelationshipContext(relationship, of: entity, in: model, indexes: indexes, namer: namer)
        else { return nil }
        self.init(label: accessor.name, propertyName: relationship.name)
        setType(accessor.destination, isRequired: relationship.isRequired, keepsDefault: false)
    }

    private init(label: String, propertyName: String) {
        self.propertyName = propertyName
        self.label = label
        name = label
        declaration = label
        type = ""
        keepsValueWhenNil = false
        target = "self.\(label)"
        value = name
    }

    /// Chooses another name inside the initializer if the parameter of the context has the name.
    mutating func setName(besides labels: Set<String>) {
        guard label == Self.contextName else { return }
        var scope = NameScope(reserved: labels)
        name = scope.declare(label, for: .model)
        declaration = "\(label) \(name)"
        value = name
    }

    /// The name of the first parameter of every initializer.
    private static let contextName = "context"

    private mutating func setType(_ type: String, isRequired: Bool, keepsDefault: Bool) {
        self.type = isRequired ? type : SwiftTypeText.optional(of: type)
        defaultValue = isRequired ? nil : "nil"
        keepsValueWhenNil = !isRequired && keepsDefault
    }
}

extension Attribute {
    /// Whether an object cannot be saved without a value for the attribute.
    fileprivate var isRequired: Bool { !isOptional && defaultValue == nil }

    /// The default value as a Swift literal; nil if there is no default value, or no literal for it.
    var defaultLiteral: String? {
        switch defaultValue {
        case .integer(let number): String(number)
        case .double(let number) where number.isFinite: type == .float ? String(Float(number)) : String(number)
        case .boolean(let flag): String(flag)
        case .string(let text): SwiftLiteral.string(text)
        case .double, .decimal, .date, .uuid, .uri, nil: nil
        }
    }
}
