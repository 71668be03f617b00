public import Foundation
import Synchronization

/// A space in which you work on objects: a committed state and the changes to it.
///
/// A context and its objects belong to one isolation domain, which the compiler enforces. Contexts do not see each
/// other's unsaved changes, and readers never wait for writers. A child context is based on its parent instead of the
/// store, and belongs to its parent's domain.
public final class ManagedObjectContext {
    // Exclusive access is not checked of what is looked at for each object that is made, read or changed, where that costs
    // more than the look: the context's isolation keeps others away, and no access calls code that could come back here.

    /// The model of the context's objects.
    public let managedObjectModel: ManagedObjectModel
    /// The coordinator of the stores that receive saves, directly or through parents.
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The context that receives saves; nil for a context that saves to the store (rule CHD-1).
    public let parent: ManagedObjectContext?

    /// A name for logs and for the history.
    public var name: String?
    /// The author of the changes, for the history.
    public var transactionAuthor: String?
    /// Information for the program's own use (rule CTX-32).
    public var userInfo: [String: Any] = [:]
    /// The policy for changes to objects that other contexts saved in the meantime (rule CTX-34).
    public var mergePolicy = MergePolicy.error
    /// Whether the context merges the saves of other contexts when it processes changes (rule CTX-35).
    public var automaticallyMergesChangesFromParent = false {
        didSet {
            mergedGeneration = snapshot.generation
            followParent(automaticallyMergesChangesFromParent)
            if automaticallyMergesChangesFromParent, parent == nil { persistentStoreCoordinator.watchOthers() }
        }
    }
    /// Whether the context holds its objects, changed or not (rule OBJ-35).
    @exclusivity(unchecked) public var retainsRegisteredObjects = false {
        didSet { retained = retainsRegisteredObjects ? registry.all : [] }
    }
    /// Whether an object that the store does not contain reads as a deleted object without values, instead of being a
    /// programming error (rule CTX-33).
    public var shouldDeleteInaccessibleFaults = true
    /// Whether an object reads as a deleted object without values if its store fails to read it. Otherwise, the program
    /// stops with a message about the object and its store, because no value would be correct.
    ///
    /// A fetch always throws the store's error instead.
    public var shouldDeleteUnreadableFaults = false
    /// Whether delete rules apply immediately when you delete objects, so that both sides of relationships always
    /// agree. Otherwise, they wait for the save (rule CTX-38). Core Data waits for the end of the event, which is no
    /// later.
    public var propagatesDeletesAtEndOfEvent = true {
        didSet { if propagatesDeletesAtEndOfEvent { propagateDeletions() } }
    }
    /// The maximum age of the values of a fault, in seconds; a negative number for any age (rule CTX-36). This property
    /// exists only for compatibility: a refreshed object always takes the latest committed values, which has no cost
    /// here.
    public var stalenessInterval = -1.0
    /// Whether reading objects is told to Swift's observation, so that views follow them. Costs a little at each read.
    @exclusivity(unchecked) public var isObservable = false
    /// The time of a save, for derived attributes and the history.
    var now: () -> Date = { Date() }
    /// Whether objects are plain managed objects without the hooks of their classes.
    let usesPlainObjects: Bool
    /// A closure that receives the requests of the context to its store, for debugging.
    public var requestLog: ((StoreRequest) -> Void)?
    /// The notification center to which the context immediately posts its events as Core Data's notifications, in its
    /// isolation; nil to post none (rule NTF-5). The default is the notification center of the coordinator or the
    /// parent.
    ///
    /// Use this for code that relies on notifications. A ``ContextEvent`` is typed, and costs nothing without an
    /// observer. Notifications contain objects: an observer can use them only in the isolation of the context. An
    /// observer on another queue, or of contexts in several isolation domains, can use only notifications with IDs.
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
    /// The places of stores that no longer exist, and of which the context knows objects: no other store's may have their
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
    /// Whether objects may be led to that this context deletes, since it did not know of all that point to them.
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
    /// The objects of which this child has read values that its parent had not saved: they may point to new objects, whose
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

    /// Creates a context for the stores of a coordinator.
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

    /// Creates a child context that saves to another context, for changes that you might discard (rule CHD-6).
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

    deinit { registry.forEach { $0.context = nil } }

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

    /// The store that receives saves, directly or through parents. Several stores appear as one.
    public var persistentStore: any ResidentStore { persistentStoreCoordinator.persistentStore }
}
