public import ModelSchema

/// An element of a model, which can be added, removed, and changed by itself.
///
/// ```swift
/// if let element = change.new { print(element.kindName, element.name) }  // attribute fullTitle
/// ```
public enum ModelElement: Sendable, Hashable {
    /// The whole model.
    case model(Model)
    /// An entity with everything inside it.
    case entity(Entity)
    /// An attribute of an entity or of a composite.
    case attribute(Attribute)
    /// A relationship of an entity.
    case relationship(Relationship)
    /// A fetched property of an entity.
    case fetchedProperty(FetchedProperty)
    /// An index of an entity.
    case index(FetchIndex)
    /// An index of an entity in the format used before Xcode 9: names of properties.
    case compoundIndex([String])
    /// A uniqueness constraint of an entity.
    case uniquenessConstraint(UniquenessConstraint)
    /// A composite with its attributes.
    case composite(Composite)
    /// A configuration.
    case configuration(Configuration)
    /// A fetch request template.
    case fetchRequestTemplate(FetchRequestTemplate)

    /// The name of this kind of element: `fetch request`.
    public var kindName: String {
        switch self {
        case .model: "model"
        case .entity: "entity"
        case .attribute: "attribute"
        case .relationship: "relationship"
        case .fetchedProperty: "fetched property"
        case .index: "index"
        case .compoundIndex: "compound index"
        case .uniquenessConstraint: "uniqueness constraint"
        case .composite: "composite"
        case .configuration: "configuration"
        case .fetchRequestTemplate: "fetch request"
        }
    }

    /// The name of the element, or the names of its properties if it has no name.
    public var name: String {
        switch self {
        case .model(let model): model.name
        case .entity(let entity): entity.name
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        case .fetchedProperty(let property): property.name
        case .index(let index): index.name
        case .compoundIndex(let names): names.joined(separator: ", ")
        case .uniquenessConstraint(let constraint): constraint.propertyNames.joined(separator: ", ")
        case .composite(let composite): composite.name
        case .configuration(let configuration): configuration.name
        case .fetchRequestTemplate(let template): template.name
        }
    }

    /// The element with its renaming identifier; nil for a kind without one.
    var renamable: (any RenamableElement)? {
        switch self {
        case .entity(let entity): entity
        case .attribute(let attribute): attribute
        case .relationship(let relationship): relationship
        default: nil
        }
    }
}
