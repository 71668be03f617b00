public import Foundation
import Synchronization

/// A place to work on objects: a committed state, and the changes made to it since.
///
/// A context and its objects belong to one isolation domain; the compiler sees to it. Contexts do not see each
/// other's changes before they are saved, and readers are never held up by writers. A child context stands on its parent
/// instead of the store, and belongs to its parent's domain.
public final class ManagedObjectContext {
    // Exclusive access is not checked of what is looked at for each object that is made, read or changed, where that costs
    // more than the look: the context's isolation keeps others away, and no access calls code that could come back here.

    /// What the context's objects are of.
    public let managedObjectModel: ManagedObjectModel
    /// The coordinator of the stores that saves go to, at once or through the parents.
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
    @exclusivity(unchecked) public var retainsRegisteredObjects = false {
        didSet { retained = retainsRegisteredObjects ? registry.all : [] }
    }
    /// Whether an object that the store does not hold reads as a deleted one without values, rather than being a program's
    /// error (rule CTX-33).
    public var shouldDeleteInaccessibleFaults = true
    /// Whether an object reads as a deleted one without values where its store fails to read it. Else the program stops there
    /// and says which object could not be read from which store, since nothing it could be given would be true.
    ///
    /// A fetch throws the store's error instead, whatever this says.
    public var shouldDeleteUnreadableFaults = false
    /// Whether delete rules are applied as objects are deleted, so that both sides of relationships agree at any time; else
    /// they wait for the save (rule CTX-38). Core Data waits for the end of the event, which is no later.
    public var propagatesDeletesAtEndOfEvent = true {
        didSet { if propagatesDeletesAtEndOfEvent { propagateDeletions() } }
    }
    /// How old values may be that a fault takes, in seconds; a negative number for any age (rule CTX-36). Kept for programs
    /// that set it: a refreshed object always takes the latest committed values, which costs nothing here.
    public var stalenessInterval = -1.0
    /// Whether reading objects is told to Swift's observation, so that views follow them. Costs a little at each read.
    @exclusivity(unchecked) public var isObservable = false
    /// The time of a save, for derived attributes and the history.
    var now: () -> Date = { Date() }
    /// Whether objects are plain managed objects without the hooks of their classes.
    let usesPlainObjects: Bool
    /// Called with what the context asks its store, for debugging.
    public var requestLog: ((StoreRequest) -> Void)?
    /// Where the context's events are posted as Core Data's notifications, as they happen and in the context's isolation;
    /// nil to post none (rule NTF-5). The coordinator's at first, or the parent's.
    ///
    /// For code that was written against notifications; a ``ContextEvent`` is typed, and costs nobody anything who does
    /// not ask for it. Notifications carry objects: an observer may use them only in the isolation in which it is called,
    /// which is the context's. One that asks for another queue, or that is called for contexts of several domains, may
    /// use those with identities only.
    public var notificationCenter: NotificationCenter?
    /// What can be undone; nil for a context that keeps no account of it (rule UND-1).
    @exclusivity(unchecked) public var undoHistory: UndoHistory?

