import Foundation

extension ManagedObjectContext {
    /// Calls a closure for each event of the context, until you release the result. The context calls several closures
    /// in the order of their registration.
    ///
    /// ```swift
    /// let observation = context.observe { event in
    ///     if case .objectsDidChange(let change) = event { print(change.inserted.count, "new objects") }
    /// }
    /// ```
    public func observe(_ handler: @escaping (ContextEvent) -> Void) -> ContextObservation {
        ContextObservation(handler, among: observers)
    }

    /// Ends a group of changes: they become one undo group, and the context notifies its observers (rule CTX-24).
    /// Without changes, this method has no effect (rule CTX-25).
    ///
    /// A save calls this method. Call it at the end of a user's action. The main actor's context calls it automatically
    /// when the actor is free.
    public func processPendingChanges() {
        followStores()
        propagateDeletionsOfEvent()
        processingCount &+= 1
        let objects = eventObjects
        eventObjects = []
        undoHistory?.record(objects, in: self)
        // After recording, because others' changes are not undone here.
        mergeFollowed()
        var change = eventChange
        eventChange = ObjectsChange()
        guard isWatched else { return forget(objects) }
        // A growing set hashes its members again each time, and usually all are of one kind.
        switch objects.first?.state {
        case .inserted: change.inserted.reserveCapacity(change.inserted.count + objects.count)
        case .updated: change.updated.reserveCapacity(change.updated.count + objects.count)
        default: break
        }
        var isOfSave = change.isEmpty
        for object in objects { note(object, in: &change, &isOfSave) }
        change.refreshed.subtract(change.deleted)
        if !change.invalidated.isEmpty {
            change.updated.subtract(change.invalidated)
            change.refreshed.subtract(change.invalidated)
        }
        guard !change.isEmpty else {
            if change.mayLackInsertions { observers.tell(.objectsDidChange(change), onlyResults: true) }
            return
        }
        // So that the save need not hash the objects again, which costs more than the rest of it.
        changes.sets = isOfSave && objects.count == changed.count ? change : nil
        post(.objectsDidChange(change))
    }

    /// Merges what others have saved, if the context follows them.
    private func mergeFollowed() {
        // A save in progress merges at its end.
        if mergesFollowed, saveInProgress == nil { mergeLatest() }
    }

    /// Whether the context merges what others save, each time that it processes changes.
    var mergesFollowed: Bool { automaticallyMergesChangesFromParent && queryGeneration.views == nil }

    /// Merges what others have saved before a child's changes arrive, so that all that the child reads afterwards is of
    /// one state.
    func prepareForChild() {
        completeSaveInProgress()
        endEventBeforeMerging()
        mergeFollowed()
    }

    /// Ends the current event before others' changes arrive, which are not undone here.
    func endEventBeforeMerging() {
        if undoHistory != nil, !eventObjects.isEmpty { processPendingChanges() }
    }

    func post(_ event: ContextEvent) {
        if case .didSave(let saved) = event, parent == nil { requestLog?(StoreRequest(saved)) }
        observers.tell(event)
        guard let notificationCenter else { return }
        for notification in event.notifications(of: self) { notificationCenter.post(notification) }
    }

    /// Whether anyone observes events.
    var isWatched: Bool { !observers.isEmpty || notificationCenter != nil || requestLog != nil }

    /// Notes that an object is about to change other than by setting its values.
    func beginEvent(of object: ManagedObject) {
        guard !object.isInEvent else { return }
        memento?.keep(object)
        object.isInEvent = true
        object.eventBase = object.currentState ?? ObjectState(state: object.state, values: [], links: [])
        appendToEvent(object)
    }

    /// Ends the event of objects that nobody observes.
    private func forget(_ objects: [ManagedObject]) {
        for object in objects { endEvent(of: object) }
    }

    /// Ends the current event of one object.
    func endEvent(of object: ManagedObject) {
        object.isInEvent = false
        object.eventBase = nil
    }

    /// - Parameter isOfSave: Becomes false for an object that is in another set of a save that follows, or in none.
    private func note(_ object: ManagedObject, in change: inout ObjectsChange, _ isOfSave: inout Bool) {
        let before = object.eventBase?.state
        switch (before, object.state) {
        case (nil, .inserted), (.clean, .updated), (.clean, .deleted): break
        default: isOfSave = false
        }
        endEvent(of: object)
        let existed = before != nil && before != .deleted
        let exists = object.state != .deleted && !object.flags.contains(.hasLeft)
        switch (existed, exists) {
        case (false, true): change.inserted.insert(object)
        case (true, false): change.deleted.insert(object)
        case (true, true):
            if object.state == .clean { change.refreshed.insert(object) } else { change.updated.insert(object) }
        case (false, false): break
        }
    }
}

/// An event that a context sends to its observers, in the context's isolation and in this order: a save processes
/// changes (``objectsDidChange(_:)``), begins (``willSave``), processes the changes of hooks, and ends
/// (``didSave(_:)``). A save that fails sends only ``willSave`` (rule NTF-4); a save without changes sends no events.
///
/// ```swift
/// let observation = context.observe { event in
///     switch event {
///     case .objectsDidChange(let change): print(change.updated.count, "objects differ from the store")
///     case .willSave: print("A save begins")
///     case .didSave(let saved): print(saved.updated.count, "objects are saved")
///     case .didFailToRead(let error): print("The changes of others are missing:", error)
///     }
/// }
/// ```
public enum ContextEvent {
    /// The context processed changes: insertions, updates, and deletions since the last time (rule NTF-1).
    case objectsDidChange(ObjectsChange)
    /// A save begins (rule NTF-3).
    case willSave
    /// A save succeeded (rule NTF-2).
    case didSave(SavedObjects)
    /// A store could not be read in a method that does not throw, such as a merge, a refresh, an undo, or a deletion.
    /// The objects are as before, and the same call succeeds when the store can be read again.
    case didFailToRead(any Error)
}

