// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

public let NSSQLiteStoreType: String = standIn()
public let NSBinaryStoreType: String = standIn()
public let NSInMemoryStoreType: String = standIn()
public let NSReadOnlyPersistentStoreOption: String = standIn()
public let NSMigratePersistentStoresAutomaticallyOption: String = standIn()
public let NSInferMappingModelAutomaticallyOption: String = standIn()
public let NSPersistentHistoryTrackingKey: String = standIn()
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey: String = standIn()
public let NSPersistentStoreStagedMigrationManagerOptionKey: String = standIn()
public let NSPersistentStoreTimeoutOption: String = standIn()
public let NSSQLitePragmasOption: String = standIn()
public let NSStoreUUIDKey: String = standIn()
public let NSStoreTypeKey: String = standIn()
public let NSStoreModelVersionHashesKey: String = standIn()
public let NSStoreModelVersionIdentifiersKey: String = standIn()
public let NSAddedPersistentStoresKey: String = standIn()
public let NSRemovedPersistentStoresKey: String = standIn()
public let NSUUIDChangedPersistentStoresKey: String = standIn()
public let NSPersistentStoreURLKey: String = standIn()
public let NSPersistentHistoryTokenKey: String = standIn()

open class NSPersistentContainer: NSObject, @unchecked Sendable {
    open class func defaultDirectoryURL() -> URL { standIn() }
    open var name: String { standIn() }
    open var viewContext: NSManagedObjectContext { standIn() }
    open var managedObjectModel: NSManagedObjectModel { standIn() }
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator { standIn() }
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] = []
    public convenience init(name: String) { self.init(name: name, managedObjectModel: standIn()) }
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {}
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {}
    open func newBackgroundContext() -> NSManagedObjectContext { standIn() }
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {}
    public func performBackgroundTask<T>(
        _ block: @escaping (NSManagedObjectContext) throws -> T
    ) async rethrows -> T { standIn() }
}

open class NSPersistentStoreDescription: NSObject, NSCopying {
    public init(url: URL) {}
    public override init() {}
    open var type = ""
    open var configuration: String?
    open var url: URL?
    open var options: [String: NSObject] { standIn() }
    open func setOption(_ option: NSObject?, forKey key: String) {}
    open var isReadOnly = false
    open var timeout: TimeInterval = 0
    open var sqlitePragmas: [String: NSObject] { standIn() }
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {}
    open var shouldAddStoreAsynchronously = false
    open var shouldMigrateStoreAutomatically = true
    open var shouldInferMappingModelAutomatically = true
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

open class NSPersistentStore: NSObject {
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { standIn() }
    open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {}
    open class func migrationManagerClass() -> AnyClass { standIn() }
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {}
    open func loadMetadata() throws {}
    open weak var persistentStoreCoordinator: NSPersistentStoreCoordinator? { standIn() }
    open var configurationName: String { standIn() }
    open var options: [AnyHashable: Any]? { standIn() }
    open var url: URL?
    open var identifier: String!
    open var type: String { standIn() }
    open var isReadOnly = false
    open var metadata: [String: Any]!
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    public struct StoreType: RawRepresentable, Sendable, Hashable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static var sqlite: StoreType { standIn() }
        public static var binary: StoreType { standIn() }
        public static var inMemory: StoreType { standIn() }
    }
}

open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // Of Objective-C's initializers, the compiler asks no `required` when a metatype is to make an object.
    public required init(managedObjectModel model: NSManagedObjectModel) {}
    public override convenience init() { self.init(managedObjectModel: standIn()) }
    open var managedObjectModel: NSManagedObjectModel { standIn() }
    open var persistentStores: [NSPersistentStore] { standIn() }
    open var name: String?
    open func persistentStore(for URL: URL) -> NSPersistentStore? { standIn() }
    open func url(for store: NSPersistentStore) -> URL { standIn() }
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore { standIn() }
    public final func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore { standIn() }
    open func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {}
    open func remove(_ store: NSPersistentStore) throws {}
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {}
    open func metadata(for store: NSPersistentStore) -> [String: Any] { standIn() }
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? { standIn() }
    open class func cachedModelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel { standIn() }
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] { standIn() }
    open class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] { standIn() }
    @discardableResult
    open func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore { standIn() }
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore { standIn() }
    open func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
    }
    public final func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {}
    open func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {}
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {}
    open class var registeredStoreTypes: [String: NSValue] { standIn() }
    open class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {}
    public class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {}
    open class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {}
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {}
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
        standIn()
    }
    open func perform(_ block: @escaping () -> Void) {}
    open func performAndWait(_ block: () -> Void) {}
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { standIn() }
    public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T { standIn() }
    open func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? { standIn() }
}

