import Foundation
import Synchronization

/// A place to work on objects: a committed state, and the changes made to it since.
///
/// A context and its objects belong to one isolation domain; the compiler sees to it. Contexts do not see each
/// other's changes before they are saved, and readers are never held up by writers. A child context stands on its parent
/// instead of the store, and belongs to its parent's domain.
public final class ManagedObjectContext {
    public let managedObjectModel: ManagedObjectModel
    /// The coordinator of the store that saves go to, at once or through the parents.
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The context that saves go to; nil for one that saves to the store (rule CHD-1).
    public let parent: ManagedObjectContext?

    /// A name for logs and for the history.
    public var name: String?
    /// Who changes the objects, for the history.
    public var transactionAuthor: String?
    /// For the program's own use (rule CTX-32).
    public var userInfo: [String: Any] = [:]
    /// What becomes of changes to objects that others have saved meanwhile (rule CTX-34).
    public var mergePolicy = MergePolicy.error
    /// Whether the context follows what others save, when it processes changes (rule CTX-35).
    public var automaticallyMergesChangesFromParent = false {
        didSet {
            mergedGeneration = snapshot.generation
            followParent(automaticallyMergesChangesFromParent)
        }
    }
    /// Whether the context holds its objects, changed or not (rule OBJ-35).
    public var retainsRegisteredObjects = false {
        didSet { retained = retainsRegisteredObjects ? registry.all : [] }
    }
    /// Whether an object that the store does not hold reads as a deleted one without values, rather than being a program's
    /// error (rule CTX-33).
    public var shouldDeleteInaccessibleFaults = true
    /// How old values may be that a fault takes, in seconds; a negative number for any age (rule CTX-36). Kept for programs
    /// that set it: a refreshed object always takes the latest committed values, which costs nothing here.
    public var stalenessInterval = -1.0
    /// Whether reading objects is told to Swift's observation, so that views follow them. Costs a little at each read.
    public var isObservable = false
    /// The time of a save, for derived attributes and the history.
    var now: () -> Date = { Date() }
    /// Whether objects are plain managed objects without the hooks of their classes.
    let usesPlainObjects: Bool
    /// What can be undone; nil for a context that keeps no account of it (rule UND-1).
    public var undoHistory: UndoHistory?

    let layout: GraphLayout
    /// The committed state that faults read from.
    var snapshot: GraphSnapshot {
        didSet {
            if snapshot.generation != oldValue.generation {
                snapshotCount += 1
                noteDepartures()
            }
        }
    }
    /// Whether the context stays at the state it has, whatever is committed.
    var isPinned = false
    /// Up to which commit registered objects follow what others have saved.
    var mergedGeneration: Int
    /// How often ``snapshot`` has changed.
    private(set) var snapshotCount = 0
    /// How often objects may have ceased to exist, or come back, so that what was found out about references holds no
    /// longer.
    private(set) var departureCount = 0
    /// The instances of this context. Unchanged ones live as long as the program holds them.
    var registry = ObjectRegistry()
    private var retained: [ManagedObject] = []
    /// The changed objects and, until someone asks for these, new ones that have been deleted again.
    private var noted: [ManagedObject] = []
    /// How many of ``noted`` are to be left out. Leaving out each at once would make deleting many a matter of squares.
    private var droppedCount = 0
    /// The objects changed since changes were last processed, in the order of their first change.
    var eventObjects: [ManagedObject] = []
    /// Called with the first change after changes were processed, to have them processed in time.
    var scheduleProcessing: (() -> Void)?
    /// Watches the parent, where the context follows it.
    var parentObservation: ContextObservation?
    /// What happened since otherwise.
    var eventChange = ObjectsChange()
    var observers: [Int: (ContextEvent) -> Void] = [:]
    var lastObserver = 0
    /// The identities that objects were given by saves, for what can be undone.
    var permanentReferences: [ObjectReference: ObjectReference] = [:]
    /// The unchanged objects whose versions the next save checks (rule CTX-29).
    var objectsToCheck: Set<ManagedObject> = []
    /// How many fetches are being made inside one another: a fetched property's predicate may ask for another one.
    var fetchNesting = 0
    /// Where temporary numbers come from: the process has one sequence, since equal identities of two contexts would
    /// pass for the same object.
    private static let lastTemporaryNumber = Atomic<Int64>(0)

