public import Foundation
import ModelSchema
package import ObjectGraph

/// A property of an entity: the superclass of attributes, relationships and fetched properties.
///
/// It can be changed until its model is used for the first time (rule MOD-11).
///
/// ```swift
/// title.renamingIdentifier = "name"  // What the attribute was called in the previous version
/// title.setValidationPredicates(
///     [NSPredicate(format: "SELF LIKE '??*'")], withValidationWarnings: ["A title has at least 2 characters."])
/// ```
open class NSPropertyDescription: NSObject, NSCopying {
    /// The name in the model, which is the key of the value in objects.
    open var name = "" { didSet { checkMutable() } }
    /// Whether an object can be saved without a value.
    open var isOptional = true { didSet { checkMutable() } }
    /// Whether the value is never stored.
    open var isTransient = false { didSet { checkMutable() } }
    /// The user info that the model's author has attached.
    open var userInfo: [AnyHashable: Any]? { didSet { checkMutable() } }
    /// A text that distinguishes two otherwise equal versions of the property.
    open var versionHashModifier: String? { didSet { checkMutable() } }
    /// The version hash of the property, which its entity's covers: Core Data's own, of attributes and relationships.
    /// Empty for a property of another kind, which no store depends on.
    open var versionHash: Data { Data() }
    /// Whether Spotlight is to find objects by the value. Without effect here.
    open var isIndexedBySpotlight = false { didSet { checkMutable() } }
    /// Whether the store has an index of the values of an attribute. A relationship to one object always has one.
    ///
    /// This is the form that models had before fetch indexes, and Apple has deprecated it: use
    /// ``NSEntityDescription/indexes``.
    open var isIndexed = false { didSet { checkMutable() } }
    /// The entity that declares the property; nil until it belongs to one.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var entity: NSEntityDescription! { entityLink?.entity }
    final var entityLink: EntityLink?
    /// The renaming identifier that was set; nil for none.
    final var ownRenamingIdentifier: String?
    private var conditions: [NSPredicate] = []
    private var warnings: [Any] = []

    /// Creates a property without a name.
    public override required init() {}

    /// The name that the property had in the previous version; its own name if it was not renamed (rule MOD-14).
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            checkMutable()
            ownRenamingIdentifier = newValue
        }
    }

    /// The conditions that values must meet before they are saved (rules VAL-14 and VAL-15).
    open var validationPredicates: [NSPredicate] { conditions }
    /// The messages of errors for values that do not meet them, in the same order.
    open var validationWarnings: [Any] { warnings }

    /// Sets the conditions that values must meet before they are saved.
    ///
    /// - Parameters:
    ///   - validationPredicates: Conditions of the value, which is `SELF`.
    ///   - validationWarnings: The messages of errors, in the same order.
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        checkMutable()
        conditions = validationPredicates ?? []
        warnings = validationWarnings ?? []
    }

    /// Returns an equal property without an entity (rule MOD-13).
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.take(from: self)
        return copy
    }

    func take(from other: NSPropertyDescription) {
        name = other.name
        isOptional = other.isOptional
        isTransient = other.isTransient
        userInfo = other.userInfo
        versionHashModifier = other.versionHashModifier
        isIndexedBySpotlight = other.isIndexedBySpotlight
        isIndexed = other.isIndexed
        ownRenamingIdentifier = other.ownRenamingIdentifier
        conditions = other.conditions
        warnings = other.warnings
    }

    /// Stops the program if it changes a description that a coordinator or a context already uses.
    func checkMutable() { require(entity?.isFrozen != true, "Can't modify an immutable model.") }
}

/// An attribute: a value that every object of an entity has.
///
/// ```swift
/// let title = NSAttributeDescription()
/// title.name = "title"
/// title.type = .string
/// title.isOptional = false
/// title.defaultValue = "Untitled"
/// ```
open class NSAttributeDescription: NSPropertyDescription {
    /// The type of the value.
    open var attributeType = NSAttributeType.undefinedAttributeType { didSet { checkMutable() } }
    /// The value of new objects; nil for none.
    open var defaultValue: Any? { didSet { checkMutable() } }
    /// The name of the transformer between a Transformable and its bytes; nil for the default one.
    open var valueTransformerName: String? { didSet { checkMutable() } }
    /// Whether the store can keep large Binary Data in separate files.
    open var allowsExternalBinaryDataStorage = false { didSet { checkMutable() } }
    /// Whether history keeps the value of a deleted object.
    open var preservesValueInHistoryOnDeletion = false { didSet { checkMutable() } }
    /// Whether CloudKit is to store the value encrypted. Without effect here.
    open var allowsCloudEncryption = false { didSet { checkMutable() } }
    private var className: String?
    var schema: Attribute?

    open override var versionHash: Data {
        let lookup = ModelLookup(Model(name: "", composites: Composite.all(of: self)))
        return Data(lookup.coreDataVersionHash(of: schemaAttribute).bytes)
    }

    /// The type with the names of the current interface.
    open var type: AttributeType {
        get { AttributeType(rawValue: attributeType) ?? .undefined }
        set { attributeType = newValue.rawValue }
    }

    /// The class of the values in Foundation, which follows the type (rule MOD-12).
    open var attributeValueClassName: String? {
        get { className ?? attributeType.valueClassName }
        set {
            checkMutable()
            className = newValue
        }
    }

    override func take(from other: NSPropertyDescription) {
        super.take(from: other)
        guard let other = other as? NSAttributeDescription else { return }
        attributeType = other.attributeType
        defaultValue = other.defaultValue
        valueTransformerName = other.valueTransformerName
        allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
        preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
        allowsCloudEncryption = other.allowsCloudEncryption
        className = other.className
        schema = other.schema
    }
}

