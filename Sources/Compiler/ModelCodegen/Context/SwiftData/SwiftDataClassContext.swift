import ModelSchema
import StencilTemplates
import SwiftNames

/// What the template `swiftdata-class` receives.
struct SwiftDataClassContext: TemplateContext {
    static let templateName = "swiftdata-class"
    static let summary = "The class of an entity with SwiftData's macros, its initializer, and its enum properties."

    var access: String
    var modifiers: String
    var className: String
    var superclassName: String?
    var hashLines: [String]
    var documentation: [String]
    var availability: String
    var modelMacro: String
    var uniqueness: String
    var indexes: String
    var properties: [SwiftDataPropertyContext]
    var parameters: [SwiftDataParameterContext]
    var initializerModifiers: String
    var superArguments: String
    var wrappers: [EnumerationWrapperContext]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("modifiers", \.modifiers, "The modifiers before `class`, each followed by a space."),
        .init("className", \.className, "The class of the entity, which has the entity's name."),
        .init("superclassName", \.superclassName, "The class of the parent entity; empty if there is none."),
        .init("hashLines", \.hashLines, "The comment about the version hash of the entity, safe inside comments."),
        .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("modelMacro", \.modelMacro, "The macro `Model`."),
        .init("uniqueness", \.uniqueness, "The lists of key paths of the macro `Unique`; empty if it needs none."),
        .init("indexes", \.indexes, "The arguments of the macro `Index`; empty if it needs none."),
        .init("properties", \.properties, "The attributes that the entity declares itself, then the relationships."),
        .init(
            "parameters", \.parameters,
            "A parameter for each own or inherited stored property: required ones first, each group by name."),
        .init(
            "initializerModifiers", \.initializerModifiers,
            "The modifiers before `init`, each followed by a space; with `override` if the superclass has the same one."
        ),
        .init("superArguments", \.superArguments, "The arguments for the initializer of the superclass."),
        .init("wrappers", \.wrappers, "The properties that read and write a value as a case of an enum."),
    ]

    init(_ item: SwiftDataClass, access: String) {
        let (entity, namer) = (item.entity, item.namer)
        let options = namer.options
        self.access = access
        modifiers = options.isolation.modifier + namer.openAccess(of: entity, access: access, isExtensible: false)
        className = namer.className(of: entity)
        superclassName = namer.superclassName(of: entity)
        hashLines = Self.hashLines(of: item)
        documentation = DocumentationComment(entity.userInfo).lines
        // Other classes refer to those of the hierarchy, so a model with one needs these platforms as a whole.
        let hasHierarchy = item.lookup.model.entities.contains { $0.parentName != nil }
        availability = hasHierarchy ? Self.inheritanceAvailability : ""
        modelMacro = "@" + namer.type("Model", in: .swiftData)
        uniqueness = item.uniquenessLists.joined(separator: ", ")
        indexes = item.indexArguments.joined(separator: ", ")
        let attributes = entity.attributes.filter { SwiftDataTypeMapping.supports($0.type) }
            .sorted { $0.name < $1.name }
        properties =
            attributes.map { SwiftDataPropertyContext($0, of: item) }
            + entity.relationships.sorted { $0.name < $1.name }
            .compactMap { SwiftDataPropertyContext($0, of: item) }
        parameters = SwiftDataParameterContext.parameters(of: item)
        let isOverride = superclassName != nil && parameters.allSatisfy(\.isInherited)
        initializerModifiers = access + (isOverride ? "override " : "")
        superArguments = parameters.filter(\.isInherited).sorted { $0.order < $1.order }
            .map { "\($0.label): \($0.name)" }.joined(separator: ", ")
        wrappers = attributes.compactMap { Self.wrapper(of: $0, in: item) }
    }

    /// The platforms whose SwiftData has inheritance.
    ///
    /// Source: Apple's “SwiftData updates”, June 2025.
    static let inheritanceAvailability = "@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)"

    private static func hashLines(of item: SwiftDataClass) -> [String] {
        guard let hash = item.expressed.hash(of: item.entity, namer: item.namer) else { return [] }
        var lines = ["Version hash: \(hash.base64)"]
        let source = item.expressed.sourceHashes[item.entity.name]
        if let source, source != hash {
            lines.append("The entity's hash in Core Data: \(source.base64). Stores are migrated from it.")
        } else if !item.lookup.isCoreDataVersionHashKnown(of: item.entity) {
            lines.append("Core Data might compute a different hash for this entity.")
        }
        return lines
    }

    /// A wrapper has the name of an enum's property, over the stored property.
    private static func wrapper(of attribute: Attribute, in item: SwiftDataClass) -> EnumerationWrapperContext? {
        let names = item.namer.accessorNames(of: attribute, of: item.entity)
        guard let enumeration = attribute.enumeration, let name = names.wrapper else { return nil }
        let mapping = SwiftDataTypeMapping(attribute, namer: item.namer)
        return EnumerationWrapperContext(
            enumeration, of: attribute, name: name,
            over: RawValueProperty(
                name: names.value, enumName: item.namer.enumName(enumeration.typeName),
                isString: attribute.type == .string, isOptional: mapping.isOptional),
            hasModelDefault: true, namer: item.namer)
    }
}

