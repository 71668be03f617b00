import ModelSchema

/// An attribute with its path.
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

/// A relationship with its path.
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

    /// Whether rules report a pair of inverses at this relationship, which can also be its own inverse.
    func comesFirst(of other: RelationshipNode) -> Bool {
        (entityName, relationship.name) <= (other.entityName, other.relationship.name)
    }
}

/// A fetched property with its path.
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

    /// The path of the fetch request inside the property.
    var requestPath: SchemaPath { path.appending(.fetchRequest, property.fetchRequest.name) }
}

/// A composite with its path.
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