/// A derived attribute, which a save computes (rule DRV-1).
///
/// ```swift
/// let searchName = NSDerivedAttributeDescription()
/// searchName.name = "searchName"
/// searchName.type = .string
/// searchName.derivationExpression = NSExpression(format: "canonical:(name)")
/// ```
open class NSDerivedAttributeDescription: NSAttributeDescription {
    /// The expression, as a format: `canonical:(name)`, `items.@count`.
    open var derivationExpression: NSExpression? { didSet { checkMutable() } }

    override func take(from other: NSPropertyDescription) {
        super.take(from: other)
        derivationExpression = (other as? NSDerivedAttributeDescription)?.derivationExpression
    }
}

/// Several attributes under one name (rule DRV-8).
///
/// ```swift
/// let address = NSCompositeAttributeDescription()
/// address.name = "address"
/// address.elements = [street, city]  // The keys of its values, and of key paths such as address.city
/// ```
open class NSCompositeAttributeDescription: NSAttributeDescription {
    /// The members, in their order.
    open var elements: [NSAttributeDescription] = [] { didSet { checkMutable() } }

    /// Creates an attribute of the composite type.
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    override func take(from other: NSPropertyDescription) {
        super.take(from: other)
        elements = (other as? NSCompositeAttributeDescription)?.elements ?? []
    }
}

/// A link from the objects of one entity to objects of another.
///
/// ```swift
/// let (notes, notebook) = (NSRelationshipDescription(), NSRelationshipDescription())
/// notes.name = "notes"
/// notes.destinationEntity = noteEntity
/// notes.deleteRule = .cascadeDeleteRule
/// notes.inverseRelationship = notebook
/// notebook.name = "notebook"
/// notebook.destinationEntity = notebookEntity
/// notebook.maxCount = 1
/// notebook.inverseRelationship = notes
/// ```
open class NSRelationshipDescription: NSPropertyDescription {
    /// The entity of the destinations.
    open var destinationEntity: NSEntityDescription? {
        get { destinationLink?.entity }
        set {
            checkMutable()
            destinationLink = newValue?.link
        }
    }
    private var destinationLink: EntityLink?
    /// The inverse relationship of the destination. Also set this relationship as the inverse's inverse (rule MOD-6).
    open weak var inverseRelationship: NSRelationshipDescription? { didSet { checkMutable() } }
    /// The maximum number of destinations; 0 for no limit, and 1 for a to-one relationship.
    open var maxCount = 0 { didSet { checkMutable() } }
    /// The minimum number of destinations; 0 for no limit.
    open var minCount = 0 { didSet { checkMutable() } }
    /// The rule for the destinations when the object is deleted.
    open var deleteRule = NSDeleteRule.nullifyDeleteRule { didSet { checkMutable() } }
    /// Whether a to-many keeps an order.
    open var isOrdered = false { didSet { checkMutable() } }
    open override var versionHash: Data { Data(schemaRelationship.coreDataVersionHash.bytes) }
    /// Whether there can be more than one destination (rule MOD-5).
    open var isToMany: Bool { maxCount != 1 }

    override func take(from other: NSPropertyDescription) {
        super.take(from: other)
        guard let other = other as? NSRelationshipDescription else { return }
        destinationEntity = other.destinationEntity
        inverseRelationship = other.inverseRelationship
        maxCount = other.maxCount
        minCount = other.minCount
        deleteRule = other.deleteRule
        isOrdered = other.isOrdered
    }
}

/// A property whose value is the result of a fetch (rule DRV-7).
///
/// ```swift
/// let related = NSFetchedPropertyDescription()
/// related.name = "related"
/// let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
/// request.predicate = NSPredicate(format: "title == $FETCH_SOURCE.title")
/// related.fetchRequest = request
/// ```
open class NSFetchedPropertyDescription: NSPropertyDescription {
    /// The fetch. Its predicate may use `$FETCH_SOURCE`, the owning object, and `$FETCHED_PROPERTY`.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { didSet { checkMutable() } }
    var schema: FetchedProperty?

    override func take(from other: NSPropertyDescription) {
        super.take(from: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        // Otherwise a change of the copy's request would change a model that is in use.
        fetchRequest = other.fetchRequest?.copy() as? NSFetchRequest<any NSFetchRequestResult>
        schema = other.schema
    }
}

extension NSEntityDescription: FetchedPropertyAdapter {
    /// Adds the order of a fetched property, and what else a model file does not have.
    package final func complete(
        _ request: inout ObjectGraph.FetchRequest<ManagedObject>, ofFetchedProperty key: String
    ) {
        let property = properties.first { $0.name == key } as? NSFetchedPropertyDescription
        guard let settings = property?.fetchRequest else { return }
        request.sortDescriptors = (settings.sortDescriptors ?? []).map(\.graphComparator)
        request.fetchOffset = settings.fetchOffset
        request.relationshipKeyPathsForPrefetching = settings.relationshipKeyPathsForPrefetching ?? []
        request.shouldRefreshRefetchedObjects = settings.shouldRefreshRefetchedObjects
        request.affectedStores = settings.affectedStores?.map(\.graphStore)
    }
}

/// The delete rule of a relationship, with Core Data's numbers.
///
/// ```swift
/// chapters.deleteRule = .cascadeDeleteRule  // The chapters of a deleted book are also deleted.
/// ```
public enum NSDeleteRule: UInt, Sendable {
    /// The destinations stay, and still refer to the deleted object.
    case noActionDeleteRule = 0
    /// The destinations stay, and lose their reference to the object.
    case nullifyDeleteRule = 1
    /// The destinations are also deleted.
    case cascadeDeleteRule = 2
    /// The object cannot be deleted while it has destinations.
    case denyDeleteRule = 3
}
