import Synchronization

/// An entity in the runtime, with its class and everything that it inherits.
///
/// ```swift
/// for entity in model.entities where !entity.isAbstract {
///     let required = entity.attributes.filter { !$0.isOptional }.map(\.name)
///     print(entity.name, "needs", required)  // Hero needs ["name", "universe"]
/// }
/// ```
public final class EntityDescription: Sendable {
    /// The name in the model.
    public let name: String
    /// The index of the entity in ``ManagedObjectModel/entities``.
    @usableFromInline
    package let ordinal: Int
    /// The space of new objects.
    package let temporarySpace: IdentitySpace
    /// The entity as the model declares it, without what it inherits.
    public let schema: Entity
    /// The class of the entity's objects, which the creator of the model provides.
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
    /// The indexes of transient attributes.
    package let transientIndexes: [Int]
    /// The indexes of derived attributes.
    package let derivedIndexes: [Int]
    /// The names of ``relationships``, in their order.
    package let relationshipNames: [String]
    /// The literals that accessors use for ``attributes``.
    package let attributeKeys: KnownKeys
    /// The literals that accessors use for ``relationships``.
    package let relationshipKeys: KnownKeys
    package let attributeIndexes: [String: Int]
    package let relationshipIndexes: [String: Int]
    /// Whether ``objectClass`` validates values itself.
    package let validating = ConformanceCheck()
    /// The types of values in string-keyed access; nil for Swift's types.
    package let representation: (any KeyedValueRepresentation)?
    /// The counterpart in a module with Core Data's names, an ``EntityAdapter``.
    /// Set once, before the entity has objects.
    package var adapter: AnyObject? {
        get { ownAdapter }
        set { ownAdapter = newValue }
    }
    // Unchecked: it is set once, before the entity has objects. It is read for each new object, so nothing checks its
    // type until the entity is deallocated; and it is stored separately, because access from another module would be
    // checked for exclusivity.
    @exclusivity(unchecked) private nonisolated(unsafe) var ownAdapter: AnyObject?
    /// The composites of the model, by name.
    package let composites: [String: Composite]
    /// The values of a new object.
    package let defaultValues: [AttributeValue]
    /// The indexes of stored relationships.
    package let storedLinkIndexes: [Int]
    /// The indexes of attributes whose values the model may reject.
    package let checkedAttributeIndexes: [Int]
    /// Whether the model rejects only missing values of an attribute, by the attribute's index.
    package let isOnlyRequired: [Bool]
    /// The indexes of relationships whose counts the model may reject.
    package let checkedRelationshipIndexes: [Int]

