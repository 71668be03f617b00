// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph

/// The result of a context's `execute(_:)`.
///
/// ```swift
/// switch try context.execute(deletion) {
/// case let result as NSBatchDeleteResult: print(result.result ?? "done")
/// case let result: print("an unexpected result:", result)
/// }
/// ```
open class NSPersistentStoreResult: NSObject {}

/// The form of the result of a batch insertion, with Core Data's numbers.
///
/// ```swift
/// let insertion = NSBatchInsertRequest(entityName: "Superhero", objects: [["name": "Oracle"]])
/// insertion.resultType = .objectIDs  // To merge the new objects into a context
/// ```
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether the request succeeded.
    case statusOnly = 0
    /// The IDs of the new objects.
    case objectIDs = 1
    /// The number of new objects.
    case count = 2
}

/// The form of the result of a batch update, with Core Data's numbers.
///
/// ```swift
/// update.resultType = .updatedObjectsCountResultType  // Enough to know whether anything has changed
/// ```
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether the request succeeded.
    case statusOnlyResultType = 0
    /// The IDs of the changed objects.
    case updatedObjectIDsResultType = 1
    /// The number of changed objects.
    case updatedObjectsCountResultType = 2
}

/// The form of the result of a batch deletion, with Core Data's numbers.
///
/// ```swift
/// deletion.resultType = .resultTypeObjectIDs  // To remove the objects from a context that shows them
/// ```
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether the request succeeded.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted objects.
    case resultTypeObjectIDs = 1
    /// The number of deleted objects.
    case resultTypeCount = 2
}

/// A request that inserts objects directly into the stores (rule BAT-5).
///
/// ```swift
/// let names = ["Oracle", "Huntress"]
/// let request = NSBatchInsertRequest(entityName: "Superhero", objects: names.map { ["name": $0] })
/// request.resultType = .count
/// let result = try context.execute(request) as? NSBatchInsertResult
/// let count = result?.result as? Int
/// ```
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    /// The name of the objects' entity.
    public final let entityName: String
    private var ownEntity: NSEntityDescription?
    /// The entity of the objects: that of the initializer, or of the model that the request was last executed with, or
    /// else the one with the name in the last model that came into use.
    ///
    /// - Precondition: There is one.
    open var entity: NSEntityDescription { ownEntity ?? .ofBatchRequest(entityName) }
    /// The form of the result.
    open var resultType = NSBatchInsertRequestResultType.statusOnly
    private var objects: [[String: Any]] = []
    /// A closure that fills the dictionary of the next object until it returns true; nil if the request has an array of
    /// dictionaries.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// A closure that fills the next object until it returns true; nil if the request uses dictionaries.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    /// The dictionaries of the objects; nil if a closure fills them. Setting it replaces a closure.
    open var objectsToInsert: [[String: Any]]? {
        get { dictionaryHandler == nil && managedObjectHandler == nil ? objects : nil }
        set {
            objects = newValue ?? []
            guard newValue != nil else { return }
            dictionaryHandler = nil
            managedObjectHandler = nil
        }
    }

    /// Creates a request that inserts an object for each dictionary of attributes.
    public init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.entityName = entityName
        objects = dictionaries
    }

    /// Creates the same request for an entity.
    public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.init(entityName: entity.name ?? "", objects: dictionaries)
        ownEntity = entity
    }

    /// Creates a request that inserts an object each time that a closure fills a dictionary, until it returns true.
    public init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.entityName = entityName
        dictionaryHandler = handler
    }

    /// Creates the same request for an entity.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName: entity.name ?? "", dictionaryHandler: handler)
        ownEntity = entity
    }

    /// Creates a request that inserts an object each time that a closure sets the attributes of an object, until it
    /// returns true. The object that the closure receives is in no context, and is not the inserted object.
    ///
    /// ```swift
    /// let request = NSBatchInsertRequest(entityName: "Superhero") { (hero: NSManagedObject) in
    ///     guard let name = names.popLast() else { return true }  // There are no more.
    ///     hero.setValue(name, forKey: "name")
    ///     return false
    /// }
    /// try context.execute(request)
    /// ```
    public init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.entityName = entityName
        managedObjectHandler = handler
    }

    /// Creates the same request for an entity.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entityName: entity.name ?? "", managedObjectHandler: handler)
        ownEntity = entity
    }

    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchInsertRequest(entityName: entityName, objects: objects)
        copy.ownEntity = ownEntity
        copy.resultType = resultType
        copy.dictionaryHandler = dictionaryHandler
        copy.managedObjectHandler = managedObjectHandler
        return copied(as: copy)
    }

    func graphRequest(in context: NSManagedObjectContext) throws -> BatchInsertRequest {
        ownEntity = context.managedObjectModel.entitiesByName[entityName] ?? ownEntity
        var request = try insertion(in: context)
        request.resultType = BatchResultType(number: resultType.rawValue)
        request.affectedStores = affectedStores?.map(\.graphStore)
        return request
    }

    private func insertion(in context: NSManagedObjectContext) throws -> BatchInsertRequest {
        if let managedObjectHandler {
            guard let entity = context.managedObjectModel.entitiesByName[entityName], !entity.isAbstract else {
                throw NSError(code: NSCoreDataError, "the entity '\(entityName)' is abstract, or not in the model")
            }
            return BatchInsertRequest(entityName: entityName) { values in
                let object = entity.objectClass.init(inserting: entity, into: nil)
                let isDone = managedObjectHandler(object)
                for attribute in entity.attributesByName.values
                where !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) {
                    values[attribute.name] = object.primitiveValue(forKey: attribute.name) ?? NSNull()
                }
                return isDone
            }
        }
        if let dictionaryHandler {
            return BatchInsertRequest(entityName: entityName) { values in
                let dictionary = NSMutableDictionary()
                let isDone = dictionaryHandler(dictionary)
                for (key, value) in dictionary { if let key = key as? String { values[key] = value } }
                return isDone
            }
        }
        return BatchInsertRequest(entityName: entityName, objects: objects)
    }
}

