import ModelSchema
import SwiftNames

/// What the template `collection` receives: a to-many relationship with its accessors.
struct CollectionContext: TemplateContext, Hashable {
    static let templateName = "collection"

    var access: String
    var className: String
    /// The relationship's name as a string literal.
    var key: String
    var name: String
    /// The name, safe inside a comment.
    var documentationName: String
    /// The class of the destination.
    var destination: String
    /// What follows `addTo` and `removeFrom`.
    var accessorSuffix: String
    /// The name of a parameter that is one object.
    var parameter: String
    /// The name of a parameter that is several objects.
    var collectionParameter: String
    var types: TypeNames

    /// The to-many relationships that an entity declares itself, by name.
    static func collections(
        of entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String
    ) -> [CollectionContext] {
        entity.relationships.filter(\.isToMany).sorted { $0.name < $1.name }.compactMap {
            CollectionContext($0, of: entity, in: model, namer: namer, access: access)
        }
    }

    /// Nil where the destination does not exist, which is an error of the model, reported before.
    init?(_ relationship: Relationship, of entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        guard let destination = relationship.destinationName.flatMap({ model.entity(named: $0) }) else { return nil }
        self.access = access
        className = namer.className(of: entity)
        key = SwiftLiteral.string(relationship.name)
        name = namer.propertyName(relationship.name)
        documentationName = SwiftLiteral.comment(relationship.name)
        self.destination = namer.className(of: destination)
        accessorSuffix = SwiftIdentifier.upperFirst(relationship.name)
        parameter = namer.parameterName(forObjectOf: destination)
        // A parameter called self would hide the object itself.
        collectionParameter = relationship.name == "self" ? "objects" : SwiftIdentifier.escaped(relationship.name)
        types = TypeNames(namer)
    }
}
