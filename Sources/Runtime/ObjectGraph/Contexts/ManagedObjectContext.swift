public import Foundation
import Synchronization

/// A space in which you work on objects: a committed state and the changes to it.
///
/// A context and its objects belong to one isolation domain, which the compiler enforces. Contexts do not see each
/// other's unsaved changes, and readers never wait for writers. A child context is based on its parent instead of the
/// store, and belongs to its parent's domain.
///
/// ```swift
/// let context = container.newContext()
/// let note = Note(context: context)
/// note.title = "Buy milk"
/// print(context.insertedObjects.count)  // 1
/// try context.save()
/// print(context.hasChanges)  // false
/// ```
public final class ManagedObjectContext {
    // Properties that are read for each object that is created, read, or changed skip the check for exclusive access,
    // which costs more than the access. The context's isolation excludes others,
    // and no access calls code that could return here.

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
    ///
    /// ```swift
    /// context.mergePolicy = .mergeByPropertyObjectTrump
    /// hero.name = "Oracle"
    /// try context.save()  // Writes the name even if another context has changed it.
    /// ```
    public var mergePolicy = MergePolicy.error {
        // One save follows one policy.
        willSet { completeSaveInProgress() }
    }
    /// Whether the context merges the saves of other contexts when it processes changes (rule CTX-35). With the first
    /// one, it also merges what others have saved before, so that all its objects are of one state.
    ///
    /// ```swift
    /// context.automaticallyMergesChangesFromParent = true
    /// try await container.performBackgroundTask { background in
    ///     (try background.existingObject(with: heroID) as? Hero)?.name = "Oracle"
    ///     try background.save()
    /// }
    /// context.processPendingChanges()
    /// print(hero.name)  // Oracle
    /// ```
    public var automaticallyMergesChangesFromParent = false {
        didSet {
            guard automaticallyMergesChangesFromParent != oldValue else { return }
            noteMerged()
            isBehind = automaticallyMergesChangesFromParent && registry.count > 0
            followParent(automaticallyMergesChangesFromParent)
            if automaticallyMergesChangesFromParent, parent == nil {
                persistentStoreCoordinator.observeExternalChanges()
            }
        }
    }
    /// Whether the context retains its objects, changed or not (rule OBJ-35).
    @exclusivity(unchecked) public var retainsRegisteredObjects = false {
        didSet { retained = retainsRegisteredObjects ? Set(registry.all) : [] }
    }
    /// Whether an object that the store does not contain reads as a deleted object without values, instead of being a
    /// programming error (rule CTX-33).
    public var shouldDeleteInaccessibleFaults = true
    /// Whether an object reads as a deleted object without values if its store fails to read it. Otherwise, the program
    /// stops with a message about the object and its store, because no value would be correct.
    ///
    /// A fetch always throws the store's error instead.
    public var shouldDeleteUnreadableFaults = false
    /// Whether an accessor reads what has not been loaded, or only ``load(_:_:)`` and fetches do. The default is to
    /// read it, as Core Data does.
    ///
    /// ```swift
    /// context.faulting = .explicit  // For a server, where no accessor may wait for a database.
    /// let heroes = try context.fetch(FetchRequest<Hero>())
    /// try context.load(heroes, [\.teams])
    /// for hero in heroes { print(hero.name, hero.teams.count) }
    /// ```
    public var faulting = Faulting.automatic
    /// Whether delete rules apply immediately when you delete objects, so that both sides of relationships always
    /// agree. Otherwise, they wait for the save (rule CTX-38). Core Data waits for the end of the event, which is no
    /// later.
    public var propagatesDeletesAtEndOfEvent = true {
        didSet {
            guard propagatesDeletesAtEndOfEvent else { return }
            do { try propagateDeletions() } catch { report(error) }
        }
    }
    /// The maximum age of the values of a fault, in seconds; a negative number for any age (rule CTX-36). This property
    /// exists only for compatibility: a refreshed object always takes the latest committed values, which has no cost
    /// here.
    public var stalenessInterval = -1.0
    /// Whether reading objects informs Swift's observation, so that views follow them.
    /// This slightly slows down each read.
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
    /// The changes that you can undo; nil if the context does not record them (rule UND-1).
    @exclusivity(unchecked) public var undoHistory: UndoHistory?
    /// The child contexts.
    var children = WeakReferences<ManagedObjectContext>()
    /// The layout of ``snapshot``.
    @exclusivity(unchecked) var layout: GraphLayout
    /// The committed state that faults read from.
    var snapshot: CommittedState {
        didSet {
            isQueried = snapshot.isQueried
            if snapshot.generation != oldValue.generation {
                if automaticallyMergesChangesFromParent, parent == nil, oldValue.generation == mergedGeneration {
                    mergedColumns = oldValue.columns
                }
                snapshotCount = (snapshotCount &+ 1) & .max
                noteDepartures()
                if snapshot.layout !== layout { noteStores() }
            }
        }
    }
    /// Whether some of the stores of ``snapshot`` are queried. It is read for each fault, where an access to the state
    /// itself would take as long as the rest.
    private(set) var isQueried: Bool
    /// How often stores had been added or removed when the context last looked.
    var storesCount: Int
    /// The places of removed stores whose objects the context knows, so no other store may use their references.
    var departedPlaces: [TablePlace] = []
    /// Which of the states of its stores the context reads.
    var queryGeneration = QueryGeneration()
    /// The number of commits when the context last moved on.
    var commitCount: Int
    /// The last commit of others that registered objects follow.
    var mergedGeneration: Int
    /// The objects in memory at that time, until registered objects follow a later commit. Others' commits may become
    /// so many that which objects they have inserted is only known from these.
    var mergedColumns: GraphSnapshot?
    /// The numbers of the change sets that this context has committed since then, and so need not follow.
    var ownChangeSets: Set<Int> = []
    /// Whether registered objects may be older than ``mergedGeneration``,
    /// because the context did not follow others before.
    var isBehind = false
    /// A number, not below 0, that differs whenever ``snapshot`` has changed.
    private(set) var snapshotCount: Int32 = 0
    /// The ``snapshotCount`` of others' last commits: what was read since is consistent.
    var foreignStamp: Int32 = 0
    /// Whether objects that this context deletes may still have links to them, because it did not know all of them.
    var mayLeadToDeleted = false
    /// Whether a link was added or removed on one side only, because the other side was read before others removed or
    /// added it. The save completes the change.
    var hasOneSidedChanges = false
    /// Whether the program has set destinations of changed objects on one side only.
    var hasPrimitiveLinks = false
    /// The destinations of relationships without an inverse.
    private(set) lazy var oneWayDestinationNames = Set(
        layout.entities.lazy.flatMap(\.relationships).filter { $0.inverseIndex == nil }.map(\.destinationName))
    /// How often objects may have ceased to exist or returned, which invalidates what is known about references.
    var departureCount = 0
    /// The batches of fetched objects that are read together.
    var fetchBatches = FetchBatches()
    /// The objects that are known to be missing from stores that are asked for each object.
    var departed: Set<ObjectReference> = []
    /// The number of ``departed`` at which those that nothing refers to are removed.
    var departedLimit = 1024
    /// The instances of this context. The program keeps unchanged ones alive.
    @exclusivity(unchecked) var registry = ObjectRegistry()
    var retained: Set<ManagedObject> = []
    /// Whether the outcome of a save since the last one that succeeded is unknown. New objects then keep their reserved
    /// IDs, by which the store recognizes them.
    var mayHaveSaved = false
    /// The save whose commit runs on another thread.
    package internal(set) var saveInProgress: (any UnfinishedSave)?
    /// The objects that prefetching retains.
    var prefetched: [ManagedObject] = []
    /// The changes that the next save writes.
    @exclusivity(unchecked) var changes = ChangedObjects()
    /// The objects changed since the last processing, in the order of their first change.
    @exclusivity(unchecked) var eventObjects: [ManagedObject] = []
    /// How often changes have been processed.
    var processingCount = 0
    /// The last result of ``entity(of:)``, which is usually the next one.
    @exclusivity(unchecked) private var lastEntity: EntityDescription?
    @exclusivity(unchecked) private var lastClass: ManagedObject.Type?
    /// The entity of the last object that Core Data's initializer created for the context.
    @exclusivity(unchecked) private var lastInsertedEntity: EntityDescription?
    /// Called at the first change after a processing, to schedule the next one.
    package var scheduleProcessing: (() -> Void)?
    /// The counterpart of the context in a module with Core Data's names.
    package var adapter: AnyObject?
    /// Called before each access to a property of an object, if the context is observable; nil for nothing.
    package var checkAccess: (() -> Void)?
    /// Whether objects retain the destinations that were read from them, until they are faults again.
    @exclusivity(unchecked) package var objectsRetainDestinations = false
    /// Whether delete rules wait for the end of the event, as in Core Data, rather than to apply immediately.
    @exclusivity(unchecked) package var propagatesDeletesLater = false
    /// The objects that others have inserted, and the last merge has registered, for objects that retain their
    /// destinations.
    var mergedInsertions: [ManagedObject] = []
    /// Whether some object has retained destinations.
    @exclusivity(unchecked) var hasRetainedDestinations = false
    /// The observation of the parent, if the context follows it.
    var parentObservation: ContextObservation?
    /// The objects of which this child has read unsaved values of its parent. They may point to new objects, whose IDs
    /// change when the parent saves.
    var readFromParentsChanges: Set<ObjectReference> = []
    /// The objects that this child has inserted and deleted since its last save, which its parent never knows.
    var dropped: Set<ObjectReference> = []
    /// The objects among those, in any context, that others had deleted, and that the save was to store again.
    var droppedReturns: [ManagedObject] = []
    /// What has not been done yet of deletions.
    var deferredDeletions = DeferredDeletions()
    /// Other changes since the last processing.
    var eventChange = ObjectsChange()
    let observers = ContextObservers()
    /// The unchanged objects whose versions the next save checks (rule CTX-29).
    var objectsToCheck: Set<ManagedObject> = []
    /// The state before the current save merged others' changes; nil before it does, and when it has succeeded.
    @exclusivity(unchecked) var memento: ContextMemento?
    /// The regular expressions of the model's attributes that a validation has compiled.
    private(set) lazy var patterns = TextPatterns()
    /// The depth of nested fetches: the predicate of a fetched property may use another one.
    var fetchNesting = 0
    /// The source of temporary numbers, one sequence for the process, because two contexts with equal IDs would share
    /// an object.
    static let lastTemporaryNumber = Atomic<Int64>(0)