/// A parameter of the initializer of a class with SwiftData's macro.
struct SwiftDataParameterContext: TemplateRecord {
    var label: String
    var name: String
    var declaration: String
    var type: String
    var defaultValue: String?
    var isInherited: Bool
    /// The place among the parameters of the superclass.
    var order = 0

    static let fields: TemplateFields<Self> = [
        .init("label", \.label, "The name of the property, and the label of the argument."),
        .init("name", \.name, "The name inside the initializer."),
        .init("declaration", \.declaration, "The text before the colon: the label, and the name if it differs."),
        .init("type", \.type, "The type."),
        .init("defaultValue", \.defaultValue, "The default value; empty for a required parameter."),
        .init("isInherited", \.isInherited, "Whether the superclass declares the property."),
        .init("order", \.order, "The place among the parameters of the superclass's initializer."),
    ]

    /// The parameters of a class: required ones first, each group by name.
    static func parameters(of item: SwiftDataClass) -> [Self] {
        var own = properties(of: item).map { Self($0, isInherited: false) }
        if let parent = item.entity.parentName.flatMap(item.lookup.entity(named:)) {
            let inherited = parameters(of: SwiftDataClass(parent, in: item.expressed, namer: item.namer))
            own += inherited.enumerated().map { number, parameter in
                var parameter = parameter
                parameter.isInherited = true
                parameter.order = number
                return parameter
            }
        }
        own.sort { $0.label < $1.label }
        var scope = NameScope(reserved: Set(own.map(\.label)))
        for index in own.indices { own[index].setName(in: &scope) }
        return own.filter { $0.defaultValue == nil } + own.filter { $0.defaultValue != nil }
    }

    private static func properties(of item: SwiftDataClass) -> [SwiftDataPropertyContext] {
        item.entity.attributes.filter { SwiftDataTypeMapping.supports($0.type) && !$0.isTransient }
            .map { SwiftDataPropertyContext($0, of: item) }
            + item.entity.relationships.filter { !$0.isTransient }.compactMap { SwiftDataPropertyContext($0, of: item) }
    }

    private init(_ property: SwiftDataPropertyContext, isInherited: Bool) {
        label = property.name
        name = label
        declaration = label
        type = property.type
        let isArray = property.isRelationship && type.hasPrefix("[")
        defaultValue = property.defaultValue ?? (isArray ? "[]" : type.hasSuffix("?") ? "nil" : nil)
        self.isInherited = isInherited
    }

    /// Chooses another name inside the initializer if no parameter can have the name of the property.
    private mutating func setName(in scope: inout NameScope) {
        let plainName = label.filter { $0 != "`" }
        let wanted = SwiftIdentifier.parameter(plainName)
        guard wanted != plainName else { return }
        name = scope.declare(wanted, for: .model)
        declaration = "\(label) \(name)"
    }
}