/// A request that changes objects directly in the stores (rule BAT-1).
///
/// ```swift
/// let request = NSBatchUpdateRequest(entityName: "Superhero")
/// request.predicate = NSPredicate(format: "name == %@", "Robin")
/// request.propertiesToUpdate = ["universe": 1]
/// request.resultType = .updatedObjectIDsResultType
/// let result = try context.execute(request) as? NSBatchUpdateResult
/// let changes = [NSUpdatedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
/// ```
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    /// The name of the objects' entity.
    public final let entityName: String
    private var ownEntity: NSEntityDescription?
    /// The entity of the objects: that of the initializer, or of the model that the request was last executed with, or
    /// else the one with the name in the last model that came into use.
    ///
    /// - Precondition: There is one.
    open var entity: NSEntityDescription { ownEntity ?? .ofBatchRequest(entityName) }
    /// The condition for the objects; nil for all objects.
    open var predicate: NSPredicate?
    /// Whether the request also changes objects of descendant entities.
    open var includesSubentities = true
    /// The form of the result.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    /// The new values by names of attributes, or descriptions: values, or an `NSExpression` each (rule BAT-12).
    open var propertiesToUpdate: [AnyHashable: Any]?

    /// Creates a request that changes all objects of an entity, or those that match its predicate.
    public init(entityName: String) { self.entityName = entityName }

    /// Creates the same request for an entity.
    public convenience init(entity: NSEntityDescription) {
        self.init(entityName: entity.name ?? "")
        ownEntity = entity
    }

    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchUpdateRequest(entityName: entityName)
        copy.ownEntity = ownEntity
        copy.predicate = predicate
        copy.includesSubentities = includesSubentities
        copy.resultType = resultType
        copy.propertiesToUpdate = propertiesToUpdate
        return copied(as: copy)
    }

    func graphRequest(in context: NSManagedObjectContext) throws -> BatchUpdateRequest {
        ownEntity = context.managedObjectModel.entitiesByName[entityName] ?? ownEntity
        var values: [String: Any?] = [:]
        for (key, value) in propertiesToUpdate ?? [:] {
            let name = (key.base as? NSPropertyDescription)?.name ?? key.base as? String ?? "\(key.base)"
            values[name] = try (value as? NSExpression).map { try $0.treeOfStore } ?? value
        }
        var request = BatchUpdateRequest(entityName: entityName, propertiesToUpdate: values)
        if let tree = try predicate?.treeOfStore {
            let model = context.managedObjectModel
            // An entity that the model lacks is reported by the request.
            let entity = model.entitiesByName[entityName]?.graphEntity
            request.predicate = .matching(try entity.map { try tree.withConstants(of: $0, in: model) } ?? tree)
        }
        request.includesSubentities = includesSubentities
        request.resultType = BatchResultType(number: resultType.rawValue)
        request.affectedStores = affectedStores?.map(\.graphStore)
        return request
    }
}

extension NSEntityDescription {
    /// The entity of a batch request that has only its name, and was not executed yet.
    fileprivate static func ofBatchRequest(_ name: String) -> NSEntityDescription {
        guard let entity = ModelsInUse.entity(named: name) else {
            endProgram(
                "the batch request names the entity '\(name)', which no model in use has; add a store with the model "
                    + "first, or create the request with an entity")
        }
        return entity
    }
}