    /// A context of its own on the store of a coordinator.
    public init(coordinator: PersistentStoreCoordinator) {
        managedObjectModel = coordinator.managedObjectModel
        persistentStoreCoordinator = coordinator
        layout = coordinator.layout
        snapshot = coordinator.snapshot
        mergedGeneration = snapshot.generation
        parent = nil
        usesPlainObjects = false
    }

    /// A context for work on many objects, whose classes' hooks are not called.
    init(plainObjectsOf coordinator: PersistentStoreCoordinator) {
        managedObjectModel = coordinator.managedObjectModel
        persistentStoreCoordinator = coordinator
        layout = coordinator.layout
        snapshot = coordinator.snapshot
        mergedGeneration = snapshot.generation
        parent = nil
        usesPlainObjects = true
    }

    /// A context whose saves go to another one, a scratch pad for changes that may be given up (rule CHD-6).
    public init(parent: ManagedObjectContext) {
        managedObjectModel = parent.managedObjectModel
        persistentStoreCoordinator = parent.persistentStoreCoordinator
        layout = parent.layout
        snapshot = parent.snapshot
        mergedGeneration = snapshot.generation
        self.parent = parent
        usesPlainObjects = parent.usesPlainObjects
    }

    deinit {
        for object in registry.all { object.context = nil }
    }

    /// The store that saves go to, at once or through the parents.
    public var persistentStore: any PersistentStore { persistentStoreCoordinator.persistentStore }

    // MARK: - Changed objects

