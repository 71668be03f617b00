public import Foundation
import ModelSchema
import ObjectGraph

/// A type of fetch results: objects, IDs, dictionaries, and numbers.
///
/// ```swift
/// func firstResult<Result: NSFetchRequestResult>(of request: NSFetchRequest<Result>) throws -> Result? {
///     request.fetchLimit = 1
///     return try context.fetch(request).first
/// }
/// ```
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// A request to execute in a context.
///
/// ```swift
/// let archives = container.persistentStoreCoordinator.persistentStores.filter(\.isReadOnly)
/// request.affectedStores = archives  // Only objects in the archives
/// ```
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores for the request; nil for all.
    open var affectedStores: [NSPersistentStore]?

    /// Creates a request without a type.
    public override init() {}

    /// Returns a copy of the request.
    open func copy(with zone: NSZone? = nil) -> Any { copied(as: NSPersistentStoreRequest()) }

    /// Gives a copy that has everything else the stores of this request, and returns it.
    final func copied(as copy: NSPersistentStoreRequest) -> NSPersistentStoreRequest {
        copy.affectedStores = affectedStores
        return copy
    }

    /// Returns the stores for a request inside of this one that has its own stores: those of both.
    final func stores(among others: [NSPersistentStore]?) -> [NSPersistentStore]? {
        guard let affectedStores, let others else { return affectedStores ?? others }
        return affectedStores.filter { store in others.contains { $0 === store } }
    }

    /// The type of the request.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }
}

/// The types of requests, with Core Data's numbers.
///
/// ```swift
/// switch request.requestType {
/// case .fetchRequestType: kinds.append("fetch")
/// case .saveRequestType: kinds.append("save")
/// default: kinds.append("batch")
/// }
/// ```
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// A fetch.
    case fetchRequestType = 1
    /// A save.
    case saveRequestType = 2
    /// A batch insertion.
    case batchInsertRequestType = 5
    /// A batch update.
    case batchUpdateRequestType = 6
    /// A batch deletion.
    case batchDeleteRequestType = 7
}

/// The type of a fetch's results, with Core Data's numbers.
///
/// ```swift
/// let request = NSFetchRequest<NSNumber>(entityName: "Superhero")
/// request.resultType = .countResultType
/// let count = try context.fetch(request).first?.intValue
/// ```
public struct NSFetchRequestResultType: OptionSet, Sendable, Hashable {
    /// Core Data's number.
    public let rawValue: UInt

    /// - Parameter rawValue: Core Data's number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// The IDs of objects.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Values of properties by name.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// The number of objects.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// A request for objects of an entity, or for their values.
///
/// ```swift
/// let request = NSFetchRequest<Superhero>(entityName: "Superhero")
/// request.predicate = NSPredicate(format: "universe == %ld AND ANY teams.name == %@", 1, "Justice League")
/// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
/// request.fetchLimit = 10
/// let heroes = try context.fetch(request)
/// ```
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// The class of the entity, if neither a name nor an entity is specified.
    var managedObjectClass: NSManagedObject.Type?
    /// The name of the entity that the request was created with.
    var ownEntityName: String?
    /// The entity to fetch; nil before it is set, and before a request with a name is used (rule FET-9).
    open var entity: NSEntityDescription?
    /// The condition for objects; nil for all objects.
    open var predicate: NSPredicate? {
        didSet { if predicate is NSCompoundPredicate { FoundationMethods.replace() } }
    }
    /// The order of the result, with the most important key first; nil for none.
    open var sortDescriptors: [NSSortDescriptor]?
    /// The greatest number of results; 0 for no limit.
    open var fetchLimit = 0
    /// The number of first results to skip.
    open var fetchOffset = 0
    /// The number of objects to read at a time; 0 for all at once.
    ///
    /// ```swift
    /// request.fetchBatchSize = 50  // A list that shows 50 heroes at a time reads 50 at a time.
    /// ```
    open var fetchBatchSize = 0
    /// The form of the result.
    ///
    /// ```swift
    /// let request = NSFetchRequest<NSManagedObjectID>(entityName: "Superhero")
    /// request.resultType = .managedObjectIDResultType
    /// let objectIDs = try context.fetch(request)
    /// ```
    open var resultType = NSFetchRequestResultType.managedObjectResultType
    /// Whether the result includes objects of descendant entities.
    open var includesSubentities = true
    /// Whether the fetch reads values with the objects.
    open var includesPropertyValues = true
    /// Whether objects can be faults.
    open var returnsObjectsAsFaults = true
    /// The paths of relationships whose destinations the fetch reads.
    ///
    /// ```swift
    /// request.relationshipKeyPathsForPrefetching = ["teams"]
    /// for hero in try context.fetch(request) { print(hero.teams?.count ?? 0) }  // Reads nothing more.
    /// ```
    open var relationshipKeyPathsForPrefetching: [String]?
    /// Whether the result includes unsaved changes.
    ///
    /// ```swift
    /// request.includesPendingChanges = false
    /// let savedCount = try context.count(for: request)  // Without the new hero
    /// ```
    open var includesPendingChanges = true
    /// Whether the result contains equal dictionaries only once.
    ///
    /// ```swift
    /// request.propertiesToFetch = ["universe"]
    /// request.returnsDistinctResults = true
    /// let universes = try context.fetch(request).compactMap { $0["universe"] as? Int32 }
    /// ```
    open var returnsDistinctResults = false
    /// Whether unchanged objects of the context take the latest committed values.
    open var shouldRefreshRefetchedObjects = false
    /// The values in dictionaries: names of properties, descriptions, or `NSExpressionDescription`; nil for every
    /// attribute.
    ///
    /// ```swift
    /// let request = NSFetchRequest<NSDictionary>(entityName: "Superhero")
    /// request.resultType = .dictionaryResultType
    /// request.propertiesToFetch = ["name", "universe"]
    /// let names = try context.fetch(request).compactMap { $0["name"] as? String }
    /// ```
    open var propertiesToFetch: [Any]?
    /// The properties for grouping, as names or descriptions.
    open var propertiesToGroupBy: [Any]?
    /// The condition for groups.
    open var havingPredicate: NSPredicate?

