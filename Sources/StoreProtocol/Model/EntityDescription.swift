/// An entity in the runtime, with its class and everything that it inherits.
public final class EntityDescription: Sendable {
    /// The name in the model.
    public let name: String
    /// The place of the entity in ``ManagedObjectModel/entities``.
    @usableFromInline
    package let ordinal: Int
    /// The identities of new objects.
    package let temporarySpace: IdentitySpace
    /// The entity as the model declares it, without what it inherits.
    public let schema: Entity
    /// The class of the entity's objects, which whoever makes the model sees to.
    package let objectClass: AnyClass
    /// Own and inherited attributes: those of the root first, and each level sorted by name. An attribute has the same
    /// index in every descendant.
    public let attributes: [Attribute]
    /// Own and inherited relationships, in the same order.
    public let relationships: [RelationshipDescription]
    /// Own and inherited fetched properties, in the same order.
    public let fetchedProperties: [FetchedProperty]
    /// The entity and its descendants that are not abstract, by name. A fetch returns the objects of these entities.
    public let concreteFamilyNames: [String]
    /// The entity's ancestors, nearest first.
    public let ancestorNames: [String]

    /// The names of ``attributes``, in their order.
    package let attributeNames: [String]
    /// The types of ``attributes``, in their order.
    package let attributeTypes: [AttributeType]
    /// The places of the attributes that are not stored.
    package let transientIndexes: [Int]
    /// The names of ``relationships``, in their order.
    package let relationshipNames: [String]
    /// How accessors name ``attributes``.
    package let attributeKeys: KnownKeys
    /// How accessors name ``relationships``.
    package let relationshipKeys: KnownKeys
    package let attributeIndexes: [String: Int]
    package let relationshipIndexes: [String: Int]
    /// Whether ``objectClass`` checks values itself.
    package let validating = ConformanceCheck()
    /// The types in which string-keyed access hands out values; nil for Swift's.
    package let representation: (any KeyedValueRepresentation)?
    /// What a module with Core Data's names has for the entity, an ``EntityAdapter``. Set once, before the entity has objects.
    package var adapter: AnyObject? {
        get { ownAdapter }
        set { ownAdapter = newValue }
    }
    // Held as what it is only when the entity goes: it is looked at for each object that is made. Stored apart, since another
    // module's look would be checked for being exclusive.
    @exclusivity(unchecked) private nonisolated(unsafe) var ownAdapter: AnyObject?
    /// The composites of the model, by name.
    package let composites: [String: Composite]
    /// What a new object holds.
    package let defaultValues: [AttributeValue]
    /// The places of the relationships that are stored.
    package let storedLinkIndexes: [Int]
    /// The places of the attributes whose values the model may refuse.
    package let checkedAttributeIndexes: [Int]
    /// Whether all that the model can refuse of an attribute is that it has no value, by the attribute's place.
    package let isOnlyRequired: [Bool]
    /// The places of the relationships whose counts the model may refuse.
    package let checkedRelationshipIndexes: [Int]

    init(
        _ entity: Entity, at ordinal: Int, in model: ModelLookup, composites: [String: Composite],
        objectClass: AnyClass, representation: (any KeyedValueRepresentation)?
    ) {
        self.representation = representation
        name = entity.name
        self.ordinal = ordinal
        temporarySpace = IdentitySpace(storeIdentifier: nil, entityName: entity.name)
        schema = entity
        self.objectClass = objectClass
        attributes = model.attributes(of: entity)
        relationships = model.relationships(of: entity).enumerated().compactMap { index, relationship in
            RelationshipDescription(relationship, at: index, of: entity, in: model)
        }
        fetchedProperties = (model.ancestors(of: entity).reversed() + [entity])
            .flatMap { $0.fetchedProperties.sorted { $0.name < $1.name } }
        concreteFamilyNames = model.family(of: entity).filter { !$0.isAbstract }.map(\.name).sorted()
        ancestorNames = model.ancestors(of: entity).map(\.name)
        relationshipNames = relationships.map(\.name)
        attributeKeys = KnownKeys(count: attributes.count)
        relationshipKeys = KnownKeys(count: relationshipNames.count)
        relationshipIndexes = Dictionary(
            relationships.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.composites = composites
        storedLinkIndexes = relationships.filter { $0.isStored && !$0.schema.isTransient }.map(\.index)
        checkedRelationshipIndexes = relationships.filter { relationship in
            relationship.isRequired
                || relationship.isToMany
                    && (relationship.schema.minimumCount > 0 || relationship.schema.maximumCount > 0)
        }.map(\.index)
        let found = AttributeFacts(attributes)
        attributeNames = found.names
        attributeTypes = found.types
        attributeIndexes = found.indexes
        transientIndexes = found.transientIndexes
        defaultValues = found.defaultValues
        checkedAttributeIndexes = found.checkedIndexes
        isOnlyRequired = found.isOnlyRequired
    }

    deinit {
        (adapter as? any EntityAdapter)?.entityWillGo()
        attributeKeys.deallocate()
        relationshipKeys.deallocate()
    }

    /// The topmost ancestor, or the entity itself.
    public var rootName: String { ancestorNames.last ?? name }

    /// Whether the entity has no objects of its own (rule MOD-9).
    public var isAbstract: Bool { schema.isAbstract }

    /// Returns whether this entity equals another entity or descends from it.
    public func isKindOf(entity other: EntityDescription) -> Bool {
        name == other.name || ancestorNames.contains(other.name)
    }

    /// Returns whether new objects have a default value for an attribute, by the attribute's index.
    public func hasDefault(at index: Int) -> Bool { !defaultValues[index].isNull }

    package func isTransient(attribute index: Int) -> Bool {
        !transientIndexes.isEmpty && transientIndexes.contains(index)
    }

    /// Returns the composite of an attribute, or of a member of another composite; nil for attributes of other types.
    public func composite(of attribute: Attribute) -> Composite? {
        attribute.type == .composite ? attribute.compositeName.flatMap { composites[$0] } : nil
    }

    /// Returns the own or inherited attribute with a name.
    public func attribute(named name: String) -> Attribute? { attributeIndexes[name].map { attributes[$0] } }

    /// Returns the own or inherited relationship with a name.
    public func relationship(named name: String) -> RelationshipDescription? {
        relationshipIndexes[name].map { relationships[$0] }
    }

    /// Returns the own or inherited fetched property with a name. O(*n*) in their number, which is small.
    public func fetchedProperty(named name: String) -> FetchedProperty? {
        fetchedProperties.first { $0.name == name }
    }

    /// The names of all properties, for messages.
    package var propertyNames: [String] {
        attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
    }
}

/// What a module with Core Data's names has for an entity. The entity holds it, and it does not hold the entity.
package protocol EntityAdapter: AnyObject {
    /// Called when the entity's model and the last of its objects no longer exist.
    func entityWillGo()
}
