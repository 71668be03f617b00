public import Foundation
import ModelSchema
import ObjectGraph
import Synchronization

// Unchecked: one thread builds it, and it does not change after its model is used.
/// An entity of a model: its class, its parent, and its properties.
///
/// You can change it until its model is used for the first time (rule MOD-11).
///
/// ```swift
/// let book = NSEntityDescription()
/// book.name = "Book"
/// book.managedObjectClassName = "NSManagedObject"
/// book.properties = [title, pageCount, address, related]
/// book.uniquenessConstraints = [["title"]]
/// ```
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The name, unique in the model.
    open var name: String? { didSet { checkMutable() } }
    /// The class of the entity's objects: `Hero` or `Module.Hero`.
    /// Without a module, it is found in any of the program's.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var managedObjectClassName: String! = "NSManagedObject" { didSet { checkMutable() } }
    /// Whether only descendants of the entity have objects.
    open var isAbstract = false { didSet { checkMutable() } }
    /// User info from the author of the model.
    open var userInfo: [AnyHashable: Any]? { didSet { checkMutable() } }
    /// A text that distinguishes two otherwise equal versions of the entity.
    open var versionHashModifier: String? { didSet { checkMutable() } }
    /// The properties whose values must be unique among the objects of the entity and its descendants, as `String` or
    /// descriptions.
    open var uniquenessConstraints: [[Any]] = [] { didSet { checkMutable() } }
    /// The indexes to request from a store.
    open var indexes: [NSFetchIndexDescription] = [] {
        didSet {
            checkMutable()
            for index in oldValue { index.entityLink = nil }
            for index in indexes { index.entityLink = link }
        }
    }
    /// An expression for the name that Spotlight displays. It has no effect here.
    open var coreSpotlightDisplayNameExpression = NSExpression.expressionForEvaluatedObject() {
        didSet { checkMutable() }
    }
    /// The model; nil for an entity without one.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open internal(set) weak var managedObjectModel: NSManagedObjectModel!
    /// The parent; nil for an entity without one.
    open var superentity: NSEntityDescription? { parentLink?.entity }
    private var parentLink: EntityLink?
    final let link = EntityLink()
    /// The renaming identifier that was set; nil for none.
    final var ownRenamingIdentifier: String?
    private var children: [NSEntityDescription] = []
    private var ownProperties: [NSPropertyDescription] = []
    /// The runtime's entity, which retains this description. The model and its objects retain the runtime's entity
    /// while it may be used.
    private let frozenReference = Atomic<Unmanaged<EntityDescription>?>(nil)
    private let isImmutable = Atomic(false)
    /// The class from generated code, which need not be found by its name.
    var managedObjectClass: NSManagedObject.Type?
    /// The entity of the schema that this was read from, for values that this class does not have.
    var schema: Entity?

    /// Creates an entity without a name.
    public override required init() {
        super.init()
        link.entity = self
    }

    deinit { link.entity = nil }

    /// Whether the model is or was in use.
    final var isFrozen: Bool { isImmutable.load(ordering: .acquiring) }

    /// The runtime's entity, which the entity's model retains.
    ///
    /// - Precondition: The same as for ``graphEntity``.
    final var graphReference: Unmanaged<EntityDescription> {
        @inline(__always) get {
            frozenReference.load(ordering: .acquiring) ?? Unmanaged.passUnretained(frozenWithModel())
        }
    }

    /// The runtime's entity; nil while the model is not in use.
    private var frozen: EntityDescription? {
        @inline(__always) get { frozenReference.load(ordering: .acquiring)?.takeUnretainedValue() }
    }

    /// Sets the runtime's entity. This description cannot be changed afterward.
    final func freeze(as description: EntityDescription) {
        description.adapter = self
        frozenReference.store(Unmanaged.passUnretained(description), ordering: .releasing)
        isImmutable.store(true, ordering: .releasing)
    }

    /// The runtime's entity.
    ///
    /// - Precondition: The entity belongs to a model, which then counts as used.
    final var graphEntity: EntityDescription {
        if let frozen { return frozen }
        return frozenWithModel()
    }

    @inline(never)
    private func frozenWithModel() -> EntityDescription {
        guard let managedObjectModel else {
            endProgram("the entity '\(name ?? "")' belongs to no model; add it to a model first")
        }
        _ = managedObjectModel.graphModel
        guard let frozen else {
            endProgram("the entity '\(name ?? "")' is not among the entities of its model")
        }
        return frozen
    }

    static func description(of entity: EntityDescription) -> NSEntityDescription {
        guard let description = entity.adapter else {
            endProgram("the model of the entity '\(entity.name)' was not created by this module")
        }
        // Only this module sets it, and each new object reads it.
        return unsafeDowncast(description, to: NSEntityDescription.self)
    }

    /// The name of the entity in the previous version; its name if it has not changed (rule MOD-14).
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            checkMutable()
            ownRenamingIdentifier = newValue
        }
    }

    /// The entities with this parent, in the order in which they were set (rule MOD-8).
    open var subentities: [NSEntityDescription] {
        get { children }
        set {
            checkMutable()
            for child in children { child.parentLink = nil }
            children = newValue
            for child in children { child.parentLink = link }
        }
    }

    /// The entities with this parent, by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(children.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The properties: inherited ones first, then the entity's own as they were set (rule MOD-7). Setting them sets the
    /// entity's own.
    open var properties: [NSPropertyDescription] {
        get { (superentity?.properties ?? []) + ownProperties }
        set {
            checkMutable()
            let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.entityLink = link }
        }
    }

    /// The entity's own properties.
    var declaredProperties: [NSPropertyDescription] { ownProperties }

    /// All properties by name.
    open var propertiesByName: [String: NSPropertyDescription] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The attributes by name, including inherited ones.
    open var attributesByName: [String: NSAttributeDescription] {
        propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }

    /// The relationships by name, including inherited ones.
    open var relationshipsByName: [String: NSRelationshipDescription] {
        propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }

    /// Returns the relationships to an entity, in the order of ``properties``.
    open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }

    /// Returns whether this entity equals another entity or descends from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        self === entity || superentity?.isKindOf(entity: entity) == true
    }

    /// The version hash of the entity, which a store depends on (rule MIG-1). It is the same as Core Data's, with or
    /// without a model.
    open var versionHash: Data {
        let lineage = sequence(first: self, next: \.superentity).map { $0 }
        let entities = lineage.map(\.schemaEntity)
        guard let entity = entities.first else { return Data() }
        let lookup = ModelLookup(Model(name: "", entities: entities, composites: Composite.all(of: lineage)))
        return Data(lookup.coreDataVersionHash(of: entity).bytes)
    }

    /// Returns the entity with a name in a context's model; nil if there is none.
    open class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription?
    {
        context.managedObjectModel.entitiesByName[entityName]
    }

    /// Inserts a new object of an entity with the model's default values (rule OBJ-1).
    ///
    /// ```swift
    /// let robin = NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: context)
    /// robin.setValue("Robin", forKey: "name")
    /// ```
    ///
    /// - Precondition: The context's model has the entity, and it is not abstract (rule OBJ-2).
    @discardableResult
    open class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let entity = entity(forEntityName: entityName, in: context) else {
            endProgram("+entityForName: could not locate an entity named '\(entityName)' in this model.")
        }
        return entity.objectClass.init(inserting: entity, into: context)
    }

    /// The class of the entity's objects.
    var objectClass: NSManagedObject.Type {
        graphEntity.managedObjectClass as? NSManagedObject.Type ?? NSManagedObject.self
    }

    /// Returns a copy of the entity that belongs to no model.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.name = name
        copy.managedObjectClassName = managedObjectClassName
        copy.managedObjectClass = managedObjectClass
        copy.isAbstract = isAbstract
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.uniquenessConstraints = uniquenessConstraints
        copy.ownRenamingIdentifier = ownRenamingIdentifier
        copy.schema = schema
        copy.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression
        copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
        copy.takeIndexes(of: self)
        return copy
    }

    /// Takes the indexes of another entity, for the properties with the same names here.
    final func takeIndexes(of other: NSEntityDescription) {
        let properties = propertiesByName
        indexes = other.indexes.map { index in
            let elements = index.elements.compactMap { element in
                element.property.map { element.copy(for: properties[$0.name] ?? $0) }
            }
            let copy = NSFetchIndexDescription(name: index.name, elements: elements)
            copy.partialIndexPredicate = index.partialIndexPredicate
            return copy
        }
    }

    /// Stops the program if it changes a description that a coordinator or a context already uses.
    func checkMutable() { require(!isFrozen, "Can't modify an immutable model.") }
}

