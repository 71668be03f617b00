public import Foundation
import ModelSchema
import ObjectGraph
import Synchronization

// Unchecked: it is built by one thread, and stays as it is once its model is used.
/// A kind of object: its class, its parent and its properties.
///
/// It can be changed until its model is used for the first time (rule MOD-11).
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The name in the model, unique there.
    open var name: String? { didSet { checkMutable() } }
    /// The class of the entity's objects: `Hero` or `Module.Hero`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var managedObjectClassName: String! = "NSManagedObject" { didSet { checkMutable() } }
    /// Whether there are no objects of this entity itself, only of its descendants.
    open var isAbstract = false { didSet { checkMutable() } }
    /// What the author of the model has attached.
    open var userInfo: [AnyHashable: Any]? { didSet { checkMutable() } }
    /// Free text that makes two otherwise equal versions of the entity differ.
    open var versionHashModifier: String? { didSet { checkMutable() } }
    /// What may occur only once among the objects of the entity and its descendants: names of properties, as `String` or
    /// descriptions.
    open var uniquenessConstraints: [[Any]] = [] { didSet { checkMutable() } }
    /// The indexes that a store is asked to keep.
    open var indexes: [NSFetchIndexDescription] = [] {
        didSet {
            checkMutable()
            for index in oldValue { index.entityLink = nil }
            for index in indexes { index.entityLink = link }
        }
    }
    /// An expression for the name that Spotlight displays. Without effect here.
    open var coreSpotlightDisplayNameExpression = NSExpression(forEvaluatedObject: ()) { didSet { checkMutable() } }
    /// The model; nil for an entity of none.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open internal(set) weak var managedObjectModel: NSManagedObjectModel!
    /// The parent; nil for an entity without one.
    open var superentity: NSEntityDescription? { parentLink?.entity }
    private var parentLink: EntityLink?
    final let link = EntityLink()
    private var ownRenamingIdentifier: String?
    private var children: [NSEntityDescription] = []
    private var ownProperties: [NSPropertyDescription] = []
    /// What the runtime has for it. It holds this description, and the model and its objects hold it: for as long as one of them
    /// is there, it may be asked for.
    private let frozenReference = Atomic<Unmanaged<EntityDescription>?>(nil)
    private let isImmutable = Atomic(false)
    /// The class of a generated model's entity, which needs not be found by its name.
    var managedObjectClass: NSManagedObject.Type?
    /// The entity of the schema that this was read from, for what has no place here.
    var schema: Entity?

    /// An entity without a name.
    public override required init() {
        super.init()
        link.entity = self
    }

    deinit { link.entity = nil }

    /// Whether the model is in use, or was.
    final var isFrozen: Bool { isImmutable.load(ordering: .acquiring) }

    /// What the runtime has for it, which the entity's model holds.
    ///
    /// - Precondition: As of ``graphEntity``.
    final var graphReference: Unmanaged<EntityDescription> {
        @inline(__always) get {
            frozenReference.load(ordering: .acquiring) ?? Unmanaged.passUnretained(frozenWithModel())
        }
    }

    /// What the runtime has for it; nil as long as the model is not in use.
    private var frozen: EntityDescription? {
        @inline(__always) get { frozenReference.load(ordering: .acquiring)?.takeUnretainedValue() }
    }

    /// Says what the runtime has for the entity. It cannot be changed from now on.
    final func freeze(as description: EntityDescription) {
        description.adapter = self
        frozenReference.store(Unmanaged.passUnretained(description), ordering: .releasing)
        isImmutable.store(true, ordering: .releasing)
    }

    /// What the runtime has for it.
    ///
    /// - Precondition: The entity is one of a model's, which counts as used from now on.
    final var graphEntity: EntityDescription {
        if let frozen { return frozen }
        return frozenWithModel()
    }

    @inline(never)
    private func frozenWithModel() -> EntityDescription {
        guard let managedObjectModel else {
            preconditionFailure("the entity '\(name ?? "")' belongs to no model; add it to one's entities first")
        }
        _ = managedObjectModel.graphModel
        guard let frozen else {
            preconditionFailure("the entity '\(name ?? "")' is not among the entities of its model")
        }
        return frozen
    }

    static func description(of entity: EntityDescription) -> NSEntityDescription {
        guard let description = entity.adapter else {
            preconditionFailure("the entity '\(entity.name)' is of a model that was not made by this module")
        }
        // Nobody but this module sets it, and objects ask for it as they are made.
        return unsafeDowncast(description, to: NSEntityDescription.self)
    }

    /// The name that the entity had in the version before; its name where there was no other (rule MOD-14).
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            checkMutable()
            ownRenamingIdentifier = newValue
        }
    }

    var schemaRenamingIdentifier: String? {
        get { ownRenamingIdentifier }
        set { ownRenamingIdentifier = newValue }
    }

    /// The entities whose parent this is (rule MOD-8).
    open var subentities: [NSEntityDescription] {
        get { children }
        set {
            checkMutable()
            for child in children { child.parentLink = nil }
            children = newValue
            for child in children { child.parentLink = link }
        }
    }

    /// The entities whose parent this is, by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(children.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The properties, the inherited ones among them (rule MOD-7). Setting says the entity's own.
    open var properties: [NSPropertyDescription] {
        get { (superentity?.properties ?? []) + ownProperties }
        set {
            checkMutable()
            let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.entityLink = link }
        }
    }

    /// The properties that the entity declares itself.
    var declaredProperties: [NSPropertyDescription] { ownProperties }

    /// All properties by name.
    open var propertiesByName: [String: NSPropertyDescription] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The attributes by name, the inherited ones among them.
    open var attributesByName: [String: NSAttributeDescription] {
        propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }

    /// The relationships by name, the inherited ones among them.
    open var relationshipsByName: [String: NSRelationshipDescription] {
        propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }

    /// The relationships that lead to an entity.
    open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }

    /// Whether this entity is another one or descends from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        self === entity || superentity?.isKindOf(entity: entity) == true
    }

    /// The fingerprint of the entity: what a store depends on (rule MIG-1). Core Data's own.
    ///
    /// - Precondition: The entity is one of a model's, which counts as used from now on.
    open var versionHash: Data { managedObjectModel.entityVersionHashesByName[name ?? ""] ?? Data() }

    /// The entity of a context's model with a name; nil for none.
    open class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription?
    {
        context.managedObjectModel.entitiesByName[entityName]
    }

    /// Inserts a new object of an entity, which holds the model's default values (rule OBJ-1).
    ///
    /// - Precondition: The context's model has the entity, and it is not abstract (rule OBJ-2).
    @discardableResult
    open class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let entity = entity(forEntityName: entityName, in: context) else {
            preconditionFailure(
                "+entityForName: could not locate an entity named '\(entityName)' in this model.")
        }
        return entity.objectClass.init(inserting: entity, into: context)
    }

    /// The class of the entity's objects.
    var objectClass: NSManagedObject.Type {
        graphEntity.managedObjectClass as? NSManagedObject.Type ?? NSManagedObject.self
    }

    /// Another entity that is the same, of no model.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.name = name
        copy.managedObjectClassName = managedObjectClassName
        copy.managedObjectClass = managedObjectClass
        copy.isAbstract = isAbstract
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.uniquenessConstraints = uniquenessConstraints
        copy.schemaRenamingIdentifier = schemaRenamingIdentifier
        copy.schema = schema
        copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
        return copy
    }

    /// Stops the program if it changes a description that a coordinator or a context already uses.
    func checkMutable() { precondition(!isFrozen, "Can't modify an immutable model.") }
}

