// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    case confinementConcurrencyType = 0
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2
}

open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {}
    public init(_ type: ConcurrencyType) {}

    public enum ConcurrencyType: Sendable {
        case mainQueue
        case privateQueue
    }

    public struct ScheduledTaskType: Sendable {
        public static var immediate: ScheduledTaskType { standIn() }
        public static var enqueued: ScheduledTaskType { standIn() }
    }

    open func perform(_ block: @escaping () -> Void) {}
    open func performAndWait(_ block: () -> Void) {}
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }
    public func perform<T>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
    ) async rethrows -> T { try block() }

    open var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    open var parent: NSManagedObjectContext?
    open var name: String?
    open var undoManager: UndoManager?
    open var hasChanges: Bool { standIn() }
    open var userInfo: NSMutableDictionary { standIn() }
    open var concurrencyType: NSManagedObjectContextConcurrencyType { standIn() }
    open var insertedObjects: Set<NSManagedObject> { standIn() }
    open var updatedObjects: Set<NSManagedObject> { standIn() }
    open var deletedObjects: Set<NSManagedObject> { standIn() }
    open var registeredObjects: Set<NSManagedObject> { standIn() }
    open var propagatesDeletesAtEndOfEvent = true
    open var retainsRegisteredObjects = false
    open var shouldDeleteInaccessibleFaults = true
    open var stalenessInterval: TimeInterval = 0
    open var mergePolicy: Any {
        get { standIn() }
        set {}
    }
    open var automaticallyMergesChangesFromParent = false
    open var transactionAuthor: String?
    open var queryGenerationToken: NSQueryGenerationToken? { standIn() }
    open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {}

    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { standIn() }
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject { standIn() }
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject { standIn() }
    public func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] { standIn() }
    // Called with a request without a type of its own: see NSFetchRequest.
    @_disfavoredOverload
    open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] { standIn() }
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int { standIn() }
    @_disfavoredOverload
    open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int { standIn() }
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult { standIn() }
    open func insert(_ object: NSManagedObject) {}
    open func delete(_ object: NSManagedObject) {}
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {}
    open func refreshAllObjects() {}
    open func detectConflicts(for object: NSManagedObject) {}
    open func processPendingChanges() {}
    open func assign(_ object: Any, to store: NSPersistentStore) {}
    open func undo() {}
    open func redo() {}
    open func reset() {}
    open func rollback() {}
    open func save() throws {}
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {}
    open func mergeChanges(fromContextDidSave notification: Notification) {}
    open class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {}

    public static let didChangeObjectsNotification: Notification.Name = standIn()
    public static let willSaveObjectsNotification: Notification.Name = standIn()
    public static let didSaveObjectsNotification: Notification.Name = standIn()
    public static let didSaveObjectIDsNotification: Notification.Name = standIn()
    public static let didMergeChangesObjectIDsNotification: Notification.Name = standIn()
}

extension Notification.Name {
    public static var NSManagedObjectContextWillSave: Notification.Name { standIn() }
    public static var NSManagedObjectContextDidSave: Notification.Name { standIn() }
    public static var NSManagedObjectContextObjectsDidChange: Notification.Name { standIn() }
    public static var NSManagedObjectContextDidSaveObjectIDs: Notification.Name { standIn() }
    public static var NSManagedObjectContextDidMergeChangesObjectIDs: Notification.Name { standIn() }
    public static var NSPersistentStoreCoordinatorStoresDidChange: Notification.Name { standIn() }
    public static var NSPersistentStoreRemoteChange: Notification.Name { standIn() }
}

public let NSInsertedObjectsKey: String = standIn()
public let NSUpdatedObjectsKey: String = standIn()
public let NSDeletedObjectsKey: String = standIn()
public let NSRefreshedObjectsKey: String = standIn()
public let NSInvalidatedObjectsKey: String = standIn()
public let NSInvalidatedAllObjectsKey: String = standIn()
public let NSInsertedObjectIDsKey: String = standIn()
public let NSUpdatedObjectIDsKey: String = standIn()
public let NSDeletedObjectIDsKey: String = standIn()
public let NSRefreshedObjectIDsKey: String = standIn()
public let NSInvalidatedObjectIDsKey: String = standIn()
public let NSManagedObjectContextQueryGenerationKey: String = standIn()

open class NSQueryGenerationToken: NSObject, NSCopying {
    open class var current: NSQueryGenerationToken { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

open class NSMergePolicy: NSObject {
    public init(merge ty: NSMergePolicyType) {}
    open class var error: NSMergePolicy { standIn() }
    open class var rollback: NSMergePolicy { standIn() }
    open class var overwrite: NSMergePolicy { standIn() }
    open class var mergeByPropertyObjectTrump: NSMergePolicy { standIn() }
    open class var mergeByPropertyStoreTrump: NSMergePolicy { standIn() }
    open var mergeType: NSMergePolicyType { standIn() }
    open func resolve(mergeConflicts list: [Any]) throws {}
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {}
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {}
}

public enum NSMergePolicyType: UInt, Sendable {
    case errorMergePolicyType = 0
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    case overwriteMergePolicyType = 3
    case rollbackMergePolicyType = 4
}

public var NSErrorMergePolicy: Any { standIn() }
public var NSMergeByPropertyStoreTrumpMergePolicy: Any { standIn() }
public var NSMergeByPropertyObjectTrumpMergePolicy: Any { standIn() }
public var NSOverwriteMergePolicy: Any { standIn() }
public var NSRollbackMergePolicy: Any { standIn() }

open class NSMergeConflict: NSObject {
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {}
    open var sourceObject: NSManagedObject { standIn() }
    open var objectSnapshot: [String: Any]? { standIn() }
    open var cachedSnapshot: [String: Any]? { standIn() }
    open var persistedSnapshot: [String: Any]? { standIn() }
    open var newVersionNumber: Int { standIn() }
    open var oldVersionNumber: Int { standIn() }
}

open class NSConstraintConflict: NSObject {
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {}
    open var constraint: [String] { standIn() }
    open var constraintValues: [String: Any] { standIn() }
    open var databaseObject: NSManagedObject? { standIn() }
    open var databaseSnapshot: [String: Any]? { standIn() }
    open var conflictingObjects: [NSManagedObject] { standIn() }
    open var conflictingSnapshots: [[AnyHashable: Any]] { standIn() }
}

// What Foundation has on Apple's platforms.
open class UndoManager: NSObject {
    open func undo() {}
    open func redo() {}
    open var canUndo: Bool { standIn() }
    open var canRedo: Bool { standIn() }
    open func beginUndoGrouping() {}
    open func endUndoGrouping() {}
    open var groupingLevel: Int { standIn() }
    open func removeAllActions() {}
    open var groupsByEvent = true
    open var levelsOfUndo = 0
    open var isUndoRegistrationEnabled: Bool { standIn() }
    open func disableUndoRegistration() {}
    open func enableUndoRegistration() {}
    open var isUndoing: Bool { standIn() }
    open var isRedoing: Bool { standIn() }
    open func undoNestedGroup() {}
    open func setActionName(_ actionName: String) {}
    open var undoActionName: String { standIn() }
    open var redoActionName: String { standIn() }
    open var undoMenuItemTitle: String { standIn() }
    open var redoMenuItemTitle: String { standIn() }
    open func undoMenuTitle(forUndoActionName actionName: String) -> String { standIn() }
    open func redoMenuTitle(forUndoActionName actionName: String) -> String { standIn() }
}
