public import ModelSchema

/// A property of an entity: an attribute, a relationship, or a fetched property.
///
/// ```swift
/// for property in entity.properties {
///     switch property {
///     case .attribute(let attribute): texts.append("\(attribute.name): \(attribute.type)")
///     case .relationship(let link): texts.append("\(link.name): \(link.destinationName)")
///     case .fetchedProperty(let property): texts.append(property.name)
///     }
/// }
/// ```
public enum PropertyDescription: Sendable, Hashable {
    /// A value of the object.
    case attribute(Attribute)
    /// A relationship to other objects.
    case relationship(RelationshipDescription)
    /// A fetch from the model.
    case fetchedProperty(FetchedProperty)

    /// The name in the model.
    public var name: String {
        switch self {
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        case .fetchedProperty(let property): property.name
        }
    }
}

// Properties by name, own and inherited (rule MOD-7). Each access takes O(n) in the number of properties; to look up
// one property, use `attribute(named:)` and similar methods.
extension EntityDescription {
    /// All properties: attributes, then relationships, then fetched properties, each in order.
    public var properties: [PropertyDescription] {
        attributes.map(PropertyDescription.attribute) + relationships.map(PropertyDescription.relationship)
            + fetchedProperties.map(PropertyDescription.fetchedProperty)
    }

    /// All properties by name.
    public var propertiesByName: [String: PropertyDescription] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The attributes by name.
    public var attributesByName: [String: Attribute] {
        Dictionary(attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The relationships by name.
    public var relationshipsByName: [String: RelationshipDescription] {
        Dictionary(relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The fetched properties by name.
    public var fetchedPropertiesByName: [String: FetchedProperty] {
        Dictionary(fetchedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
