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
    ///
    /// ```swift
    /// importer.transactionAuthor = "import"  // The history names it with each save.
    /// try importer.save()
    /// ```
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
    /// one, it also merges what others have saved before, so that all its objects are of one state. The main actor's
    /// context reads what it merges without blocking the actor; see
    /// ``processPendingChangesAsynchronously(isolation:)``.
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
            followed.complete(
                snapshot.generation, mayBeBehind: automaticallyMergesChangesFromParent && registry.count > 0)
            followParent(automaticallyMergesChangesFromParent)
            if automaticallyMergesChangesFromParent, parent == nil {
                persistentStoreCoordinator.observeExternalChanges()
            }
        }
    }
    /// Whether the context retains its objects, changed or not (rule OBJ-35).
    public var retainsRegisteredObjects: Bool {
        get { retained.includesAll }
        set { if newValue { retained.includeAll(registry.all) } else { retained.includeChangedOnly() } }
    }
    /// Whether an object that the store does not contain reads as a deleted object without values, instead of being a
    /// programming error (rule CTX-33).
    public var shouldDeleteInaccessibleFaults = true
    /// Whether an object reads as a deleted object without values if its store fails to read it. Otherwise, the program
    /// stops with a message about the object and its store, because no value would be correct.
    ///
    /// A fetch always throws the store's error instead. A child context begins with the value of its parent.
    public var shouldDeleteUnreadableFaults = false
    /// Whether an accessor reads what has not been loaded, or only ``load(_:_:)`` and fetches do. The default is to
    /// read it, as Core Data does. A child context begins with the value of its parent.
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
    public var propagatesDeletesAtEndOfEvent: Bool {
        get { changes.deletions.applyBeforeSave }
        set {
            changes.deletions.applyBeforeSave = newValue
            guard newValue else { return }
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
    public var logRequest: ((StoreRequest) -> Void)? {
        get { observers.logRequest }
        set { observers.logRequest = newValue }
    }
    /// The notification center to which the context immediately posts its events as Core Data's notifications, in its
    /// isolation; nil to post none (rule NTF-5). The default is the notification center of the coordinator or the
    /// parent.
    ///
    /// Use this for code that relies on notifications. A ``ContextEvent`` is typed, and costs nothing without an
    /// observer. Notifications contain objects: an observer can use them only in the isolation of the context. An
    /// observer on another queue, or of contexts in several isolation domains, can use only notifications with IDs.
    public var notificationCenter: NotificationCenter? {
        get { observers.notificationCenter }
        set { observers.notificationCenter = newValue }
    }
    /// The changes that you can undo; nil if the context does not record them (rule UND-1).
    @exclusivity(unchecked) public var undoHistory: UndoHistory?
    /// The child contexts, which the context does not retain.
    var children = WeakReferences<ManagedObjectContext>()
    /// The stores of ``snapshot``.
    @exclusivity(unchecked) var stores: KnownStores
    /// The committed state that faults read from. ``take(_:)`` replaces it.
    @exclusivity(unchecked) var committed: StampedState
    /// Which of the states of its stores the context reads.
    var queryGeneration = QueryGeneration()
    /// The commits of others that registered objects follow.
    var followed: FollowedCommits
    /// The next attempt to merge these.
    var mergeRetry = MergeRetry()
    /// The objects that have ceased to exist, or returned.
    @exclusivity(unchecked) var departures = Departures()
    /// The batches of fetched objects that are read together.
    var fetchBatches = FetchBatches()
    /// The instances of this context. The program keeps unchanged ones alive.
    @exclusivity(unchecked) var registry = ObjectRegistry<ManagedObject>()
    /// The unchanged objects that the context keeps alive.
    @exclusivity(unchecked) var retained = RetainedObjects<ManagedObject>()
    /// The changes that the next save writes.
    @exclusivity(unchecked) var changes = PendingChanges()
    /// The changes since the last processing.
    @exclusivity(unchecked) var event = CurrentEvent()
    /// The save whose commit runs on another thread.
    package internal(set) var saveInProgress: (any UnfinishedSave)?
    /// Whether a save calls hooks, validation, or observers, where another one can't begin.
    var isCallingHooksOfSave = false
    /// The state before the current save merged others' changes; nil before it does, and when it has succeeded.
    @exclusivity(unchecked) var memento: ContextMemento?
    /// What resolves conflicts while the policy decides on those of a save; nil at other times.
    var conflictResolver: ConflictResolver?
    /// The last entities that were looked up.
    @exclusivity(unchecked) private var recentEntities = RecentEntities()
    /// The counterpart of the context in a module with Core Data's names.
    package var adapter: AnyObject?
    /// Called before each access to a property of an object, if the context is observable; nil for nothing.
    package var checkAccess: (() -> Void)?
    /// The observation of the parent, if the context follows it.
    var parentObservation: ContextObservation?
    /// The objects of which this child has read unsaved values of its parent. They may point to new objects, whose IDs
    /// change when the parent saves.
    var readFromParentsChanges: Set<ObjectReference> = []
    let observers: ContextObservers
    /// The IDs of new objects in predicates.
    let trackedIdentities = TrackedIdentities()
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
        let storesCount = coordinator.storesCount
        let commitCount = coordinator.commitCount
        let state = coordinator.committedState
        stores = KnownStores(state.layout, count: storesCount)
        committed = StampedState(state, commitCount: commitCount)
        followed = FollowedCommits(state.generation)
        parent = nil
        observers = ContextObservers(notificationCenter: coordinator.notificationCenter)
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
        stores = KnownStores(of: parent.stores)
        committed = StampedState(of: parent.committed)
        followed = FollowedCommits(parent.snapshot.generation)
        self.parent = parent
        faulting = parent.faulting
        shouldDeleteUnreadableFaults = parent.shouldDeleteUnreadableFaults
        observers = ContextObservers(notificationCenter: parent.notificationCenter)
        usesPlainObjects = parent.usesPlainObjects
        parent.children.append(self)
    }

    deinit {
        // Destinations that are released now may be the last references to objects of the registry.
        let objects = retained.hasDestinations ? registry.all : []
        registry.forEach { $0.context = nil }
        for object in objects { object.releaseDestinations() }
    }

    /// The state that faults read from.
    @inline(__always)
    var snapshot: CommittedState { committed.state }
    /// The layout of ``snapshot``.
    @inline(__always)
    var layout: GraphLayout { stores.layout }
    /// Whether some of the stores of ``snapshot`` are queried.
    @inline(__always)
    var isQueried: Bool { committed.isQueried }
    /// Called at the first change after a processing, to schedule the next one.
    package var scheduleProcessing: (() -> Void)? {
        get { event.schedule }
        set { event.schedule = newValue }
    }
    /// Schedules a merge of what others have saved, after a store could not be read; nil for a context that does not
    /// repeat a merge by itself.
    package var scheduleMerge: (@Sendable () -> Void)? {
        get { mergeRetry.schedule }
        set { mergeRetry.schedule = newValue }
    }
    /// Whether objects retain the destinations that were read from them, until they are faults again.
    @inline(__always)
    package var objectsRetainDestinations: Bool {
        get { retained.includesDestinations }
        set { retained.includesDestinations = newValue }
    }
    /// Whether delete rules wait for the end of the event, as in Core Data, rather than to apply immediately.
    package var propagatesDeletesLater: Bool {
        get { changes.deletions.waitForEndOfEvent }
        set { changes.deletions.waitForEndOfEvent = newValue }
    }

    /// The entity of new objects of a class.
    package func entity(of managedObjectClass: ManagedObject.Type) -> EntityDescription {
        recentEntities.entity(of: managedObjectClass) {
            layout.entity(of: managedObjectClass) ?? managedObjectModel.entity(of: managedObjectClass)
        }
    }

    /// Whether an entity belongs to the context's model, not to an equal model.
    func hasEntity(_ entity: EntityDescription) -> Bool { recentEntities.contains(entity, of: managedObjectModel) }

    /// Whether each relationship that can lead to an entity's objects has an inverse.
    func knowsItsSources(_ entity: EntityDescription) -> Bool {
        recentEntities.knowsItsSources(entity, in: layout)
    }

    /// The first store of those that receive saves, directly or through parents; nil if there is none.
    public var persistentStore: (any PersistentStore)? { persistentStoreCoordinator.persistentStore }
}
