// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

open class NSPersistentStoreRequest: NSObject, NSCopying {
    open var affectedStores: [NSPersistentStore]?
    open var requestType: NSPersistentStoreRequestType { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

public enum NSPersistentStoreRequestType: UInt, Sendable {
    case fetchRequestType = 1
    case saveRequestType = 2
    case batchInsertRequestType = 5
    case batchUpdateRequestType = 6
    case batchDeleteRequestType = 7
}

public struct NSFetchRequestResultType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var managedObjectResultType: NSFetchRequestResultType { standIn() }
    public static var managedObjectIDResultType: NSFetchRequestResultType { standIn() }
    public static var dictionaryResultType: NSFetchRequestResultType { standIn() }
    public static var countResultType: NSFetchRequestResultType { standIn() }
}

// Apple's asks of the type that it is an NSFetchRequestResult. Without Objective-C, `any NSFetchRequestResult` does not
// conform to the protocol, so nothing is asked of it here.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    public override init() {}
    public convenience init(entityName: String) { self.init() }

    open func execute() throws -> [ResultType] { standIn() }
    open var entity: NSEntityDescription?
    open var entityName: String? { standIn() }
    open var predicate: NSPredicate?
    open var sortDescriptors: [NSSortDescriptor]?
    open var fetchLimit = 0
    open var fetchOffset = 0
    open var fetchBatchSize = 0
    open var resultType = NSFetchRequestResultType.managedObjectResultType
    open var includesSubentities = true
    open var includesPropertyValues = true
    open var returnsObjectsAsFaults = true
    open var relationshipKeyPathsForPrefetching: [String]?
    open var includesPendingChanges = true
    open var returnsDistinctResults = false
    open var shouldRefreshRefetchedObjects = false
    open var propertiesToFetch: [Any]?
    open var propertiesToGroupBy: [Any]?
    open var havingPredicate: NSPredicate?
    open func allowEvaluation() {}
}

open class NSPersistentStoreResult: NSObject {}

open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    open var managedObjectContext: NSManagedObjectContext { standIn() }
    open var operationError: (any Error)? { standIn() }
    open var progress: Progress? { standIn() }
    open func cancel() {}
}

open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {}
    open var fetchRequest: NSFetchRequest<ResultType> { standIn() }
    open var estimatedResultCount = 0
}

open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    open var fetchRequest: NSAsynchronousFetchRequest<ResultType> { standIn() }
    open var finalResult: [ResultType]? { standIn() }
}

open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {}
    public convenience init(objectIDs objects: [NSManagedObjectID]) { self.init(fetchRequest: standIn()) }
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> { standIn() }
}

public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    case resultTypeStatusOnly = 0
    case resultTypeObjectIDs = 1
    case resultTypeCount = 2
}

open class NSBatchDeleteResult: NSPersistentStoreResult {
    open var result: Any? { standIn() }
    open var resultType: NSBatchDeleteRequestResultType { standIn() }
}

open class NSBatchInsertRequest: NSPersistentStoreRequest {
    public init(entityName: String, objects dictionaries: [[String: Any]]) {}
    public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {}
    public init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {}
    public init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {}
    public init(entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {}
    public init(entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {}
    open var entityName: String { standIn() }
    open var entity: NSEntityDescription { standIn() }
    open var objectsToInsert: [[String: Any]]?
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    open var resultType = NSBatchInsertRequestResultType.statusOnly
}

public enum NSBatchInsertRequestResultType: UInt, Sendable {
    case statusOnly = 0
    case objectIDs = 1
    case count = 2
}

open class NSBatchInsertResult: NSPersistentStoreResult {
    open var result: Any? { standIn() }
    open var resultType: NSBatchInsertRequestResultType { standIn() }
}

open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    public init(entityName: String) {}
    public init(entity: NSEntityDescription) {}
    open var entityName: String { standIn() }
    open var entity: NSEntityDescription { standIn() }
    open var predicate: NSPredicate?
    open var includesSubentities = true
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    open var propertiesToUpdate: [AnyHashable: Any]?
}

public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    case statusOnlyResultType = 0
    case updatedObjectIDsResultType = 1
    case updatedObjectsCountResultType = 2
}

open class NSBatchUpdateResult: NSPersistentStoreResult {
    open var result: Any? { standIn() }
    open var resultType: NSBatchUpdateRequestResultType { standIn() }
}

// What Foundation has on Apple's platforms.
extension NSPredicate {
    public convenience init(format predicateFormat: String, _ args: any CVarArg...) { self.init(value: true) }
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) { self.init(value: true) }
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self { standIn() }
}

extension NSSortDescriptor {
    public convenience init(key: String?, ascending: Bool) { self.init(keyPath: \String.count, ascending: true) }
    public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        self.init(keyPath: \String.count, ascending: true)
    }
    @_disfavoredOverload
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(keyPath: \String.count, ascending: true)
    }
    public convenience init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
        self.init(keyPath: \String.count, ascending: true)
    }
    public var key: String? { standIn() }
}
