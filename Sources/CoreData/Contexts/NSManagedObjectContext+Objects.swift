import Foundation
import ObjectGraph

// Creating, finding, and deleting objects.
extension NSManagedObjectContext {
    /// The only entity of a class in the context's model.
    ///
    /// - Precondition: There is exactly one.
    final func entity(of managedObjectClass: NSManagedObject.Type) -> NSEntityDescription {
        if let lastEntity, lastEntity.ofClass == managedObjectClass { return lastEntity.entity }
        let entity = NSEntityDescription.description(of: graph.entity(of: managedObjectClass))
        lastEntity = (managedObjectClass, entity)
        return entity
    }

    /// Whether there are unsaved changes.
    public var hasChanges: Bool { usedGraph?.hasChanges ?? false }
    /// The new objects.
    public var insertedObjects: Set<NSManagedObject> { Self.typed(usedGraph?.insertedObjects) }
    /// The stored objects with changes.
    public var updatedObjects: Set<NSManagedObject> { Self.typed(usedGraph?.updatedObjects) }
    /// The objects that the next save deletes.
    public var deletedObjects: Set<NSManagedObject> { Self.typed(usedGraph?.deletedObjects) }
    /// All objects that are registered with the context.
    public var registeredObjects: Set<NSManagedObject> { Self.typed(usedGraph?.registeredObjects) }

    static func typed(_ objects: Set<ManagedObject>?) -> Set<NSManagedObject> {
        Set((objects ?? []).compactMap { $0 as? NSManagedObject })
    }

    /// Inserts an object into this context (rules OBJ-4 and DEL-29).
    ///
    /// - Precondition: The object has the context's model, and belongs to no other context.
    public func insert(_ object: NSManagedObject) { graph.insert(object) }

    /// Marks an object for deletion by the next save (rule CTX-26).
    ///
    /// - Precondition: The object belongs to this context.
    public func delete(_ object: NSManagedObject) { graph.delete(object) }

    /// Returns the instance for an ID, without checking whether the object exists in the store (rule ID-8).
    ///
    /// - Precondition: The ID belongs to a store of the context.
    public func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        managed(graph.object(with: objectID.graphID))
    }

    /// Returns the instance for an ID if the context already has one (rule ID-10).
    public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        usedGraph?.registeredObject(for: objectID.graphID) as? NSManagedObject
    }

    /// Returns the object with an ID if it exists.
    ///
    /// - Throws: An error with the code 133000 if neither this context nor the store contains the object (rule ID-9).
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        try reportingErrors { managed(try graph.existingObject(with: objectID.graphID)) }
    }

    /// Assigns permanent IDs to new objects, without saving them (rule ID-7).
    public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try reportingErrors { try graph.obtainPermanentIDs(for: objects) }
    }

    /// Assigns a new object to the store that saves it (rule CTX-30).
    ///
    /// - Precondition: The object is new, and the store has its entity.
    public func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject else {
            endProgram("expected an NSManagedObject, got \(type(of: object))")
        }
        graph.assign(object, to: store.graphStore)
    }

    /// Makes the next save check that an unchanged object has not changed in the store (rule CTX-29).
    public func detectConflicts(for object: NSManagedObject) { graph.detectConflicts(for: object) }

    /// Returns an object of the context with its class: this module's classes create all of them.
    final func managed(_ object: ManagedObject) -> NSManagedObject {
        guard let object = object as? NSManagedObject else {
            endProgram("\(object) was not created by this module")
        }
        return object
    }

    // MARK: - Saving and going back

    /// Writes all changes to the parent or the stores (rule CTX-8).
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`, or the error of an object's own validation. In this case, nothing
    ///   has changed.
    public func save() throws {
        if parent == nil, let stores = persistentStoreCoordinator?.persistentStores {
            for store in stores where store.hasUnsavedMetadata {
                try reportingErrors(isSave: true) { try store.saveMetadata(for: self) }
            }
        }
        guard let graph = usedGraph else { return }
        try reportingErrors(isSave: true) { try graph.save() }
    }

    /// Discards all unsaved changes (rule CTX-14).
    public func rollback() { usedGraph?.rollback() }

    /// Forgets all objects (rule CTX-18).
    public func reset() {
        usedGraph?.reset()
        tellStores()
    }

    /// Takes an object's values from the latest committed state, or the parent (rules CTX-20 and CTX-21).
    public func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        graph.refresh(object, mergeChanges: flag)
    }

    /// Refreshes all objects, with their changes kept (rule CTX-22).
    public func refreshAllObjects() { usedGraph?.refreshAllObjects() }

    /// Ends a group of changes that belong together (rule CTX-24).
    public func processPendingChanges() { usedGraph?.processPendingChanges() }

    // MARK: - Undoing

    /// The undo manager; nil if the context does not record changes (rule UND-1).
    public var undoManager: UndoManager? {
        get { ownUndoManager }
        set {
            ownUndoManager?.link = nil
            ownUndoManager = newValue
            newValue?.link = link
            usedGraph?.undoHistory = newValue?.history
        }
    }

    /// Undoes the changes of the last event, or those since (rule UND-2).
    public func undo() { usedGraph?.undo() }

    /// Redoes the last undone changes.
    public func redo() { usedGraph?.redo() }
}