    /// Creates a context for the stores of a coordinator.
    public convenience init(coordinator: PersistentStoreCoordinator) {
        self.init(coordinator: coordinator, usesPlainObjects: false)
    }

    /// - Parameter usesPlainObjects: Whether objects lack the hooks of their classes, for bulk work.
    init(coordinator: PersistentStoreCoordinator, usesPlainObjects: Bool) {
        managedObjectModel = coordinator.managedObjectModel
        persistentStoreCoordinator = coordinator
        storesCount = coordinator.storesCount
        commitCount = coordinator.commitCount
        snapshot = coordinator.committedState
        layout = snapshot.layout
        isQueried = snapshot.isQueried
        mergedGeneration = snapshot.generation
        parent = nil
        notificationCenter = coordinator.notificationCenter
        self.usesPlainObjects = usesPlainObjects
    }

    /// Creates a child context that saves to another context, for changes that you might discard (rule CHD-6).
    ///
    /// ```swift
    /// let sheet = ManagedObjectContext(parent: context)
    /// let edited = sheet.counterpart(of: hero)
    /// edited.name = "Oracle"  // The hero still has the old name.
    /// try sheet.save()  // Now the hero has the new one.
    /// try context.save()  // The store also has it.
    /// ```
    public init(parent: ManagedObjectContext) {
        managedObjectModel = parent.managedObjectModel
        persistentStoreCoordinator = parent.persistentStoreCoordinator
        storesCount = parent.storesCount
        commitCount = parent.commitCount
        snapshot = parent.snapshot
        layout = snapshot.layout
        isQueried = snapshot.isQueried
        mergedGeneration = snapshot.generation
        self.parent = parent
        notificationCenter = parent.notificationCenter
        usesPlainObjects = parent.usesPlainObjects
        parent.children.append(self)
    }

    deinit {
        // Destinations that are released now may be the last references to objects of the registry.
        let objects = hasRetainedDestinations ? registry.all : []
        registry.forEach { $0.context = nil }
        for object in objects { object.releaseDestinations() }
    }

    /// The entity of new objects of a class.
    package func entity(of managedObjectClass: ManagedObject.Type) -> EntityDescription {
        if let lastEntity, lastClass == managedObjectClass { return lastEntity }
        let entity = layout.entity(of: managedObjectClass) ?? managedObjectModel.entity(of: managedObjectClass)
        lastClass = managedObjectClass
        lastEntity = entity
        return entity
    }

    /// Whether an entity belongs to the context's model, not to an equal model.
    func hasEntity(_ entity: EntityDescription) -> Bool {
        if lastInsertedEntity === entity { return true }
        guard managedObjectModel.entitiesByName[entity.name] === entity else { return false }
        lastInsertedEntity = entity
        return true
    }

    /// The first store of those that receive saves, directly or through parents; nil if there is none.
    public var persistentStore: (any PersistentStore)? { persistentStoreCoordinator.persistentStore }
}