    /// The changed objects, which the context holds until they are saved, in the order of their first change.
    var changed: [ManagedObject] {
        if droppedCount > 0 {
            noted.removeAll(where: \.isDropped)
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
    /// The objects that the context has an instance for.
    public var registeredObjects: Set<ManagedObject> { Set(registry.all.filter { !$0.isDropped }) }

    func noteUpdate(of object: ManagedObject) {
        guard object.state == .clean else { return }
        object.state = .updated
        noted.append(object)
    }

    /// Puts an object among the changed ones.
    func note(_ object: ManagedObject) {
        noted.append(object)
    }

    /// Takes a new object from the changed ones, as if it had never been inserted.
    func drop(_ object: ManagedObject) {
        object.state = .deleted
        object.flags.insert(.isDropped)
        droppedCount += 1
    }

    /// Takes an object from the changed ones, which has no changes any more. O(*n*) in their number.
    func unnote(_ object: ManagedObject) {
        object.dropPending()
        object.state = .clean
        noted = changed.filter { $0 !== object }
    }

    /// Hands over the changed objects, and begins anew.
    func takeChanged() -> [ManagedObject] {
        defer { noted = [] }
        return changed
    }

    func appendToEvent(_ object: ManagedObject) {
        if eventObjects.isEmpty { scheduleProcessing?() }
        eventObjects.append(object)
    }

    /// Says that objects may have ceased to exist, or come back.
    func noteDepartures() {
        departureCount += 1
    }

    // MARK: - New objects

    /// Inserts a new object of an entity, which holds the model's default values.
    ///
    /// - Precondition: The model has the entity, and it is not abstract (rules OBJ-2 and MOD-9).
    @discardableResult
    public func insertNewObject(forEntityName name: String) -> ManagedObject {
        guard let entity = managedObjectModel.entitiesByName[name] else {
            preconditionFailure("the model '\(managedObjectModel.name)' has no entity '\(name)'")
        }
        let object = objectClass(of: entity).init(entity: entity, objectID: Self.makeTemporaryID(for: entity))
        adopt(inserted: object)
        return object
    }

    static func makeTemporaryID(for entity: EntityDescription) -> ObjectID {
        precondition(!entity.isAbstract, "the entity '\(entity.name)' is abstract and has no objects of its own")
        let number = lastTemporaryNumber.add(1, ordering: .relaxed).newValue
        return ObjectID(entity.temporarySpace, number: number)
    }

    func adopt(inserted object: ManagedObject, awaking: Bool = true) {
        if !object.hasPending { object.takeDefaultValues() }
        object.state = .inserted
        object.isInEvent = true
        register(object)
        noted.append(object)
        appendToEvent(object)
        if awaking { object.awakeFromInsert() }
    }

    // MARK: - Instances

    func register(_ object: ManagedObject) {
        object.context = self
        if isObservable { object.flags.insert(.isObserved) }
        registry.insert(object)
        if retainsRegisteredObjects { retained.append(object) }
    }

    /// An object goes, and its instance with it.
    func forget(_ object: ManagedObject) {
        registry.remove(object)
    }

    /// Lets an object go from the context for good.
    func release(_ object: ManagedObject) {
        registry.remove(object)
        object.context = nil
        object.flags.insert(.hasLeft)
        if retainsRegisteredObjects { retained.removeAll { $0 === object } }
    }

    func releaseRetained() {
        retained = []
    }

    /// Gives an object the identity it is saved under.
    func rename(_ object: ManagedObject, to reference: ObjectReference) {
        registry.remove(object)
        object.reference = reference
        object.space =
            reference.isTemporary ? object.entity.temporarySpace : layout.spaces[reference.entityOrdinal]
        registry.insert(object)
    }

    /// The instance for a reference, made where there is none.
    func object(for reference: ObjectReference) -> ManagedObject {
        if let object = registry[reference] { return object }
        let entity = layout.entities[reference.entityOrdinal]
        let object = objectClass(of: entity).init(entity: entity, objectID: layout.objectID(for: reference))
        register(object)
        return object
    }

    private func objectClass(of entity: EntityDescription) -> ManagedObject.Type {
        usesPlainObjects ? ManagedObject.self : entity.managedObjectClass
    }

    func objectID(for reference: ObjectReference) -> ObjectID {
        layout.objectID(for: reference)
    }

    /// The object for a reference, if it has changes, deletion among them.
    func changedObject(for reference: ObjectReference) -> ManagedObject? {
        registry[reference].flatMap { $0.hasChanges ? $0 : nil }
    }

    /// The object for a reference, unless it is deleted, here or in the store.
    func livingObject(for reference: ObjectReference) -> ManagedObject? {
        isLiving(reference) ? object(for: reference) : nil
    }

    func isLiving(_ reference: ObjectReference) -> Bool {
        if let object = registry[reference], object.state != .clean { return object.state != .deleted }
        if let parent { return parent.isLiving(reference) }
        return snapshot.row(of: reference) != nil
    }

    // MARK: - Committed values

    /// The values that an unchanged object has, nil for one that does not exist.
    ///
    /// One that the context's state does not hold may be newer, so it is looked for in the latest one.
    func row(for reference: ObjectReference) -> Row? {
        if let parent { return parent.rowForChild(reference) }
        if let row = snapshot.row(of: reference) { return row }
        guard !reference.isTemporary, !isPinned else { return nil }
        moveOn()
        return snapshot.row(of: reference)
    }

    /// What a child context reads: with the changes of this one, saved or not (rule CHD-2).
    private func rowForChild(_ reference: ObjectReference) -> Row? {
        guard let object = registry[reference] else { return row(for: reference) }
        if object.isDeleted { return nil }
        guard object.hasPending else { return object.committedRow }
        let contents = RowContents(
            of: object.entity, reference, values: object.pendingValues, links: object.pendingLinks,
            version: Int32(truncatingIfNeeded: object.changeCount))
        return Row(RowChunk(contents), 0)
    }

    /// Moves the context on to the latest committed state. Objects that have been read keep their values.
    func moveOn() {
        if let parent {
            parent.moveOn()
            snapshot = parent.snapshot
        } else if !isPinned {
            snapshot = persistentStoreCoordinator.snapshot
        }
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
