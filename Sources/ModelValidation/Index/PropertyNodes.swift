import ModelSchema

/// An attribute with its place in the model.
final class AttributeNode: Sendable {
    let attribute: Attribute
    /// The entity or composite that declares the attribute.
    let ownerName: String
    let path: SchemaPath

    init(_ attribute: Attribute, of ownerName: String, at path: SchemaPath) {
        self.attribute = attribute
        self.ownerName = ownerName
        self.path = path
    }

    /// Whether a composite, not an entity, declares the attribute.
    var isCompositeMember: Bool { path.steps.first?.kind == .composite }
}

/// A relationship with its place in the model.
final class RelationshipNode: Sendable {
    let relationship: Relationship
    /// The entity that declares the relationship.
    let entityName: String
    let path: SchemaPath

    init(_ relationship: Relationship, of entityName: String, at path: SchemaPath) {
        self.relationship = relationship
        self.entityName = entityName
        self.path = path
    }

    /// Whether a pair is to be reported at this side of it. A relationship that is its own inverse is such a side.
    func comesFirst(of other: RelationshipNode) -> Bool {
        (entityName, relationship.name) <= (other.entityName, other.relationship.name)
    }
}

/// A fetched property with its place in the model.
final class FetchedPropertyNode: Sendable {
    let property: FetchedProperty
    /// The entity that declares the fetched property.
    let entityName: String
    let path: SchemaPath

    init(_ property: FetchedProperty, of entityName: String, at path: SchemaPath) {
        self.property = property
        self.entityName = entityName
        self.path = path
    }

    /// The place of the fetch request inside the property.
    var requestPath: SchemaPath { path.appending(.fetchRequest, property.fetchRequest.name) }
}

/// A composite with its place in the model.
final class CompositeNode: Sendable {
    let composite: Composite
    let path: SchemaPath
    let attributes: [AttributeNode]

    init(_ composite: Composite, at path: SchemaPath) {
        self.composite = composite
        self.path = path
        attributes = zip(composite.attributes, path.paths(to: .attribute, named: composite.attributes.map(\.name)))
            .map { AttributeNode($0, of: composite.name, at: $1) }
    }

    var name: String { composite.name }
}
