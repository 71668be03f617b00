import ModelSchema
import SwiftNames

/// What the template `entity` receives.
struct EntityContext: TemplateContext, Hashable {
    static let templateName = "entity"

    var access: String
    var openAccess: String
    /// The entity's name, safe inside a comment.
    var entityName: String
    /// The entity's name as a string literal.
    var entityKey: String
    var className: String
    var superclassName: String
    /// Whether the class is generated, rather than written by hand.
    var declaresClass: Bool
    /// Whether the request for the entity's objects is generated. In a family of entities it is not: Swift would
    /// find the parent's and the child's equally good. The runtime's own serves those.
    var declaresFetchRequest: Bool
    /// By name, without those whose type has no accessors.
    var attributes: [AttributeContext]
    /// By name.
    var toOneRelationships: [RelationshipContext]
    var types: TypeNames

    init(_ entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        let parent = model.ancestors(of: entity).first
        self.access = access
        openAccess = access == "public " ? "open " : access
        entityName = SwiftLiteral.comment(entity.name)
        entityKey = SwiftLiteral.string(entity.name)
        className = namer.className(of: entity)
        superclassName = parent.map(namer.className) ?? TypeNames(namer).managedObject
        declaresClass = entity.codeGeneration != .categoryExtension
        declaresFetchRequest = parent == nil && model.children(of: entity).isEmpty
        attributes = entity.attributes.filter { AttributeTypeMapping.supports($0.type) }
            .sorted { $0.name < $1.name }.map { AttributeContext($0, namer: namer) }
        toOneRelationships = entity.relationships.filter { !$0.isToMany }.sorted { $0.name < $1.name }
            .compactMap { RelationshipContext($0, in: model, namer: namer) }
        types = TypeNames(namer)
    }
}
