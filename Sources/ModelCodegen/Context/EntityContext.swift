import ModelSchema
import SwiftNames

/// What the template `entity` receives.
struct EntityContext: Sendable, Hashable {
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
    /// By name.
    var toManyRelationships: [RelationshipContext]
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
        let relationships = entity.relationships.sorted { $0.name < $1.name }
        toOneRelationships = relationships.filter { !$0.isToMany }.compactMap {
            RelationshipContext($0, of: entity, in: model, namer: namer)
        }
        toManyRelationships = relationships.filter(\.isToMany).compactMap {
            RelationshipContext($0, of: entity, in: model, namer: namer)
        }
        types = TypeNames(namer)
    }
}

struct AttributeContext: Sendable, Hashable {
    /// The attribute's name as a string literal.
    var key: String
    var name: String
    var type: String
    /// Whether the store computes the value.
    var isReadOnly: Bool
    var wrapper: EnumerationWrapperContext?

    init(_ attribute: Attribute, namer: SwiftNamer) {
        let mapping = AttributeTypeMapping(attribute, namer: namer)
        key = SwiftLiteral.string(attribute.name)
        type = mapping.isOptional ? mapping.valueType + "?" : mapping.valueType
        isReadOnly = attribute.isDerived
        if let enumeration = attribute.enumeration {
            let wrapsUnderOwnName = enumeration.accessorName == nil
            name = namer.propertyName(wrapsUnderOwnName ? attribute.name + "RawValue" : attribute.name)
            wrapper = EnumerationWrapperContext(
                enumeration, of: attribute, rawProperty: name, rawIsOptional: mapping.isOptional, namer: namer)
        } else {
            name = namer.propertyName(attribute.name)
        }
    }
}

struct RelationshipContext: Sendable, Hashable {
    /// The relationship's name as a string literal.
    var key: String
    var name: String
    /// The name, safe inside a comment.
    var documentationName: String
    /// The class of the destination.
    var destination: String
    /// What follows `addTo` and `removeFrom`.
    var accessorSuffix: String
    /// The names of the accessors' parameters: one object, several objects.
    var parameter: String
    var collectionParameter: String

    /// Nil where the destination does not exist, which is an error of the model, reported before.
    init?(_ relationship: Relationship, of entity: Entity, in model: ModelLookup, namer: SwiftNamer) {
        guard let destination = relationship.destinationName.flatMap({ model.entity(named: $0) }) else { return nil }
        key = SwiftLiteral.string(relationship.name)
        name = namer.propertyName(relationship.name)
        documentationName = SwiftLiteral.comment(relationship.name)
        self.destination = namer.className(of: destination)
        accessorSuffix = SwiftIdentifier.upperFirst(relationship.name)
        parameter = namer.parameterName(forObjectOf: destination)
        // A parameter called self would hide the object itself.
        collectionParameter = relationship.name == "self" ? "objects" : SwiftIdentifier.escaped(relationship.name)
    }
}