/// A request that deletes objects directly from the stores (rule BAT-3).
///
/// ```swift
/// let heroes = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
/// heroes.predicate = NSPredicate(format: "teams.@count == 0")
/// let request = NSBatchDeleteRequest(fetchRequest: heroes)
/// request.resultType = .resultTypeCount
/// let result = try context.execute(request) as? NSBatchDeleteResult
/// let count = result?.result as? Int
/// ```
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    /// The request for the objects.
    public final let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    /// The form of the result.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
    private var objectIDs: [NSManagedObjectID]?

    /// Creates a request that deletes the objects of a fetch request.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) { fetchRequest = fetch }

    /// Creates a request that deletes the objects with some IDs, all of one entity.
    ///
    /// ```swift
    /// let deletion = NSBatchDeleteRequest(objectIDs: heroes.map(\.objectID))  // All of the same entity
    /// ```
    public convenience init(objectIDs objects: [NSManagedObjectID]) {
        self.init(fetchRequest: NSFetchRequest(entityName: objects.first?.graphID.entityName ?? ""))
        objectIDs = objects
    }

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    /// Returns a copy of the request, with a copy of its fetch request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let fetch = NSFetchRequest<any NSFetchRequestResult>()
        fetch.take(from: fetchRequest)
        let copy = NSBatchDeleteRequest(fetchRequest: fetch)
        copy.objectIDs = objectIDs
        copy.resultType = resultType
        return copied(as: copy)
    }

    func graphRequest(in context: NSManagedObjectContext) throws -> BatchDeleteRequest {
        var request = try deletion(in: context)
        request.resultType = BatchResultType(number: resultType.rawValue)
        return request
    }

    private func deletion(in context: NSManagedObjectContext) throws -> BatchDeleteRequest {
        if let objectIDs {
            let stores = affectedStores.map { Set($0.map(\.graphStore.identifier)) }
            return BatchDeleteRequest(
                objectIDs: objectIDs.map(\.graphID).filter { objectID in
                    stores.map { stores in objectID.storeIdentifier.map(stores.contains) ?? false } ?? true
                })
        }
        var request = try FetchExecution(fetchRequest, in: context).requestOfStore
        request.affectedStores = stores(among: fetchRequest.affectedStores)?.map(\.graphStore)
        return BatchDeleteRequest(fetchRequest: request)
    }
}

/// The result of a batch insertion.
///
/// ```swift
/// let inserted = try context.execute(insertion) as? NSBatchInsertResult
/// let newIDs = inserted?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectsKey: newIDs], into: [context])
/// ```
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// Whether it succeeded or the number of objects, as an `NSNumber`, or their `[NSManagedObjectID]`, depending on
    /// the result type of the request.
    public final let result: Any?
    /// The result type of the request.
    public final let resultType: NSBatchInsertRequestResultType

    init(_ result: BatchResult, _ resultType: NSBatchInsertRequestResultType) {
        self.result = result.value
        self.resultType = resultType
    }
}

/// The result of a batch update.
///
/// ```swift
/// let updated = try context.execute(update) as? NSBatchUpdateResult
/// if let count = updated?.result as? Int, count > 0 { context.refreshAllObjects() }
/// ```
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// Whether it succeeded or the number of objects, as an `NSNumber`, or their `[NSManagedObjectID]`, depending on
    /// the result type of the request.
    public final let result: Any?
    /// The result type of the request.
    public final let resultType: NSBatchUpdateRequestResultType

    init(_ result: BatchResult, _ resultType: NSBatchUpdateRequestResultType) {
        self.result = result.value
        self.resultType = resultType
    }
}

/// The result of a batch deletion.
///
/// ```swift
/// let deleted = try context.execute(deletion) as? NSBatchDeleteResult
/// let oldIDs = deleted?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: oldIDs], into: [context])
/// ```
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// Whether it succeeded or the number of objects, as an `NSNumber`, or their `[NSManagedObjectID]`, depending on
    /// the result type of the request.
    public final let result: Any?
    /// The result type of the request.
    public final let resultType: NSBatchDeleteRequestResultType

    init(_ result: BatchResult, _ resultType: NSBatchDeleteRequestResultType) {
        self.result = result.value
        self.resultType = resultType
    }
}

extension BatchResultType {
    fileprivate init(number: UInt) { self = [.statusOnly, .objectIDs, .count][Int(min(number, 2))] }
}

extension BatchResult {
    /// An object of Foundation's, as sources cast to both `NSNumber` and Swift's types.
    fileprivate var value: Any {
        switch self {
        case .statusOnly: NSNumber(value: true)
        case .objectIDs(let objectIDs): objectIDs.map(NSManagedObjectID.init)
        case .count(let count): NSNumber(value: count)
        }
    }
}