    /// Creates a request without an entity.
    public override init() {}

    /// Creates a request for the objects of an entity.
    public convenience init(entityName: String) {
        self.init()
        ownEntityName = entityName
    }

    /// The name of the entity; nil before it is set. For a request of a class, that of the class's entity.
    open var entityName: String? { entity?.name ?? ownEntityName ?? managedObjectClass?.loadedEntity?.name }

    /// Executes the request in the context whose queue runs the caller, and returns the results in its order.
    ///
    /// ```swift
    /// let heroes = try context.performAndWait { try request.execute() }  // In the context that runs the block
    /// ```
    ///
    /// - Throws: The errors of the context's `fetch(_:)`.
    /// - Precondition: The caller runs in a context's `perform`.
    open func execute() throws -> [ResultType] {
        guard let context = ContextQueue.currentContext else {
            endProgram("execute() needs a context; call it in a context's perform, or use fetch(_:)")
        }
        return try context.fetch(self)
    }

    /// Allows a decoded request to be used. Requests are not archived here, so the method has no effect.
    open func allowEvaluation() {}

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.take(from: self)
        return copy
    }

    func take<Other>(from other: NSFetchRequest<Other>) {
        managedObjectClass = other.managedObjectClass
        ownEntityName = other.entity?.name ?? other.ownEntityName
        entity = other.entity
        predicate = other.predicate
        sortDescriptors = other.sortDescriptors
        fetchLimit = other.fetchLimit
        fetchOffset = other.fetchOffset
        fetchBatchSize = other.fetchBatchSize
        resultType = other.resultType
        includesSubentities = other.includesSubentities
        includesPropertyValues = other.includesPropertyValues
        returnsObjectsAsFaults = other.returnsObjectsAsFaults
        relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
        includesPendingChanges = other.includesPendingChanges
        returnsDistinctResults = other.returnsDistinctResults
        shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
        propertiesToFetch = other.propertiesToFetch
        propertiesToGroupBy = other.propertiesToGroupBy
        havingPredicate = other.havingPredicate
        affectedStores = other.affectedStores
    }

    /// Creates the request from a template of a model.
    ///
    /// - Parameter entity: The entity of the template; nil to find it by its name.
    convenience init(_ template: FetchRequestTemplate, entity: NSEntityDescription?) {
        self.init()
        ownEntityName = template.entityName
        self.entity = entity
        if let format = template.predicateString, !format.isEmpty { predicate = NSPredicate(format: format) }
        fetchLimit = template.fetchLimit
        fetchBatchSize = template.fetchBatchSize
        includesSubentities = template.includesSubentities ?? true
        includesPropertyValues = template.includesPropertyValues ?? true
        includesPendingChanges = template.includesPendingChanges ?? true
        returnsObjectsAsFaults = template.returnsObjectsAsFaults ?? true
        returnsDistinctResults = template.returnsDistinctResults ?? false
        resultType = NSFetchRequestResultType(rawValue: UInt(template.resultType.rawValue))
    }
}

/// A value that a fetch computes, with its own name (rule FET-15).
///
/// ```swift
/// let count = NSExpressionDescription()
/// count.name = "count"
/// count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "name")])
/// count.expressionResultType = .integer64AttributeType
/// let request = NSFetchRequest<NSDictionary>(entityName: "Superhero")
/// request.resultType = .dictionaryResultType
/// request.propertiesToGroupBy = ["universe"]
/// request.propertiesToFetch = ["universe", count]  // [["universe": 1, "count": 2], …]
/// ```
open class NSExpressionDescription: NSPropertyDescription {
    /// The expression to compute.
    open var expression: NSExpression?
    /// The type of the result. A number is an `NSDecimalNumber` if the type is Decimal; other types have no effect
    /// beyond that of the value.
    open var expressionResultType = NSAttributeType.undefinedAttributeType
    /// The type of the result, with the names of the current interface.
    open var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) ?? .undefined }
        set { expressionResultType = newValue.rawValue }
    }
}

/// A fetch request with any type of results, which a cast finds.
protocol AnyFetchRequest {
    /// Fetches the results in a context.
    func results(in context: NSManagedObjectContext) throws -> [Any]

    /// Passes the program's hints about the results, which a query does not contain, to the request for a custom store.
    func passOn(to request: NSFetchRequest<any NSFetchRequestResult>)
}

extension NSFetchRequest: AnyFetchRequest {
    func passOn(to request: NSFetchRequest<any NSFetchRequestResult>) {
        if resultType == .managedObjectIDResultType { request.resultType = resultType }
        request.fetchBatchSize = fetchBatchSize
        request.includesPropertyValues = includesPropertyValues
        request.returnsObjectsAsFaults = returnsObjectsAsFaults
        request.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
        request.propertiesToFetch = propertiesToFetch
    }
}