open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding {
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
    public required init?(coder: NSCoder) {}
    open func encode(with coder: NSCoder) {}
    public static var supportsSecureCoding: Bool { standIn() }
}

open class NSPersistentHistoryTransaction: NSObject, NSCopying {
    open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? { standIn() }
    open class var entityDescription: NSEntityDescription? { standIn() }
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { standIn() }
    open var timestamp: Date { standIn() }
    open var changes: [NSPersistentHistoryChange]? { standIn() }
    open var transactionNumber: Int64 { standIn() }
    open var storeID: String { standIn() }
    open var bundleID: String { standIn() }
    open var processID: String { standIn() }
    open var contextName: String? { standIn() }
    open var author: String? { standIn() }
    open var token: NSPersistentHistoryToken { standIn() }
    open func objectIDNotification() -> Notification { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

public enum NSPersistentHistoryChangeType: Int, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

open class NSPersistentHistoryChange: NSObject, NSCopying {
    open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? { standIn() }
    open class var entityDescription: NSEntityDescription? { standIn() }
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { standIn() }
    open var changeID: Int64 { standIn() }
    open var changedObjectID: NSManagedObjectID { standIn() }
    open var changeType: NSPersistentHistoryChangeType { standIn() }
    open var tombstone: [AnyHashable: Any]? { standIn() }
    open var transaction: NSPersistentHistoryTransaction? { standIn() }
    open var updatedProperties: Set<NSPropertyDescription>? { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

public enum NSPersistentHistoryResultType: Int, Sendable {
    case statusOnly = 0
    case objectIDs = 1
    case count = 2
    case transactionsOnly = 3
    case changesOnly = 4
    case transactionsAndChanges = 5
}

open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    open class func fetchHistory(after date: Date) -> Self { standIn() }
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { standIn() }
    open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self { standIn() }
    open class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self { standIn() }
    open class func deleteHistory(before date: Date) -> Self { standIn() }
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self { standIn() }
    open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self { standIn() }
    open var resultType = NSPersistentHistoryResultType.statusOnly
    open var token: NSPersistentHistoryToken? { standIn() }
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?
}

open class NSPersistentHistoryResult: NSPersistentStoreResult {
    open var result: Any? { standIn() }
    open var resultType: NSPersistentHistoryResultType { standIn() }
}

open class NSMigrationStage: NSObject {
    open var label: String?
}

open class NSLightweightMigrationStage: NSMigrationStage {
    public init(_ versionChecksums: [String]) {}
    open var versionChecksums: [String] { standIn() }
}

open class NSCustomMigrationStage: NSMigrationStage {
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
    ) {}
    open var currentModel: NSManagedObjectModelReference { standIn() }
    open var nextModel: NSManagedObjectModelReference { standIn() }
    open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
}

open class NSManagedObjectModelReference: NSObject {
    public init(model: NSManagedObjectModel, versionChecksum: String) {}
    public init(fileURL: URL, versionChecksum: String) {}
    public init(entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String) {}
    public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {}
    open var resolvedModel: NSManagedObjectModel { standIn() }
    open var versionChecksum: String { standIn() }
}

open class NSStagedMigrationManager: NSObject {
    public init(_ stages: [NSMigrationStage]) {}
    open var stages: [NSMigrationStage] { standIn() }
    open var container: NSPersistentContainer? { standIn() }
}
