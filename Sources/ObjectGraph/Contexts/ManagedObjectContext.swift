import Synchronization

/// A place to work on objects: a committed state, and the changes made to it since.
///
/// A context and its objects belong to one isolation domain; the compiler sees to it. Contexts do not see each
/// other's changes before they are saved, and readers are never held up by writers.
public final class ManagedObjectContext {
    public let managedObjectModel: ManagedObjectModel
    /// The store that saves go to.
    public let persistentStore: any PersistentStore

    /// The committed state that unchanged objects read from.
    var snapshot: any StoreSnapshot {
        didSet {
            if snapshot.generation != oldValue.generation { noteDepartures() }
        }
    }
    /// How often objects may have ceased to exist, or come back, so that what was found out about references holds no
    /// longer.
    private(set) var departureCount = 0
    /// The instances of this context. Unchanged ones live as long as the program holds them.
    private var registered: [ObjectID: WeakObject] = [:]
    /// The changed objects and, until someone asks for these, new ones that have been deleted again.
    private var noted: [ManagedObject] = []
    /// How many of ``noted`` are to be left out. Leaving out each at once would make deleting many a matter of squares.
    private var droppedCount = 0
    /// How many fetches are being made inside one another: a fetched property's predicate may ask for another one.
    var fetchNesting = 0
    /// Where temporary numbers come from: the process has one sequence, since equal identities of two contexts would
    /// pass for the same object.
    private static let lastTemporaryNumber = Atomic<Int64>(0)

    private struct WeakObject {
        weak var object: ManagedObject?
    }

    init(model: ManagedObjectModel, store: any PersistentStore) {
        managedObjectModel = model
        persistentStore = store
        snapshot = store.snapshot
    }

    /// The changed objects, which the context holds until they are saved, in the order of their first change.
    var changed: [ManagedObject] {
        if droppedCount > 0 {
            noted.removeAll { $0.isDeleted && $0.objectID.isTemporaryID }
            droppedCount = 0
        }
        return noted
    }

    /// Whether there is anything to save.
    public var hasChanges: Bool { noted.count > droppedCount }

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

    /// Gives up all changes that have not been saved. The context stays at the committed state it has (rule CTX-15);
    /// new objects leave it, and keep their values for those who hold them.
    public func rollback() {
        noteDepartures()
        for object in takeChanged() {
            if object.state == .inserted {
                object.committed = object.pending.map { ($0, -1) }
                registered[object.objectID] = nil
                object.managedObjectContext = nil
                object.hasLeft = true
            }
            object.pending = nil
            object.state = .clean
        }
    }

    func makeTemporaryID(for entity: EntityDescription) -> ObjectID {
        precondition(!entity.isAbstract, "the entity '\(entity.name)' is abstract and has no objects of its own")
        let number = Self.lastTemporaryNumber.add(1, ordering: .relaxed).newValue
        return ObjectID(temporary: number, entityName: entity.name)
    }

    func adopt(inserted object: ManagedObject) {
        object.pending = ObjectRecord(newObjectOf: object.entity)
        object.state = .inserted
        register(object)
        noted.append(object)
        object.awakeFromInsert()
    }

    /// The instance for an identity, if it has changes, deletion among them.
    func changedObject(with objectID: ObjectID) -> ManagedObject? {
        registered[objectID]?.object.flatMap { $0.hasChanges ? $0 : nil }
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
        noted.append(object)
    }

    /// Forgets a new object, as if it had never been inserted.
    func drop(_ object: ManagedObject) {
        object.state = .deleted
        droppedCount += 1
    }

    /// Says that objects may have ceased to exist, or come back.
    func noteDepartures() {
        departureCount += 1
    }

    /// Moves the context on to the latest committed state. Changed objects keep their changes.
    func moveOn() {
        snapshot = persistentStore.snapshot
    }

    func committedRecord(for objectID: ObjectID) -> ObjectRecord? {
        guard objectID.storeIdentifier == persistentStore.identifier else { return nil }
        // A snapshot in memory does not throw; a store that can fail reports it when objects are fetched.
        return try? snapshot.record(for: objectID)
    }

    /// The object with an identity, unless it is deleted, here or in the store.
    func livingObject(with objectID: ObjectID) -> ManagedObject? {
        isLiving(objectID) ? object(with: objectID) : nil
    }

    func isLiving(_ objectID: ObjectID) -> Bool {
        if let object = registered[objectID]?.object, object.state != .clean { return !object.isDeleted }
        return committedRecord(for: objectID) != nil
    }

    /// Hands over the changed objects, and begins anew.
    func takeChanged() -> [ManagedObject] {
        defer { noted = [] }
        return changed
    }

    /// Makes the fetch of a fetched property, unless such fetches lead to one another without end.
    func nestingFetch<Result>(of property: String, _ body: () throws -> Result) throws -> Result {
        guard fetchNesting < 16 else {
            throw QueryError(
                code: .endlessFetch, description: "the fetch of '\(property)' leads to itself; change its predicate")
        }
        fetchNesting += 1
        defer { fetchNesting -= 1 }
        return try body()
    }
}
