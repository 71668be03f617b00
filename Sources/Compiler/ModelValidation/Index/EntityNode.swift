import ModelSchema

/// An entity with its path and its properties.
///
/// Nodes are classes so that rules can visit thousands of them without copying.
final class EntityNode: Sendable {
    let entity: Entity
    /// The index of the entity in the model.
    let number: Int
    let path: SchemaPath
    let attributes: [AttributeNode]
    let relationships: [RelationshipNode]
    let fetchedProperties: [FetchedPropertyNode]
    /// The attributes, relationships, and fetched properties, each in file order.
    let properties: [PropertyNode]
    /// The entity's own properties by name; the first of each name.
    let propertiesByName: [String: PropertyNode]

    init(_ entity: Entity, number: Int, at path: SchemaPath) {
        self.entity = entity
        self.number = number
        self.path = path
        attributes = zip(entity.attributes, path.paths(to: .attribute, named: entity.attributes.map(\.name)))
            .map { AttributeNode($0, of: entity.name, at: $1) }
        relationships = zip(
            entity.relationships, path.paths(to: .relationship, named: entity.relationships.map(\.name))
        ).map { RelationshipNode($0, of: entity.name, at: $1) }
        fetchedProperties = zip(
            entity.fetchedProperties, path.paths(to: .fetchedProperty, named: entity.fetchedProperties.map(\.name))
        ).map { FetchedPropertyNode($0, of: entity.name, at: $1) }
        properties =
            attributes.map(PropertyNode.attribute) + relationships.map(PropertyNode.relationship)
            + fetchedProperties.map(PropertyNode.fetchedProperty)
        propertiesByName = Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var name: String { entity.name }

    /// The name of the entity's class in generated code, without its module.
    var className: String { entity.className ?? entity.name }
}

/// A property of any kind, with its path.
enum PropertyNode: Sendable {
    case attribute(AttributeNode)
    case relationship(RelationshipNode)
    case fetchedProperty(FetchedPropertyNode)

    var name: String {
        switch self {
        case .attribute(let node): node.attribute.name
        case .relationship(let node): node.relationship.name
        case .fetchedProperty(let node): node.property.name
        }
    }

    var path: SchemaPath {
        switch self {
        case .attribute(let node): node.path
        case .relationship(let node): node.path
        case .fetchedProperty(let node): node.path
        }
    }

    var renamingIdentifier: String? {
        switch self {
        case .attribute(let node): node.attribute.renamingIdentifier
        case .relationship(let node): node.relationship.renamingIdentifier
        case .fetchedProperty: nil
        }
    }

    /// The name of the kind in messages.
    var kindName: String {
        switch self {
        case .attribute: "attribute"
        case .relationship: "relationship"
        case .fetchedProperty: "fetched property"
        }
    }
}