extension NSEntityDescription: EntityAdapter {
    package func entityWillGo() { frozenReference.store(nil, ordering: .releasing) }
}

// Unchecked: as the entity whose it is.
/// An index that a store is asked to keep. Stores here look things up by their own means; a model keeps what it is told.
open class NSFetchIndexDescription: NSObject, @unchecked Sendable {
    /// The name, unique in the entity.
    open var name: String
    /// What is indexed, in index order.
    open var elements: [NSFetchIndexElementDescription] { didSet { takeElements(oldValue) } }
    /// Which objects are in the index; nil for all.
    open var partialIndexPredicate: NSPredicate?
    /// The entity whose objects are indexed; nil before the index is one of an entity's.
    open var entity: NSEntityDescription? { entityLink?.entity }
    final var entityLink: EntityLink?

    /// An index of elements, in their order.
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

// Unchecked: as the index whose it is.
/// The kind of value in an index.
open class NSFetchIndexElementDescription: NSObject, @unchecked Sendable {
    /// The property.
    public let property: NSPropertyDescription?
    /// How it is kept.
    open var collationType: NSFetchIndexElementType
    /// Whether the smallest value comes first.
    open var isAscending = true
    /// The index; nil before the element is one of an index's.
    public internal(set) final weak var indexDescription: NSFetchIndexDescription?

    /// An element of an index.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
    }

    /// The name of the property.
    open var propertyName: String? { property?.name }
}

/// How an index keeps an element; Core Data's numbers.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// In order.
    case binary = 0
    /// By place in space.
    case rTree = 1
}
