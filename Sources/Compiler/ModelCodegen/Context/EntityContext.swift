import ModelSchema
import StencilTemplates

/// What the template `entity` receives.
struct EntityContext: TemplateContext {
    static let templateName = "entity"
    static let summary = "The class of an entity, and the accessors of its own attributes and to-one relationships."

    var access: String
    var openAccess: String
    var entityName: String
    var entityKey: String
    var className: String
    var classKey: String
    var superclassName: String
    var isIdentifiable: Bool
    var documentation: [String]
    var declaresClass: Bool
    var declaresEntityName: Bool
    var declaresFetchRequest: Bool
    var attributes: [AttributeContext]
    var toOneRelationships: [RelationshipContext]
    var declaresMembers: Bool
    var types: TypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init(
            "openAccess", \.openAccess,
            "The modifiers before `class`, followed by a space: `open`, `public final`, or nothing."),
        .init("entityName", \.entityName, "The entity's name in the model, safe inside a comment."),
        .init("entityKey", \.entityKey, "The entity's name in the model, as a string literal."),
        .init("className", \.className, "The class of the entity."),
        .init("classKey", \.classKey, "The name of the class as a string literal, without backticks."),
        .init("superclassName", \.superclassName, "The class of the parent entity, or the runtime's class."),
        .init(
            "isIdentifiable", \.isIdentifiable,
            "Whether the class conforms to `Identifiable`: if it does not inherit from the class of another "
                + "entity, and has no `id` of a type that might not be hashable."),
        .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
        .init("declaresClass", \.declaresClass, "Whether the class is generated, rather than written by hand."),
        .init(
            "declaresEntityName", \.declaresEntityName,
            "Whether the class must declare the entity's name, because it differs from its own."),
        .init(
            "declaresFetchRequest", \.declaresFetchRequest,
            "Whether the fetch request for the entity's objects is generated, which applies to entities without "
                + "a parent and children."),
        .init(
            "attributes", \.attributes,
            "The attributes that the entity declares itself, by name, without those whose type has no accessors."),
        .init(
            "toOneRelationships", \.toOneRelationships,
            "The to-one relationships that the entity declares itself, by name."),
        .init(
            "declaresMembers", \.declaresMembers,
            "Whether an extension has content: a request, an attribute, or a relationship."),
        .init("types", \.types, "The library types."),
    ]

    init(_ entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        let parent = entity.parentName.flatMap(model.entity(named:))
        self.access = access
        openAccess = namer.openAccess(of: entity, access: access, isExtensible: entity.isAbstract)
        entityName = SwiftLiteral.comment(entity.name)
        entityKey = SwiftLiteral.string(entity.name)
        className = namer.className(of: entity)
        let plainClassName = className.filter { $0 != "`" }
        classKey = SwiftLiteral.string(plainClassName)
        superclassName = namer.superclassName(of: entity) ?? TypeNames(namer: namer).managedObject
        isIdentifiable =
            superclassName == TypeNames(namer: namer).managedObject && !Self.hasUnhashableIdentifier(entity, namer)
        declaresClass = namer.options.declaresClass(of: entity)
        documentation = DocumentationComment(entity.userInfo).lines
        declaresEntityName = plainClassName != entity.name
        // In an entity hierarchy, calls would be ambiguous between the parent's function and the child's, so those
        // classes use the function of the runtime, as do entities that share a class.
        declaresFetchRequest = parent == nil && model.children(of: entity).isEmpty && !namer.isShared(entity)
        let indexes = PropertyIndexes(of: entity, namer: namer)
        attributes = entity.attributes.filter { AttributeTypeMapping.supports($0.type) }
            .sorted { $0.name < $1.name }.map { AttributeContext($0, of: entity, indexes: indexes, namer: namer) }
        toOneRelationships = entity.relationships.filter { !$0.isToMany }.sorted { $0.name < $1.name }
            .compactMap { RelationshipContext($0, of: entity, in: model, indexes: indexes, namer: namer) }
        declaresMembers = declaresFetchRequest || !attributes.isEmpty || !toOneRelationships.isEmpty
        types = TypeNames(namer: namer)
    }

    var exposesRuntime: Bool { declaresFetchRequest || (declaresClass && superclassName == types.managedObject) }

    /// Whether a property of the entity has the name that the standard library uses for identity. It can have any type.
    private static func hasUnhashableIdentifier(_ entity: Entity, _ namer: SwiftNamer) -> Bool {
        entity.attributes.contains { attribute in
            namer.propertyName(attribute.name, of: entity) == "id"
                && (attribute.enumeration != nil || attribute.type == .composite
                    || AttributeTypeMapping.isWritten(attribute))
        } || entity.relationships.contains { namer.propertyName($0.name, of: entity) == "id" }
    }
}