    /// The contexts on top of this one.
    var children: [ChildContext] = []
    /// What the tables of ``snapshot`` are.
    @exclusivity(unchecked) var layout: GraphLayout
    /// The committed state that faults read from.
    var snapshot: GraphSnapshot {
        didSet {
            if snapshot.generation != oldValue.generation {
                snapshotCount = (snapshotCount &+ 1) & .max
                noteDepartures()
                if snapshot.layout !== layout { noteStores() }
            }
        }
    }
    /// How often stores had come or gone when the context last looked.
    var storesCount: Int
    /// The places of stores that are gone, and of which the context knows objects: no other store's may have their
    /// references.
    var departedPlaces: [TablePlace] = []
    /// Whether the context stays at the state it has, whatever is committed.
    var isPinned = false
    /// Whether the context stays at a generation of the store's states, and moves on only when it saves, merges or is reset.
    var generationStay = GenerationStay.none
    /// How often anything had been committed when the context last moved on.
    var commitCount: Int
    /// Up to which commit registered objects follow what others have saved.
    var mergedGeneration: Int
    /// Another number, not below 0, whenever ``snapshot`` has changed.
    private(set) var snapshotCount: Int32 = 0
    /// What ``snapshotCount`` was when others' commits came last: what was read since fits together.
    var foreignStamp: Int32 = 0
    /// Whether objects may be led to that this context deletes, since it did not know of all that lead to them.
    var mayLeadToDeleted = false
    /// How often objects may have ceased to exist, or come back, so that what was found out about references holds no
    /// longer.
    var departureCount = 0
    /// What is read together of what fetches have found.
    var fetchBatches = FetchBatches()
    /// The objects that are known to be gone from stores that are asked for each object.
    var departed: Set<ObjectReference> = []
    /// The instances of this context. Unchanged ones live as long as the program holds them.
    @exclusivity(unchecked) var registry = ObjectRegistry()
    var retained: [ManagedObject] = []
    /// What fetches have read ahead.
    var prefetched: [ManagedObject] = []
    /// What the next save writes.
    @exclusivity(unchecked) var changes = ChangedObjects()
    /// The objects changed since changes were last processed, in the order of their first change.
    @exclusivity(unchecked) var eventObjects: [ManagedObject] = []
    /// How often changes have been processed.
    var processingCount = 0
    /// The entity that an object was made of last by its class: mostly it is the next one's too.
    @exclusivity(unchecked) private var lastEntity: EntityDescription?
    @exclusivity(unchecked) private var lastClass: ManagedObject.Type?
    /// The entity of the last object that was made for the context by Core Data's initializer.
    @exclusivity(unchecked) private var lastInsertedEntity: EntityDescription?
    /// Called with the first change after changes were processed, to have them processed in time.
    package var scheduleProcessing: (() -> Void)?
    /// What a module with Core Data's names has for the context.
    package var adapter: AnyObject?
    /// Watches the parent, where the context follows it.
    var parentObservation: ContextObservation?
    /// The objects of which this child has read values that its parent had not saved: they may lead to new objects, whose
    /// identities change when the parent saves.
    var readFromParentsChanges: Set<ObjectReference> = []
    /// The objects that this child has inserted and deleted again since it last saved: its parent never hears of them.
    var dropped: Set<ObjectReference> = []
    /// The objects whose delete rules wait for the save.
    var deletionsToPropagate: [ManagedObject] = []
    /// What happened since otherwise.
    var eventChange = ObjectsChange()
    let observers = ContextObservers()
    /// The identities that objects were given by saves, for what can be undone.
    var permanentReferences: [ObjectReference: ObjectReference] = [:]
    /// The unchanged objects whose versions the next save checks (rule CTX-29).
    var objectsToCheck: Set<ManagedObject> = []
    /// What the context had before the save under way merged its changes; nil before it does.
    var memento: ContextMemento?
    /// How many fetches are being made inside one another: a fetched property's predicate may ask for another one.
    var fetchNesting = 0
    /// Where temporary numbers come from: the process has one sequence, since equal identities of two contexts would
    /// pass for the same object.
    static let lastTemporaryNumber = Atomic<Int64>(0)

    /// A context of its own on the store of a coordinator.
    public convenience init(coordinator: PersistentStoreCoordinator) {
        self.init(coordinator: coordinator, usesPlainObjects: false)
    }

    /// - Parameter usesPlainObjects: Whether objects are to be without the hooks of their classes, for work on many.
    init(coordinator: PersistentStoreCoordinator, usesPlainObjects: Bool) {
        managedObjectModel = coordinator.managedObjectModel
        persistentStoreCoordinator = coordinator
        storesCount = coordinator.storesCount
        commitCount = coordinator.commitCount
        snapshot = coordinator.snapshot
        layout = snapshot.layout
        mergedGeneration = snapshot.generation
        parent = nil
        notificationCenter = coordinator.notificationCenter
        self.usesPlainObjects = usesPlainObjects
    }

    /// A context whose saves go to another one, a scratch pad for changes that may be given up (rule CHD-6).
    public init(parent: ManagedObjectContext) {
        managedObjectModel = parent.managedObjectModel
        persistentStoreCoordinator = parent.persistentStoreCoordinator
        storesCount = parent.storesCount
        commitCount = parent.commitCount
        snapshot = parent.snapshot
        layout = snapshot.layout
        mergedGeneration = snapshot.generation
        self.parent = parent
        notificationCenter = parent.notificationCenter
        usesPlainObjects = parent.usesPlainObjects
        parent.children = parent.children.filter { $0.context != nil } + [ChildContext(context: self)]
    }

    deinit {
        registry.forEach { $0.context = nil }
    }

    /// The entity of new objects of a class.
    package func entity(of managedObjectClass: ManagedObject.Type) -> EntityDescription {
        if let lastEntity, lastClass == managedObjectClass { return lastEntity }
        let entity = layout.entity(of: managedObjectClass) ?? managedObjectModel.entity(of: managedObjectClass)
        lastClass = managedObjectClass
        lastEntity = entity
        return entity
    }

    /// Whether an entity is one of the context's model, rather than of another one that is the same.
    func hasEntity(_ entity: EntityDescription) -> Bool {
        if lastInsertedEntity === entity { return true }
        guard managedObjectModel.entitiesByName[entity.name] === entity else { return false }
        lastInsertedEntity = entity
        return true
    }

    /// The store that saves go to, at once or through the parents; several show as one.
    public var persistentStore: any ResidentStore { persistentStoreCoordinator.persistentStore }
}
