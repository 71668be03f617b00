/// A place to work on objects: a committed state, and the changes made to it since.
///
/// A context and its objects belong to one isolation domain; the compiler sees to it. Contexts do not see each
/// other's changes before they are saved, and readers are never held up by writers.
public final class ManagedObjectContext {
    public let managedObjectModel: ManagedObjectModel
    /// The store that saves go to.
    public let persistentStore: any PersistentStore

    /// The committed state that unchanged objects read from.
    var snapshot: any StoreSnapshot
    /// The instances of this context. Unchanged ones live as long as the program holds them.
    private var registered: [ObjectID: WeakObject] = [:]
    /// The changed objects, which the context holds until they are saved, in the order of their first change.
    private(set) var changed: [ManagedObject] = []
    private var lastTemporaryNumber: Int64 = 0

    private struct WeakObject {
        weak var object: ManagedObject?
    }

    init(model: ManagedObjectModel, store: any PersistentStore) {
        managedObjectModel = model
        persistentStore = store
        snapshot = store.snapshot
    }

    /// Whether there is anything to save.
    public var hasChanges: Bool { !changed.isEmpty }

    /// The new objects.
    public var insertedObjects: Set<ManagedObject> { Set(changed.filter(\.isInserted)) }
    /// The stored objects with changes.
    public var updatedObjects: Set<ManagedObject> { Set(changed.filter(\.isUpdated)) }
    /// The stored objects that the next save removes.
    public var deletedObjects: Set<ManagedObject> { Set(changed.filter(\.isDeleted)) }

    /// Inserts a new object of an entity, which holds the model's default values.
    ///
    /// - Precondition: The model has the entity, and it is not abstract (rules OBJ-2 and MOD-9).
    @discardableResult
    public func insertNewObject(forEntityName name: String) -> ManagedObject {
        guard let entity = managedObjectModel.entitiesByName[name] else {
            preconditionFailure("the model '\(managedObjectModel.name)' has no entity '\(name)'")
        }
        let object = entity.managedObjectClass.init(entity: entity, objectID: makeTemporaryID(for: entity))
        adopt(inserted: object)
        return object
    }

    /// The instance for an identity, without asking the store whether there is such an object (rule ID-8).
    ///
    /// - Precondition: The model has the identity's entity.
    public func object(with objectID: ObjectID) -> ManagedObject {
        if let object = registered[objectID]?.object { return object }
        guard let entity = managedObjectModel.entitiesByName[objectID.entityName] else {
            preconditionFailure("the model '\(managedObjectModel.name)' has no entity '\(objectID.entityName)'")
        }
        let object = entity.managedObjectClass.init(entity: entity, objectID: objectID)
        register(object)
        return object
    }

    /// The instance for an identity, if the context has one already (rule ID-10).
    public func registeredObject(for objectID: ObjectID) -> ManagedObject? {
        registered[objectID]?.object
    }

    /// Gives up all changes that have not been saved.
    public func rollback() {
        let objects = changed
        changed = []
        for object in objects {
            object.pending = nil
            if object.state == .inserted {
                registered[object.objectID] = nil
                object.managedObjectContext = nil
            }
            object.state = .clean
        }
    }

    func makeTemporaryID(for entity: EntityDescription) -> ObjectID {
        precondition(!entity.isAbstract, "the entity '\(entity.name)' is abstract and has no objects of its own")
        lastTemporaryNumber += 1
        return ObjectID(temporary: lastTemporaryNumber, entityName: entity.name)
    }

    func adopt(inserted object: ManagedObject) {
        object.pending = ObjectRecord(newObjectOf: object.entity)
        object.state = .inserted
        register(object)
        changed.append(object)
        object.awakeFromInsert()
    }

    func register(_ object: ManagedObject) {
        object.managedObjectContext = self
        registered[object.objectID] = WeakObject(object: object)
    }

    func forget(_ objectID: ObjectID) {
        // The identity may have a new instance by now.
        if registered[objectID]?.object == nil { registered[objectID] = nil }
    }

    func unregister(_ objectID: ObjectID) {
        registered[objectID] = nil
    }

    func noteUpdate(of object: ManagedObject) {
        guard object.state == .clean else { return }
        object.state = .updated
        changed.append(object)
    }

    func committedRecord(for objectID: ObjectID) -> ObjectRecord? {
        guard !objectID.isTemporaryID else { return nil }
        // A snapshot in memory does not throw; a store that can fail reports it when objects are fetched.
        return try? snapshot.record(for: objectID)
    }

    /// The object with an identity, unless it is deleted, here or in the store.
    func livingObject(with objectID: ObjectID) -> ManagedObject? {
        isLiving(objectID) ? object(with: objectID) : nil
    }

    func isLiving(_ objectID: ObjectID) -> Bool {
        if let object = registered[objectID]?.object, object.state != .clean { return object.state != .deleted }
        return committedRecord(for: objectID) != nil
    }

    func replaceChanged(with objects: [ManagedObject]) {
        changed = objects
    }
}
