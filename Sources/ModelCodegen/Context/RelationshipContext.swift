import ModelSchema

/// A to-one relationship of an entity.
struct RelationshipContext: Sendable, Hashable {
    /// The relationship's name as a string literal.
    var key: String
    var name: String
    /// The class of the destination.
    var destination: String

    /// Nil where the destination does not exist, which is an error of the model, reported before.
    init?(_ relationship: Relationship, in model: ModelLookup, namer: SwiftNamer) {
        guard let destination = relationship.destinationName.flatMap({ model.entity(named: $0) }) else { return nil }
        key = SwiftLiteral.string(relationship.name)
        name = namer.propertyName(relationship.name)
        self.destination = namer.className(of: destination)
    }
}
