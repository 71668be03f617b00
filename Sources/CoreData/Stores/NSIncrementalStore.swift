public import Foundation
import ObjectGraph

// Unchecked: one call at a time is made of it once it is open.
/// A store of a program's own that answers requests one by one, such as a web service.
///
/// A subclass overrides the methods below, says its type in ``NSPersistentStore/type``, and is registered with
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:forStoreType:)``. Its methods are called one after the other, on the queues of
/// the contexts that ask.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
    let references = StoreReferences()

    // MARK: - What subclasses override

    /// Sets ``NSPersistentStore/metadata``, which has to have the store's identity (`NSStoreUUIDKey`) and its type (`NSStoreTypeKey`).
    open override func loadMetadata() throws {
        preconditionFailure("\(Swift.type(of: self)) has to override loadMetadata()")
    }

    /// Answers a fetch, or saves changes.
    ///
    /// - Parameters:
    ///   - request: A fetch request, of objects, identities or their count, or an ``NSSaveChangesRequest``. New objects have their
    ///     permanent identities.
    ///   - context: The context that asks.
    /// - Returns: Of a fetch an array, in order, and within the range that the request says: objects of the context, their
    ///   identities, or one number, as the request's `resultType` says; of a save an empty array.
    /// - Throws: What the context's `fetch(_:)`, `count(for:)` or `save()` throws.
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        preconditionFailure("\(Swift.type(of: self)) has to override execute(_:with:)")
    }

    /// The values of an object.
    ///
    /// - Throws: An error with the code `NSManagedObjectReferentialIntegrityError` where there is no such object.
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        preconditionFailure("\(Swift.type(of: self)) has to override newValuesForObject(with:with:)")
    }

    /// Where a relationship of an object leads: an `NSManagedObjectID` or `NSNull` of a to-one, an array of identities of a to-many.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        preconditionFailure(
            "\(Swift.type(of: self)) has to override newValue(forRelationship:forObjectWith:with:)")
    }

    /// The identity of a store that is made at a place: another text each time, unless it is overridden.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Gives new objects their identities, which ``newObjectID(for:referenceObject:)`` makes; in the order of the objects.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        preconditionFailure("\(Swift.type(of: self)) has to override obtainPermanentIDs(for:)")
    }

    /// Tells which objects a context has taken up, once it has fetched or saved.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Tells which objects a context has let go, once it fetches, saves or is reset, or goes.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    // MARK: - What subclasses call

    /// The identity of the object that the store knows by a reference object: the same each time.
    ///
    /// - Precondition: The entity is one of the coordinator's model, and the reference object can be hashed.
    open func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID {
        NSManagedObjectID(references.objectID(for: data, of: entity.graphEntity, in: graphIdentifier))
    }

    /// What the store knows an object by.
    ///
    /// - Precondition: The identity was made by this store.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        referenceObject(of: objectID, in: references)
    }
}

/// The changes that an incremental store is asked to save.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// New objects.
    public final let insertedObjects: Set<NSManagedObject>?
    /// Changed objects.
    public final let updatedObjects: Set<NSManagedObject>?
    /// Deleted objects.
    public final let deletedObjects: Set<NSManagedObject>?
    /// Unchanged objects that have to be as they were read, as ``NSManagedObjectContext/detectConflicts(for:)`` asks.
    public final let lockedObjects: Set<NSManagedObject>?

    /// A request to save changes.
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
}
