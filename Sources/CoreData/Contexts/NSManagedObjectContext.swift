public import Foundation
import ObjectGraph

// Unchecked: the queue can be used from anywhere, and everything else only on the queue.
/// A context for working on objects: stored objects, and unsaved changes to them.
///
/// Use a context and its objects only on the context's queue: in ``perform(_:)`` and `performAndWait`, and for a
/// context of the main queue, on the main thread.
///
/// ```swift
/// let context = container.viewContext
/// let hero = Superhero(context: context)
/// hero.name = "Batgirl"
/// if context.hasChanges { try context.save() }
/// ```
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    /// The queue of the context.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    /// The queue, which is joined with those of the parent and the children.
    let queue: ContextQueue
    // Accessed for each object that is created.
    @exclusivity(unchecked) final var ownGraph: ManagedObjectContext?
    /// The class and the entity of the last created object, which are usually those of the next one.
    @exclusivity(unchecked) final var lastEntity: (ofClass: NSManagedObject.Type, entity: NSEntityDescription)?
    /// The entity of the last object that was created with an entity, if it belongs to the context's model.
    @exclusivity(unchecked) final var lastOwnEntity: NSEntityDescription?
    final var coordinator: NSPersistentStoreCoordinator?
    final var ownParent: NSManagedObjectContext?
    final var observation: ContextObservation?
    /// Whether the context has reported a save since the last call of `save()`.
    final var hasPostedSave = false
    /// The number of calls of `save()` in progress: observers of a save can save, too.
    private final var saveDepth = 0
    final var waiting = WaitingSettings()
    var ownMergePolicy = NSMergePolicy.error
    var ownUndoManager: UndoManager?
    /// Values of the program (rule CTX-32).
    public final let userInfo = NSMutableDictionary()
    /// The objects that were reported to incremental stores as registered, by the stores' identifiers.
    final var toldObjectIDs: [UUID: Set<ObjectID>] = [:]
    private(set) final lazy var link = ContextLink(to: self)

    /// Creates a context, which needs a coordinator or a parent before you use it.
    ///
    /// ```swift
    /// let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    /// context.persistentStoreCoordinator = coordinator
    /// ```
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        concurrencyType = ct
        queue = ContextQueue(isMain: ct == .mainQueueConcurrencyType)
        super.init()
    }

    deinit {
        observation?.cancel()
        tellStoresOfEnd()
    }

    // MARK: - Coordinator and parent

    /// The coordinator of the stores that receive saves, directly or through parents. A context that was used cannot
    /// get another one, but lose it: nil discards its objects, and the context can then get a coordinator or a
    /// parent.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator ?? ownParent?.persistentStoreCoordinator }
        set {
            if let newValue, newValue === coordinator { return }
            if newValue == nil { return leaveCoordinator() }
            require(ownParent == nil, "Context already has a parent; cannot set a coordinator.")
            require(ownGraph == nil, "Context already has a coordinator; cannot replace.")
            coordinator = newValue
        }
    }

    /// The context that receives saves; nil for a context that saves to the store (rule CHD-1). A parent and its
    /// children share one queue: the main queue if one of them belongs to it.
    ///
    /// Set it before the contexts have work. Work that is already running when two contexts become parent and child
    /// ends on the queue where it runs, with everything that it performs in the contexts of the tree.
    ///
    /// ```swift
    /// let editor = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    /// editor.parent = context
    /// let draft = editor.object(with: hero.objectID) as? Superhero
    /// draft?.name = "Oracle"
    /// try editor.save()  // Now the parent has the change, and not the store.
    /// try context.save()
    /// ```
    open var parent: NSManagedObjectContext? {
        get { ownParent }
        set {
            if let newValue, newValue === ownParent { return }
            require(ownGraph == nil && coordinator == nil, "Context already has a coordinator; cannot replace.")
            ownParent = newValue
            if let newValue { queue.join(newValue.queue) }
        }
    }

    // MARK: - Settings

    /// Sets a value that the runtime's context also has, if there is one.
    private func set<Value>(
        _ waitingPath: WritableKeyPath<WaitingSettings, Value>,
        _ path: ReferenceWritableKeyPath<ManagedObjectContext, Value>, to value: Value
    ) {
        waiting[keyPath: waitingPath] = value
        ownGraph?[keyPath: path] = value
    }

    /// A name for logs and for the history.
    open var name: String? {
        get { waiting.name }
        set { set(\.name, \.name, to: newValue) }
    }

    /// The author of changes, for the history.
    open var transactionAuthor: String? {
        get { waiting.transactionAuthor }
        set { set(\.transactionAuthor, \.transactionAuthor, to: newValue) }
    }

    /// Whether the context merges others' saves (rule CTX-35). If it cannot read a store then, it tries again later.
    open var automaticallyMergesChangesFromParent: Bool {
        get { waiting.automaticallyMerges }
        set {
            waiting.automaticallyMerges = newValue
            // Merging begins now, and not with the first use.
            if newValue, ownParent != nil || coordinator != nil {
                graph.automaticallyMergesChangesFromParent = true
                follow(coordinator)
            } else {
                ownGraph?.automaticallyMergesChangesFromParent = newValue
            }
        }
    }

    /// Whether the context retains its objects, changed or not (rule OBJ-35).
    open var retainsRegisteredObjects: Bool {
        get { waiting.retainsObjects }
        set { set(\.retainsObjects, \.retainsRegisteredObjects, to: newValue) }
    }

    /// Whether an object that the store does not contain reads as a deleted one without values (rule CTX-33).
    open var shouldDeleteInaccessibleFaults: Bool {
        get { waiting.deletesInaccessibleFaults }
        set { set(\.deletesInaccessibleFaults, \.shouldDeleteInaccessibleFaults, to: newValue) }
    }

    /// Whether delete rules apply before the save (rule CTX-38).
    open var propagatesDeletesAtEndOfEvent: Bool {
        get { waiting.propagatesDeletes }
        set { set(\.propagatesDeletes, \.propagatesDeletesAtEndOfEvent, to: newValue) }
    }

    /// The maximum age of values that a fault reads, in seconds; a negative number for any age (rule CTX-36).
    open var stalenessInterval: TimeInterval {
        get { waiting.stalenessInterval }
        set { set(\.stalenessInterval, \.stalenessInterval, to: newValue) }
    }

    /// The policy for changes to objects that others saved in the meantime: an ``NSMergePolicy`` (rule CTX-34).
    ///
    /// ```swift
    /// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump  // The context's values win.
    /// context.automaticallyMergesChangesFromParent = true
    /// ```
    open var mergePolicy: Any {
        get { ownMergePolicy }
        set {
            guard let policy = newValue as? NSMergePolicy else {
                endProgram("expected an NSMergePolicy as the merge policy, got \(type(of: newValue))")
            }
            ownMergePolicy = policy
            ownGraph?.mergePolicy = policy.graphPolicy
        }
    }

    // MARK: - Work on the queue

    /// Runs work on the context's queue later, after earlier work, and then processes changes (rule CON-1).
    open func perform(_ block: @escaping () -> Void) {
        queue.run(for: self) {
            block()
            self.ownGraph?.processPendingChanges()
        }
    }

    /// Runs work on the context's queue, processes changes, and returns when it is done. You can nest calls, for any
    /// contexts (rule CON-2).
    ///
    /// If you call it from another thread for a context of the main queue, it waits for the main queue. In a program
    /// whose main thread neither runs a run loop nor waits in `dispatchMain`, it waits forever (rule CON-5).
    open func performAndWait(_ block: () -> Void) {
        queue.runAndWait(for: self) {
            block()
            ownGraph?.processPendingChanges()
        }
    }

    // MARK: - Objects

    /// Whether there are unsaved changes.
    open var hasChanges: Bool { usedGraph?.hasChanges ?? false }
    /// The new objects.
    open var insertedObjects: Set<NSManagedObject> { Self.typed(usedGraph?.insertedObjects) }
    /// The stored objects with changes.
    open var updatedObjects: Set<NSManagedObject> { Self.typed(usedGraph?.updatedObjects) }
    /// The objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { Self.typed(usedGraph?.deletedObjects) }
    /// All objects that are registered with the context.
    open var registeredObjects: Set<NSManagedObject> { Self.typed(usedGraph?.registeredObjects) }

    /// Inserts an object into this context (rules OBJ-4 and DEL-29).
    ///
    /// - Precondition: The object has the context's model, and belongs to no other context.
    open func insert(_ object: NSManagedObject) {
        checkQueue()
        graph.insert(object)
    }

    /// Marks an object for deletion by the next save (rule CTX-26).
    ///
    /// ```swift
    /// context.delete(hero)
    /// try context.save()
    /// ```
    ///
    /// - Precondition: The object belongs to this context.
    open func delete(_ object: NSManagedObject) {
        checkQueue()
        graph.delete(object)
    }

    /// Returns the instance for an ID, without checking whether the object exists in the store (rule ID-8).
    ///
    /// ```swift
    /// let hero = context.object(with: objectID)  // A fault, which reads its values when they are used
    /// ```
    ///
    /// - Precondition: The ID belongs to a store of the context.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        checkQueue()
        return managed(graph.object(with: objectID.graphID))
    }

    /// Returns the instance for an ID if the context already has one (rule ID-10).
    ///
    /// ```swift
    /// let known = context.registeredObject(for: objectID)  // nil if the context does not have it
    /// ```
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        usedGraph?.registeredObject(for: objectID.graphID) as? NSManagedObject
    }

    /// Returns the object with an ID if it exists.
    ///
    /// ```swift
    /// let hero = try context.existingObject(with: objectID) as? Superhero  // From a link, or from another context
    /// ```
    ///
    /// - Throws: An error with the code 133000 if neither this context nor the store contains the object (rule ID-9).
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkQueue()
        return try reportingErrors { managed(try graph.existingObject(with: objectID.graphID)) }
    }

    /// Assigns permanent IDs to new objects, without saving them (rule ID-7).
    ///
    /// A child also obtains the IDs of objects that it has saved to its parent, and that are not in the store yet.
    ///
    /// ```swift
    /// let newHero = Superhero(context: context)
    /// try context.obtainPermanentIDs(for: [newHero])
    /// let link = newHero.objectID.uriRepresentation()  // Stays valid after the save.
    /// ```
    ///
    /// - Throws: An error for an object without a store, or the error of a store, such as one that has no numbers left.
    ///   In this case, nothing has changed.
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        checkQueue()
        try reportingErrors { try graph.obtainPermanentIDs(for: objects) }
    }

    /// Assigns a new object to the store that saves it (rule CTX-30).
    ///
    /// ```swift
    /// let newHero = Superhero(context: context)
    /// context.assign(newHero, to: archive)  // Without this, it goes to the first store that has heroes.
    /// try context.save()
    /// ```
    ///
    /// - Precondition: The object is new, and the store has its entity.
    open func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject else {
            endProgram("expected an NSManagedObject, got \(type(of: object))")
        }
        graph.assign(object, to: store.graphStore)
    }

    /// Makes the next save check that an unchanged object has not changed in the store (rule CTX-29).
    ///
    /// ```swift
    /// context.detectConflicts(for: hero)  // As if it had changed, because what is saved depends on it
    /// try context.save()
    /// ```
    open func detectConflicts(for object: NSManagedObject) { graph.detectConflicts(for: object) }

    // MARK: - Saving and going back

    /// Writes all changes to the parent or the stores (rule CTX-8).
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch let error as NSError where error.code == NSManagedObjectMergeError {
    ///     context.rollback()  // Others have saved the same objects in the meantime.
    /// }
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`, or the error of an object's own validation. In this case, nothing
    ///   has changed, except if a store's metadata could not be written after its objects.
    open func save() throws {
        let stores = parent == nil ? persistentStoreCoordinator?.persistentStores ?? [] : []
        for store in stores where store.hasUnsavedMetadata {
            try reportingErrors(isSave: true) { try store.checkUnsavedMetadata() }
        }
        checkQueue()
        let hadPostedSave = hasPostedSave
        hasPostedSave = false
        saveDepth += 1
        defer {
            saveDepth -= 1
            if hadPostedSave { hasPostedSave = true }
        }
        if let graph = usedGraph { try reportingErrors(isSave: true) { try graph.save() } }
        for store in stores where store.hasUnsavedMetadata {
            try reportingErrors(isSave: true) { try store.saveMetadata(for: self) }
        }
        for store in stores { store.mergeJournalIfRequested() }
        // As in Core Data, a save without changes is also a save. But an observer that saves whenever the context has
        // saved would be called without end.
        guard !hasPostedSave, saveDepth == 1 else { return }
        post(.willSave)
        post(.didSave(SavedObjects()))
    }

    /// Discards all unsaved changes (rule CTX-14).
    ///
    /// ```swift
    /// hero.name = "Oracle"
    /// context.rollback()  // The hero has the saved name.
    /// ```
    open func rollback() {
        checkQueue()
        usedGraph?.rollback()
    }

    /// Forgets all objects (rule CTX-18).
    ///
    /// ```swift
    /// context.reset()  // Don't use objects of the context that were created before this line.
    /// ```
    open func reset() {
        checkQueue()
        usedGraph?.reset()
        tellStores()
    }

    /// Takes an object's values from the latest committed state, or the parent (rules CTX-20 and CTX-21).
    ///
    /// ```swift
    /// context.refresh(hero, mergeChanges: true)  // Others' changes, below the unsaved ones of this context
    /// ```
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        checkQueue()
        if !flag, object.isInserted { return graph.refreshInserted(object) }
        graph.refresh(object, mergeChanges: flag)
    }

    /// Refreshes all objects, with their changes kept (rule CTX-22).
    ///
    /// ```swift
    /// context.refreshAllObjects()  // Reads what others have saved, and keeps unsaved changes.
    /// ```
    open func refreshAllObjects() {
        checkQueue()
        usedGraph?.refreshAllObjects()
    }

    /// Ends a group of changes that belong together (rule CTX-24).
    open func processPendingChanges() { usedGraph?.processPendingChanges() }

    // MARK: - Undoing

    /// The undo manager; nil if the context does not record changes (rule UND-1).
    ///
    /// ```swift
    /// context.undoManager = UndoManager()
    /// hero.name = "Oracle"
    /// context.undo()  // The hero has the old name.
    /// ```
    open var undoManager: UndoManager? {
        get { ownUndoManager }
        set {
            ownUndoManager?.link = nil
            ownUndoManager = newValue
            newValue?.link = link
            usedGraph?.undoHistory = newValue?.history
        }
    }

    /// Undoes the changes of the last event, or those since (rule UND-2).
    open func undo() {
        checkQueue()
        usedGraph?.undo()
    }

    /// Redoes the last undone changes.
    open func redo() {
        checkQueue()
        usedGraph?.redo()
    }

    // MARK: - Fetching and executing

    /// Returns the results of a request whose type does not name the class, as `fetch(_:)` with a type does.
    /// A subclass that overrides it receives every fetch.
    ///
    /// - Throws: The errors of `fetch(_:)`.
    open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] { try results(of: request) }

    /// Returns the number of objects that match a request whose type does not name the class.
    /// A subclass that overrides it receives every count.
    ///
    /// - Throws: The errors of `fetch(_:)`.
    open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
        try resultCount(of: request)
    }

    /// Executes a request of any kind: a batch request, an asynchronous fetch, or one about the history.
    ///
    /// ```swift
    /// deletion.resultType = .resultTypeObjectIDs
    /// let result = try context.execute(deletion) as? NSBatchDeleteResult
    /// let changes = [NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
    /// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`. A batch request has written nothing then.
    /// - Precondition: It is not a plain fetch. Use `fetch(_:)` for that.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try result(of: request)
    }

    // MARK: - Merging and generations

    /// Merges the changes that another context has saved, from its notification with objects or IDs (rule NTF-7). The
    /// method ignores other notifications.
    open func mergeChanges(fromContextDidSave notification: Notification) { merge(notification.userInfo ?? [:]) }

    /// Merges changes that were saved elsewhere into several contexts, each on its queue (rule NTF-13).
    ///
    /// ```swift
    /// let changes = [NSUpdatedObjectsKey: [objectID]]  // From a batch request, or from another process
    /// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
    /// ```
    ///
    /// - Parameters:
    ///   - changeNotificationData: IDs, or their URIs, by the keys of notifications.
    ///   - contexts: Contexts of any queues. Parents come before their children, which read from them, whatever the
    ///     order here.
    open class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        for context in contexts.sorted(by: { $0.ancestorCount < $1.ancestorCount }) {
            context.performAndWait { context.merge(changeNotificationData) }
        }
    }

    /// The state that the context keeps; nil if it reads the latest one.
    open var queryGenerationToken: NSQueryGenerationToken? { usedGraph?.generation.map { NSQueryGenerationToken($0) } }

    /// Makes the context keep a state, whatever others save: that of a token, the one that it reads next for
    /// ``NSQueryGenerationToken/current``, or always the latest one for nil.
    ///
    /// The context moves on when it saves, merges, is reset, or refreshes all objects. A SQLite store that other
    /// programs write to may answer a later request with their rows.
    ///
    /// ```swift
    /// try context.setQueryGenerationFrom(.current)
    /// let heroes = try context.fetch(request)  // All fetches read the state of the first.
    /// try context.setQueryGenerationFrom(nil)  // Now they read the latest state again.
    /// ```
    ///
    /// - Throws: An error with the code 134060 for a child context, which reads from its parent, and for a state of
    ///   other stores.
    open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws { try stay(at: generation) }
}