    /// The attributes that an index or a uniqueness constraint of the entity begins with.
    package let indexedAttributeNames: Set<String>

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
        checkedRelationshipIndexes = relationships.filter(\.hasBounds).map(\.index)
        indexedAttributeNames = entity.indexedAttributeNames
        let found = AttributeFacts(attributes)
        attributeNames = found.names
        attributeTypes = found.types
        attributeIndexes = found.indexes
        transientIndexes = found.transientIndexes
        derivedIndexes = found.derivedIndexes
        defaultValues = found.defaultValues
        checkedAttributeIndexes = found.checkedIndexes
        isOnlyRequired = found.isOnlyRequired
    }

    deinit {
        (adapter as? any EntityAdapter)?.entityWillDeallocate()
        attributeKeys.deallocate()
        relationshipKeys.deallocate()
    }

    /// The topmost ancestor, or the entity itself.
    public var rootName: String { ancestorNames.last ?? name }
    /// Whether the entity has no objects of its own (rule MOD-9).
    public var isAbstract: Bool { schema.isAbstract }

    /// Returns whether this entity equals another entity or descends from it.
    public func isKindOf(entity other: EntityDescription) -> Bool { isKindOf(entityNamed: other.name) }

    package func isKindOf(entityNamed other: String) -> Bool { name == other || ancestorNames.contains(other) }

    /// The names of the entity and its ancestors, nearest first.
    package var lineageNames: [String] { [name] + ancestorNames }

    /// Returns the entity and its ancestors, nearest first.
    package func lineage(in model: ManagedObjectModel) -> [EntityDescription] {
        [self] + ancestorNames.compactMap { model.entitiesByName[$0] }
    }

    /// Returns the own and inherited uniqueness constraints.
    package func uniquenessConstraints(in model: ManagedObjectModel) -> [UniquenessConstraint] {
        lineage(in: model).flatMap(\.schema.uniquenessConstraints)
    }

    /// Returns the names of the properties in own and inherited uniqueness constraints.
    package func uniqueNames(in model: ManagedObjectModel) -> Set<String> {
        Set(uniquenessConstraints(in: model).flatMap(\.propertyNames))
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

    /// Returns the entity that declares a relationship: this one or an ancestor.
    package func owner(
        of relationship: RelationshipDescription, in model: ManagedObjectModel
    ) -> EntityDescription? {
        lineage(in: model).first { $0.declares(relationship) }
    }

    /// Returns whether the entity declares a relationship rather than inheriting it.
    package func declares(_ relationship: RelationshipDescription) -> Bool {
        schema.relationships.contains { $0.name == relationship.name }
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

/// The counterpart of an entity in a module with Core Data's names. The entity retains it,
/// but not the other way around.
package protocol EntityAdapter: AnyObject {
    /// Called when the entity's model and the last of its objects no longer exist.
    func entityWillDeallocate()
}

/// The properties of an entity's attributes that the runtime needs, column by column.
///
/// They are collected in one pass, because attributes are large: a pass for each column would take most of the time of
/// preparing a model.
struct AttributeFacts {
    private(set) var names: [String] = []
    private(set) var types: [AttributeType] = []
    /// The index of each name. Of two attributes with one name, the first counts.
    private(set) var indexes: [String: Int] = [:]
    /// The indexes of transient attributes.
    private(set) var transientIndexes: [Int] = []
    /// The indexes of derived attributes.
    private(set) var derivedIndexes: [Int] = []
    /// The values of a new object.
    private(set) var defaultValues: [AttributeValue] = []
    /// The indexes of attributes whose values the model may reject.
    private(set) var checkedIndexes: [Int] = []
    /// Whether the model rejects only missing values.
    private(set) var isOnlyRequired: [Bool] = []

    init(_ attributes: [Attribute]) {
        names.reserveCapacity(attributes.count)
        types.reserveCapacity(attributes.count)
        indexes.reserveCapacity(attributes.count)
        defaultValues.reserveCapacity(attributes.count)
        isOnlyRequired.reserveCapacity(attributes.count)
        for (index, attribute) in attributes.enumerated() {
            names.append(attribute.name)
            types.append(attribute.type)
            if let first = indexes.updateValue(index, forKey: attribute.name) { indexes[attribute.name] = first }
            if attribute.isTransient { transientIndexes.append(index) }
            if attribute.isDerived { derivedIndexes.append(index) }
            defaultValues.append(AttributeValue(defaultOf: attribute))
            if attribute.mayBeRefused { checkedIndexes.append(index) }
            isOnlyRequired.append(!attribute.hasBounds)
        }
    }
}

extension Attribute {
    /// Whether a value or a missing value may violate the model.
    fileprivate var mayBeRefused: Bool { !isOptional && !isDerived || hasBounds }

    /// Whether the model rejects some values of the type.
    fileprivate var hasBounds: Bool {
        type == .composite || minValueString != nil || maxValueString != nil
            || minDateTimeInterval != nil || maxDateTimeInterval != nil || regularExpressionString != nil
    }
}

/// Whether a class conforms to a protocol, determined on first use.
///
/// The first check of a conformance searches all conformances of a program, which takes longer than the rest of
/// describing an entity.
package final class ConformanceCheck: Sendable {
    private enum Answer {
        static let unknown: UInt8 = 0
        static let no: UInt8 = 1
        static let yes: UInt8 = 2
    }

    private let answer = Atomic<UInt8>(Answer.unknown)

    /// Returns whether the class conforms. O(1) after the first call. Concurrent calls get the same result.
    ///
    /// - Parameter conforms: Checks the conformance.
    package func holds(_ conforms: () -> Bool) -> Bool {
        let known = answer.load(ordering: .relaxed)
        if known != Answer.unknown { return known == Answer.yes }
        let holds = conforms()
        answer.store(holds ? Answer.yes : Answer.no, ordering: .relaxed)
        return holds
    }
}

extension Entity {
    fileprivate var indexedAttributeNames: Set<String> {
        let indexed = indexes.compactMap(\.elements.first?.propertyName)
        let constraints = uniquenessConstraints.compactMap(\.propertyNames.first)
        // Models older than fetch indexes have both of these.
        let older = attributes.filter(\.isIndexed).map(\.name) + compoundIndexes.compactMap(\.first)
        return Set(indexed + constraints + older)
    }
}
