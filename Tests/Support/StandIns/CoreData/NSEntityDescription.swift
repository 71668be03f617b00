// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

open class NSManagedObjectModel: NSObject, NSCopying {
    public override init() {}
    public convenience init?(contentsOf url: URL) { self.init() }
    public convenience init?(byMerging models: [NSManagedObjectModel]?) { self.init() }
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        self.init()
    }
    open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? { standIn() }
    open class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? { standIn() }
    open var entitiesByName: [String: NSEntityDescription] { standIn() }
    open var entities: [NSEntityDescription] = []
    open var configurations: [String] { standIn() }
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? { standIn() }
    open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {}
    open func setFetchRequestTemplate(
        _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {}
    open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? { standIn() }
    open func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? { standIn() }
    open var localizationDictionary: [String: String]?
    open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] { standIn() }
    open var versionIdentifiers: Set<AnyHashable> = []
    open func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool { standIn() }
    open var entityVersionHashesByName: [String: Data] { standIn() }
    open var versionChecksum: String { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

open class NSEntityDescription: NSObject, NSCopying {
    open class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription?
    { standIn() }
    open class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject { standIn() }
    open var managedObjectModel: NSManagedObjectModel { standIn() }
    open var managedObjectClassName: String!
    open var name: String?
    open var isAbstract = false
    open var subentitiesByName: [String: NSEntityDescription] { standIn() }
    open var subentities: [NSEntityDescription] = []
    open var superentity: NSEntityDescription? { standIn() }
    open var propertiesByName: [String: NSPropertyDescription] { standIn() }
    open var properties: [NSPropertyDescription] = []
    open var userInfo: [AnyHashable: Any]?
    open var attributesByName: [String: NSAttributeDescription] { standIn() }
    open var relationshipsByName: [String: NSRelationshipDescription] { standIn() }
    open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] { standIn() }
    open func isKindOf(entity: NSEntityDescription) -> Bool { standIn() }
    open var versionHash: Data { standIn() }
    open var versionHashModifier: String?
    open var renamingIdentifier: String?
    open var indexes: [NSFetchIndexDescription] = []
    open var uniquenessConstraints: [[Any]] = []
    open var coreSpotlightDisplayNameExpression: NSExpression {
        get { standIn() }
        set {}
    }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

open class NSPropertyDescription: NSObject, NSCopying {
    open var entity: NSEntityDescription { standIn() }
    open var name = ""
    open var isOptional = true
    open var isTransient = false
    open var validationPredicates: [NSPredicate] { standIn() }
    open var validationWarnings: [Any] { standIn() }
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {}
    open var userInfo: [AnyHashable: Any]?
    open var versionHash: Data { standIn() }
    open var versionHashModifier: String?
    open var renamingIdentifier: String?
    open var isIndexed = false
    open var isIndexedBySpotlight = false
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

public enum NSAttributeType: UInt, Sendable {
    case undefinedAttributeType = 0
    case integer16AttributeType = 100
    case integer32AttributeType = 200
    case integer64AttributeType = 300
    case decimalAttributeType = 400
    case doubleAttributeType = 500
    case floatAttributeType = 600
    case stringAttributeType = 700
    case booleanAttributeType = 800
    case dateAttributeType = 900
    case binaryDataAttributeType = 1000
    case UUIDAttributeType = 1100
    case URIAttributeType = 1200
    case transformableAttributeType = 1800
    case objectIDAttributeType = 2000
    case compositeAttributeType = 2100
}

open class NSAttributeDescription: NSPropertyDescription {
    open var attributeType = NSAttributeType.undefinedAttributeType
    open var attributeValueClassName: String?
    open var defaultValue: Any?
    open var valueTransformerName: String?
    open var allowsExternalBinaryDataStorage = false
    open var preservesValueInHistoryOnDeletion = false
    open var allowsCloudEncryption = false
    open var type = AttributeType.undefined

    public struct AttributeType: RawRepresentable, Sendable {
        public var rawValue: NSAttributeType
        public init?(rawValue: NSAttributeType) { self.rawValue = rawValue }
        public static var undefined: AttributeType { standIn() }
        public static var integer16: AttributeType { standIn() }
        public static var integer32: AttributeType { standIn() }
        public static var integer64: AttributeType { standIn() }
        public static var decimal: AttributeType { standIn() }
        public static var double: AttributeType { standIn() }
        public static var float: AttributeType { standIn() }
        public static var string: AttributeType { standIn() }
        public static var boolean: AttributeType { standIn() }
        public static var date: AttributeType { standIn() }
        public static var binaryData: AttributeType { standIn() }
        public static var uuid: AttributeType { standIn() }
        public static var uri: AttributeType { standIn() }
        public static var transformable: AttributeType { standIn() }
        public static var objectID: AttributeType { standIn() }
        public static var composite: AttributeType { standIn() }
    }
}

open class NSDerivedAttributeDescription: NSAttributeDescription {
    open var derivationExpression: NSExpression?
}

open class NSCompositeAttributeDescription: NSAttributeDescription {
    open var elements: [NSAttributeDescription] = []
}

public enum NSDeleteRule: UInt, Sendable {
    case noActionDeleteRule = 0
    case nullifyDeleteRule = 1
    case cascadeDeleteRule = 2
    case denyDeleteRule = 3
}

open class NSRelationshipDescription: NSPropertyDescription {
    open var destinationEntity: NSEntityDescription?
    open var inverseRelationship: NSRelationshipDescription?
    open var maxCount = 0
    open var minCount = 0
    open var deleteRule = NSDeleteRule.nullifyDeleteRule
    open var isToMany: Bool { standIn() }
    open var isOrdered = false
}

open class NSFetchedPropertyDescription: NSPropertyDescription {
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?
}

open class NSExpressionDescription: NSPropertyDescription {
    open var expression: NSExpression?
    open var expressionResultType = NSAttributeType.undefinedAttributeType
    open var resultType: NSAttributeDescription.AttributeType {
        get { standIn() }
        set {}
    }
}

open class NSFetchIndexDescription: NSObject, NSCopying {
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {}
    open var name: String {
        get { standIn() }
        set {}
    }
    open var elements: [NSFetchIndexElementDescription] = []
    open var entity: NSEntityDescription? { standIn() }
    open var partialIndexPredicate: NSPredicate?
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

open class NSFetchIndexElementDescription: NSObject, NSCopying {
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {}
    open var property: NSPropertyDescription? { standIn() }
    open weak var indexDescription: NSFetchIndexDescription? { standIn() }
    open var propertyName: String? { standIn() }
    open var collationType = NSFetchIndexElementType.binary
    open var isAscending = true
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

public enum NSFetchIndexElementType: UInt, Sendable {
    case binary = 0
    case rTree = 1
}
