/// What a context tells those who watch it, in the context's isolation and in this order: a save processes changes
/// (``objectsDidChange(_:)``), begins (``willSave``), processes what hooks have changed, and ends (``didSave(_:)``). A save
/// that fails tells that it began only (rule NTF-4); one without changes tells nothing.
public enum ContextEvent {
    /// Changes have been processed: inserts, updates and deletions since the last time (rule NTF-1).
    case objectsDidChange(ObjectsChange)
    /// A save begins (rule NTF-3).
    case willSave
    /// A save has succeeded (rule NTF-2).
    case didSave(SavedObjects)
}

/// What changed in a context since it last processed changes. The sets have no object in common but for updates that
/// were refreshed.
public struct ObjectsChange {
    /// New objects, and those that others have saved and this context has merged (rule NTF-8).
    public var inserted: Set<ManagedObject> = []
    /// Objects touched through an inverse among them (rule NTF-16).
    public var updated: Set<ManagedObject> = []
    /// Objects that are to be deleted by the next save, or that others have deleted and this context has merged (rule
    /// NTF-9). New ones that were dropped again are in no set.
    public var deleted: Set<ManagedObject> = []
    /// Objects that have taken values others saved, or have gone back to what was saved.
    public var refreshed: Set<ManagedObject> = []
    /// Objects whose store has been removed, which must not be used any more (rule STO-16).
    public var invalidated: Set<ManagedObject> = []
    /// Whether the context has forgotten all of its objects (rule CTX-19).
    public var invalidatedAllObjects = false

    /// No change.
    public init() {}

    /// Whether there is nothing to tell. Such a change is not told (rule CTX-25).
    public var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty
            && !invalidatedAllObjects
    }
}

/// What a save has written.
public struct SavedObjects {
    /// The objects that were new; they have their permanent identities by now.
    public var inserted: Set<ManagedObject> = []
    /// The objects that had changes, those touched through an inverse among them (rule NTF-16).
    public var updated: Set<ManagedObject> = []
    /// The objects that are gone. They are in no context any more, and keep their values.
    public var deleted: Set<ManagedObject> = []

    /// Nothing saved.
    public init() {}

    /// The same as identities, which other contexts can take: see ``ManagedObjectContext/mergeChanges(from:)``.
    public var objectIDs: SavedObjectIDs {
        SavedObjectIDs(
            inserted: Set(inserted.map(\.objectID)), updated: Set(updated.map(\.objectID)),
            deleted: Set(deleted.map(\.objectID)))
    }
}

/// What a save has written, as identities that may be handed to any task (rule NTF-6).
public struct SavedObjectIDs: Sendable, Hashable {
    /// The identities of new objects, permanent ones.
    public var inserted: Set<ObjectID>
    /// The identities of changed objects.
    public var updated: Set<ObjectID>
    /// The identities of objects that are gone.
    public var deleted: Set<ObjectID>

    /// What another process, or a history, says to have been saved.
    public init(inserted: Set<ObjectID> = [], updated: Set<ObjectID> = [], deleted: Set<ObjectID> = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }
}

/// Keeps a watcher of a context watching; it ends when this is released.
public final class ContextObservation {
    private let observers: ContextObservers
    private let number: Int

    init(_ handler: @escaping (ContextEvent) -> Void, among observers: ContextObservers) {
        self.observers = observers
        number = observers.add(handler)
    }

    /// Ends the watching.
    public func cancel() {
        observers.remove(number)
    }

    deinit {
        cancel()
    }
}

/// Those who watch a context.
///
/// Something of its own that observations hold: objects ask their context for everything, and what anybody holds weakly is
/// slower to hold.
final class ContextObservers {
    private var handlers: [(number: Int, handler: (ContextEvent) -> Void)] = []
    private var lastNumber = 0

    var isEmpty: Bool { handlers.isEmpty }

    func add(_ handler: @escaping (ContextEvent) -> Void) -> Int {
        lastNumber += 1
        handlers.append((lastNumber, handler))
        return lastNumber
    }

    func remove(_ number: Int) {
        handlers.removeAll { $0.number == number }
    }

    /// In the order in which they began to watch.
    func tell(_ event: ContextEvent) {
        for (_, handler) in handlers { handler(event) }
    }
}