/// The changes in a context since it last processed changes. The sets have no objects in common, except updated objects
/// that were refreshed.
///
/// ```swift
/// for case let hero as Hero in change.inserted.union(change.updated).union(change.refreshed) {
///     names.insert(hero.name)
/// }
/// ```
public struct ObjectsChange {
    /// New objects, and objects that other contexts saved and this context merged (rule NTF-8). If other processes have
    /// inserted objects in a store that does not say which, they are not among these, but controllers find them.
    public var inserted: Set<ManagedObject> = []
    /// Updated objects, including those that changed through an inverse (rule NTF-16).
    public var updated: Set<ManagedObject> = []
    /// Objects that the next save deletes, or that other contexts deleted and this context merged (rule NTF-9). New
    /// objects that were deleted again are in no set.
    public var deleted: Set<ManagedObject> = []
    /// Objects that took values that others saved, or returned to the saved values.
    public var refreshed: Set<ManagedObject> = []
    /// Objects whose store was removed, which you must no longer use (rule STO-16).
    public var invalidated: Set<ManagedObject> = []
    /// Whether others may have inserted objects that the context does not know of, so that results have to be fetched
    /// again. A change with nothing else is sent only to observers that show results.
    var mayLackInsertions = false
    /// Whether the context discarded all of its objects (rule CTX-19).
    public var invalidatedAllObjects = false
    /// The IDs of the objects that the context discarded, in a module with Core Data's names.
    package var discardedObjectIDs: [ObjectID] = []

    /// No change.
    public init() {}

    /// Whether there are no changes. The context does not report such a change (rule CTX-25).
    public var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty
            && !invalidatedAllObjects
    }
}

/// The objects that a save wrote.
///
/// ```swift
/// for case let hero as Hero in saved.inserted { index[hero.name] = hero.objectID }
/// for case let hero as Hero in saved.deleted { index[hero.name] = nil }  // Its values are still known.
/// ```
public struct SavedObjects {
    /// The new objects, which now have their permanent IDs.
    public var inserted: Set<ManagedObject> = []
    /// The changed objects, including those that changed through an inverse (rule NTF-16).
    public var updated: Set<ManagedObject> = []
    /// The deleted objects, which are no longer in a context, but keep their values.
    public var deleted: Set<ManagedObject> = []
    /// The objects of the sets, in the order of their changes, in which they are usually adjacent in memory.
    package private(set) var written: [WrittenObject] = []

    /// Creates an empty value.
    public init() {}

    /// - Parameter sets: The sets of the objects, if they are known.
    init(_ written: [WrittenObject], sets: ObjectsChange? = nil) {
        self.written = written
        if let sets {
            (inserted, updated, deleted) = (sets.inserted, sets.updated, sets.deleted)
            return
        }
        // A growing set hashes its members again each time.
        inserted.reserveCapacity(written.count { $0.state == .inserted })
        updated.reserveCapacity(written.count { $0.state == .updated })
        for object in written {
            switch object.state {
            case .inserted: inserted.insert(object.object)
            case .updated: updated.insert(object.object)
            case .deleted: deleted.insert(object.object)
            case .clean: break
            }
        }
    }

    /// The IDs of the objects, which other contexts can merge; see ``ManagedObjectContext/mergeChanges(from:)``.
    public var objectIDs: SavedObjectIDs {
        SavedObjectIDs(
            inserted: Set(inserted.map(\.objectID)), updated: Set(updated.map(\.objectID)),
            deleted: Set(deleted.map(\.objectID)))
    }
}

/// The observation of a context, which ends when you release this object.
///
/// ```swift
/// final class HeroCounter {
///     private(set) var count = 0
///     private var observation: ContextObservation?  // Ends with the counter.
///
///     init(of context: ManagedObjectContext) {
///         observation = context.observe { [weak self] event in
///             guard case .objectsDidChange(let change) = event else { return }
///             self?.count += change.inserted.count { $0 is Hero }
///         }
///     }
/// }
/// ```
public final class ContextObservation {
    private let observers: ContextObservers
    private let number: Int

    /// - Parameter showsResults: Whether to also receive that others may have inserted unknown objects.
    init(
        _ handler: @escaping (ContextEvent) -> Void, among observers: ContextObservers, showsResults: Bool = false
    ) {
        self.observers = observers
        number = observers.add(handler, showsResults: showsResults)
    }

    /// Ends the observation.
    public func cancel() { observers.remove(number) }

    deinit { cancel() }
}

/// The observers of a context.
///
/// They are a separate object because weak references to the context would slow down every other reference to it.
final class ContextObservers {
    private var handlers: [(number: Int, showsResults: Bool, handler: (ContextEvent) -> Void)] = []
    private var lastNumber = 0

    var isEmpty: Bool { handlers.isEmpty }

    func add(_ handler: @escaping (ContextEvent) -> Void, showsResults: Bool) -> Int {
        lastNumber += 1
        handlers.append((lastNumber, showsResults, handler))
        return lastNumber
    }

    func remove(_ number: Int) { handlers.removeAll { $0.number == number } }

    /// In the order in which they began to watch.
    ///
    /// - Parameter onlyResults: Whether to leave out those who do not show results.
    func tell(_ event: ContextEvent, onlyResults: Bool = false) {
        for (_, showsResults, handler) in handlers where showsResults || !onlyResults { handler(event) }
    }
}