extension NSEntityDescription: EntityAdapter {
    package func entityWillDeallocate() { frozenReference.store(nil, ordering: .releasing) }
}

/// An index to request from a store. The stores here have their own indexes, so this only describes the model.
///
/// ```swift
/// let element = NSFetchIndexElementDescription(property: title, collationType: .binary)
/// note.indexes = [NSFetchIndexDescription(name: "byTitle", elements: [element])]
/// ```
open class NSFetchIndexDescription: NSObject {
    /// The name, unique in the entity.
    open var name: String
    /// The indexed properties and expressions, in index order.
    open var elements: [NSFetchIndexElementDescription] { didSet { takeElements(oldValue) } }
    /// The condition for the objects in the index; nil for all.
    open var partialIndexPredicate: NSPredicate?
    /// The entity of the indexed objects; nil before the index belongs to one.
    open var entity: NSEntityDescription? { entityLink?.entity }
    final var entityLink: EntityLink?

    /// Creates an index of elements, in order.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        takeElements([])
    }

    private func takeElements(_ former: [NSFetchIndexElementDescription]) {
        for element in former { element.indexDescription = nil }
        for element in elements { element.indexDescription = self }
    }
}

/// An element of an index.
///
/// ```swift
/// let length = NSFetchIndexElementDescription(property: pageCount, collationType: .binary)
/// length.isAscending = false  // The longest book first
/// book.indexes = [NSFetchIndexDescription(name: "byLength", elements: [length])]
/// ```
open class NSFetchIndexElementDescription: NSObject {
    /// The property.
    public let property: NSPropertyDescription?
    /// The type of the index.
    open var collationType: NSFetchIndexElementType
    /// Whether the smallest value comes first.
    open var isAscending = true
    /// The index; nil before the element belongs to one.
    public internal(set) final weak var indexDescription: NSFetchIndexDescription?

    /// Creates an element of an index.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
    }

    /// The name of the property.
    open var propertyName: String? { property?.name }

    fileprivate func copy(for property: NSPropertyDescription) -> NSFetchIndexElementDescription {
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }
}

/// The type of an index, with Core Data's numbers.
///
/// ```swift
/// // Places in a rectangle; .binary would be an order of latitudes, and of longitudes for each.
/// let elements = [latitude, longitude].map { NSFetchIndexElementDescription(property: $0, collationType: .rTree) }
/// let byPlace = NSFetchIndexDescription(name: "byPlace", elements: elements)
/// ```
public enum NSFetchIndexElementType: UInt, Sendable {
    /// A sorted index.
    case binary = 0
    /// A spatial index.
    case rTree = 1
}
