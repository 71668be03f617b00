import ModelSchema
import StencilTemplates

/// A to-one relationship of an entity.
struct RelationshipContext: TemplateRecord {
    var key: String
    var index: Int
    var name: String
    var destination: String
    var documentation: [String]

    static let fields: TemplateFields<Self> = [
        .init("key", \.key, "The relationship's name in the model, as a string literal."),
        .init(
            "index", \.index,
            "The index of the relationship among own and inherited ones, as the runtime counts them."),
        .init("name", \.name, "The name of the property."),
        .init("destination", \.destination, "The class of the destination."),
        .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
    ]

    /// Nil if the destination does not exist, which is an error of the model and already reported.
    init?(
        _ relationship: Relationship, of entity: Entity, in model: ModelLookup, indexes: PropertyIndexes,
        namer: SwiftNamer
    ) {
        guard let destination = relationship.destinationName.flatMap({ model.entity(named: $0) }) else { return nil }
        key = SwiftLiteral.string(relationship.name)
        index = indexes.index(ofRelationship: relationship.name)
        name = namer.propertyName(relationship.name, of: entity)
        self.destination = namer.className(of: destination)
        documentation = DocumentationComment(relationship.userInfo).lines
    }
}
