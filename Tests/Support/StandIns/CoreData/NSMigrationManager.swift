// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

public enum NSEntityMappingType: UInt, Sendable {
    case undefinedEntityMappingType = 0
    case customEntityMappingType = 1
    case addEntityMappingType = 2
    case removeEntityMappingType = 3
    case copyEntityMappingType = 4
    case transformEntityMappingType = 5
}

open class NSPropertyMapping: NSObject {
    public override init() {}
    open var name: String?
    open var valueExpression: NSExpression?
    open var userInfo: [AnyHashable: Any]?
}

open class NSEntityMapping: NSObject {
    public override init() {}
    open var name: String!
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType
    open var sourceEntityName: String?
    open var sourceEntityVersionHash: Data?
    open var destinationEntityName: String?
    open var destinationEntityVersionHash: Data?
    open var attributeMappings: [NSPropertyMapping]?
    open var relationshipMappings: [NSPropertyMapping]?
    open var sourceExpression: NSExpression?
    open var userInfo: [AnyHashable: Any]?
    open var entityMigrationPolicyClassName: String?
}

open class NSMappingModel: NSObject {
    public override init() {}
    public convenience init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) { self.init() }
    public convenience init?(contentsOf url: URL?) { self.init() }
    open class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel { standIn() }
    open var entityMappings: [NSEntityMapping]!
    open var entityMappingsByName: [String: NSEntityMapping] { standIn() }
}

open class NSMigrationManager: NSObject {
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {}
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {}
    public final func migrateStore(
        from sourceURL: URL, type sourceStoreType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil,
        mapping: NSMappingModel, to destinationURL: URL, type destinationStoreType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {}
    open var usesStoreSpecificMigrationManager = false
    open func reset() {}
    open var mappingModel: NSMappingModel { standIn() }
    open var sourceModel: NSManagedObjectModel { standIn() }
    open var destinationModel: NSManagedObjectModel { standIn() }
    open var sourceContext: NSManagedObjectContext { standIn() }
    open var destinationContext: NSManagedObjectContext { standIn() }
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? { standIn() }
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? { standIn() }
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {}
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] { standIn() }
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] { standIn() }
    open var currentEntityMapping: NSEntityMapping { standIn() }
    open var migrationProgress: Float { standIn() }
    open var userInfo: [AnyHashable: Any]?
    open func cancelMigrationWithError(_ error: any Error) {}
}

open class NSEntityMigrationPolicy: NSObject {
    public override init() {}
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {}
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {}
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
