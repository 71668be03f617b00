// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

open class NSAtomicStore: NSPersistentStore {
    public override init(
        persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?, configurationName: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url, options: options)
    }
    open func load() throws {}
    open func save() throws {}
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode { standIn() }
    open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {}
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { standIn() }
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? { standIn() }
    open func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        standIn()
    }
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any { standIn() }
    open func referenceObject(for objectID: NSManagedObjectID) -> Any { standIn() }
}

open class NSAtomicStoreCacheNode: NSObject {
    public init(objectID moid: NSManagedObjectID) {}
    open var objectID: NSManagedObjectID { standIn() }
    open var propertyCache: NSMutableDictionary?
    open func value(forKey key: String) -> Any? { standIn() }
    open func setValue(_ value: Any?, forKey key: String) {}
}

open class NSIncrementalStore: NSPersistentStore {
    open override func loadMetadata() throws {}
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        standIn()
    }
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode { standIn() }
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any { standIn() }
    open class func identifierForNewStore(at storeURL: URL) -> Any { standIn() }
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] { standIn() }
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}
    open func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID { standIn() }
    open func referenceObject(for objectID: NSManagedObjectID) -> Any { standIn() }
}

open class NSIncrementalStoreNode: NSObject {
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {}
    open func update(withValues values: [String: Any], version: UInt64) {}
    open var objectID: NSManagedObjectID { standIn() }
    open var version: UInt64 { standIn() }
    open func value(for prop: NSPropertyDescription) -> Any? { standIn() }
}

open class NSSaveChangesRequest: NSPersistentStoreRequest {
    public init(
        inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {}
    open var insertedObjects: Set<NSManagedObject>? { standIn() }
    open var updatedObjects: Set<NSManagedObject>? { standIn() }
    open var deletedObjects: Set<NSManagedObject>? { standIn() }
    open var lockedObjects: Set<NSManagedObject>? { standIn() }
}
