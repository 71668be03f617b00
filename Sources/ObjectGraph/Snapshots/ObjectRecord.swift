/// The committed state of one object: a value for each attribute, the destinations of each relationship.
public struct ObjectRecord: Sendable, Hashable {
    /// In the order of ``EntityDescription/attributes``.
    public var attributes: [AttributeValue]
    /// In the order of ``EntityDescription/relationships``; a to-one holds at most one destination.
    public var relationships: [[ObjectID]]
    /// How often the object has been saved in this process, for telling that another context has changed it.
    public var version: Int

    public init(attributes: [AttributeValue], relationships: [[ObjectID]], version: Int = 0) {
        self.attributes = attributes
        self.relationships = relationships
        self.version = version
    }

    /// The record of a new object: default values, and no destinations.
    public init(newObjectOf entity: EntityDescription) {
        self.init(
            attributes: entity.defaultValues,
            relationships: Array(repeating: [], count: entity.relationships.count))
    }
}
