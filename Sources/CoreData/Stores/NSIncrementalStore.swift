public import Foundation
import ObjectGraph

// Unchecked: once it is open, its methods are called one at a time.
/// A custom store that answers individual requests, such as a web service.
///
/// A subclass overrides the methods below, returns its type in ``NSPersistentStore/type``, and is registered with
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:forStoreType:)``. Its methods are called one at a time, on
/// the queues of the contexts that call it.
///
/// ```swift
/// override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
///     if let save = request as? NSSaveChangesRequest { return try write(save) }
///     // This server can only list everything.
///     guard let context, let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, let entity = fetch.entity,
///         fetch.predicate == nil, fetch.sortDescriptors == nil, fetch.fetchLimit == 0, fetch.fetchOffset == 0
///     else { throw CocoaError(.featureUnsupported) }
///     let objectIDs = server.names.keys.sorted().map { newObjectID(for: entity, referenceObject: $0) }
///     if fetch.resultType == .countResultType { return [objectIDs.count] }
///     return fetch.resultType == .managedObjectIDResultType ? objectIDs : objectIDs.map(context.object(with:))
/// }
/// ```
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
    let references = StoreReferences()

    // MARK: - Overridden by subclasses

    /// Sets ``NSPersistentStore/metadata``, which must contain the store's UUID (`NSStoreUUIDKey`) and its type
    /// (`NSStoreTypeKey`).
    ///
    /// - Throws: An error if the store cannot be reached. Adding the store throws it.
    open override func loadMetadata() throws {
        endProgram("\(Swift.type(of: self)) must override loadMetadata()")
    }

    /// Executes a fetch, or saves changes.
    ///
    /// - Parameters:
    ///   - request: A fetch request, of objects, IDs or their count, or an ``NSSaveChangesRequest``. New objects have
    ///     their permanent IDs.
    ///   - context: The context with the request.
    /// - Returns: For a fetch an array, in order, and within the request's range: objects of the context, their
    ///   IDs, or one number, depending on the request's `resultType`; for a save an empty array.
    /// - Throws: The errors of the context's `fetch(_:)`, `count(for:)` or `save()`.
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        endProgram("\(Swift.type(of: self)) must override execute(_:with:)")
    }

    /// The values of an object.
    ///
    /// - Throws: An error with the code `NSManagedObjectReferentialIntegrityError` if there is no such object.
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        endProgram("\(Swift.type(of: self)) must override newValuesForObject(with:with:)")
    }

    /// Returns the destinations of a relationship: an `NSManagedObjectID` or `NSNull` for a to-one, an array of IDs for
    /// a to-many.
    ///
    /// - Throws: An error if the store cannot be read.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        endProgram("\(Swift.type(of: self)) must override newValue(forRelationship:forObjectWith:with:)")
    }

    /// Returns an identifier for a new store at a URL. By default, it is a different string each time.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Returns the IDs of new objects, which ``newObjectID(for:referenceObject:)`` creates;
    /// in the order of the objects.
    ///
    /// - Throws: An error if the store cannot create IDs. The save throws it.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        endProgram("\(Swift.type(of: self)) must override obtainPermanentIDs(for:)")
    }

    /// Tells the store which objects a context uses, after it has fetched or saved.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Tells the store which objects a context no longer uses, after it fetches, saves or is reset, or when it is
    /// deallocated.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    // MARK: - Called by subclasses

    /// Returns the ID of the object with a reference object: always the same one.
    ///
    /// - Precondition: The entity is one of the coordinator's model, and the reference object can be hashed.
    open func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID {
        NSManagedObjectID(references.objectID(for: data, of: entity.graphEntity, in: graphIdentifier))
    }

    /// Returns the reference object of an object.
    ///
    /// - Precondition: This store made the ID.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        referenceObject(of: objectID, in: references)
    }
}

/// A request to save changes in an incremental store.
///
/// ```swift
/// private func write(_ request: NSSaveChangesRequest) throws -> [Any] {
///     for hero in (request.insertedObjects ?? []).union(request.updatedObjects ?? []) {
///         let number = try number(of: hero.objectID)
///         server.names[number] = hero.value(forKey: "name") as? String ?? ""
///         server.versions[number, default: 1] += 1
///     }
///     for hero in request.deletedObjects ?? [] { server.names[try number(of: hero.objectID)] = nil }
///     return []
/// }
/// ```
open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// New objects.
    public final let insertedObjects: Set<NSManagedObject>?
    /// Changed objects.
    public final let updatedObjects: Set<NSManagedObject>?
    /// Deleted objects.
    public final let deletedObjects: Set<NSManagedObject>?
    /// Unchanged objects that must still be as they were read, as ``NSManagedObjectContext/detectConflicts(for:)``
    /// requires.
    public final let lockedObjects: Set<NSManagedObject>?

    /// Creates a request to save changes.
    public init(
        inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
        self.insertedObjects = insertedObjects
        self.updatedObjects = updatedObjects
        self.deletedObjects = deletedObjects
        self.lockedObjects = lockedObjects
    }

    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copied(
            as: NSSaveChangesRequest(
                inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects, locked: lockedObjects))
    }
}

/// The values of an object that an incremental store returns.
///
/// ```swift
/// override func newValuesForObject(
///     with objectID: NSManagedObjectID, with context: NSManagedObjectContext
/// ) throws -> NSIncrementalStoreNode {
///     guard let number = referenceObject(for: objectID) as? Int, let name = server.names[number] else {
///         throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
///     }
///     return NSIncrementalStoreNode(
///         objectID: objectID, withValues: ["name": name], version: server.versions[number] ?? 1)
/// }
/// ```
open class NSIncrementalStoreNode: NSObject {
    /// The object.
    public final let objectID: NSManagedObjectID
    /// A number that differs after each change of the object.
    public private(set) final var version: UInt64
    private var values: [String: Any]

    /// Creates a node with the values of an object.
    ///
    /// - Parameters:
    ///   - objectID: The object.
    ///   - values: By the names of properties: of an attribute its value, of a to-one relationship the destination's
    ///     `NSManagedObjectID`; `NSNull` for nil. An attribute that is left out is nil; a relationship that is left out
    ///     is requested when it is read.
    ///   - version: A number that differs after each change of the object.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        self.values = values
        self.version = version
    }

    /// Replaces the values and the version.
    open func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        self.version = version
    }

    /// The value of a property: `NSNull` for nil, and nil if the node has none.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}
