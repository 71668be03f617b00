import Foundation

/// An event that a context sends to its observers, in the context's isolation and in this order: a save processes
/// changes (``objectsDidChange(_:)``), begins (``willSave``), processes the changes of hooks, and ends
/// (``didSave(_:)``). Then it sends what it has changed itself and not listed in that way, such as values that it has
/// merged (``objectsDidChange(_:)``). A save that fails sends only ``willSave`` (rule NTF-4); a save without changes
/// sends no events.
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
    case objectsDidChange(ObjectChanges)
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
public struct ObjectChanges {
    /// New objects, and objects that other contexts saved and this context merged (rule NTF-8). If other processes have
    /// inserted objects in a store that does not say which, they are not among these, but controllers find them.
    public var inserted: Set<ManagedObject> = []
    /// Updated objects, including those that changed through an inverse (rule NTF-16).
    public var updated: Set<ManagedObject> = []
    /// Objects that the next save deletes, or that other contexts deleted and this context merged (rule NTF-9), or that
    /// a save has given up. New objects that were deleted again are in no set.
    public var deleted: Set<ManagedObject> = []
    /// Objects that took values that others saved or that a save has derived, or returned to the saved values.
    public var refreshed: Set<ManagedObject> = []
    /// Objects whose store was removed, which you must no longer use (rule STO-16).
    public var invalidated: Set<ManagedObject> = []
    /// Whether others may have inserted or changed objects that the context does not know of, so that results have to
    /// be fetched again. A change with nothing else is sent only to observers that show results.
    var mayLackInsertions = false
    /// Objects whose reported changes a save has added to, by hooks or derived attributes, which the event of the save
    /// lists, and objects that others have changed and this context has not read, which may now be in a result. Only
    /// observers that show results look at them.
    var settled: [ManagedObject] = []
    /// Objects that have other IDs since, of which only observers that show results are notified.
    var renamed: [ManagedObject] = []
    /// Of the objects of the sets, those that a save has written and listed before.
    var written: Set<ManagedObject> = []
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

    /// Whether observers that show results need the change, even if it is empty.
    var concernsResults: Bool { mayLackInsertions || !settled.isEmpty || !renamed.isEmpty }
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
    init(_ written: [WrittenObject], sets: ObjectChanges? = nil) {
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

/// An object that a save has written, and its state before.
package struct WrittenObject {
    package var object: ManagedObject
    package var state: ManagedObject.State
    /// The permanent ID.
    package var objectID: ObjectID
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

    /// The names of the entities in the results that the observer shows; nil if it shows none.
    let resultEntityNames: Set<String>?

    /// - Parameter resultEntityNames: The names of the entities in the results that the observer shows, to also receive
    ///   what concerns only results; nil if it shows none.
    init(
        _ handler: @escaping (ContextEvent) -> Void, among observers: ContextObservers,
        resultEntityNames: Set<String>? = nil
    ) {
        self.observers = observers
        self.resultEntityNames = resultEntityNames
        number = observers.add(handler, resultEntityNames: resultEntityNames)
    }

    /// Ends the observation.
    public func cancel() { observers.remove(number) }

    deinit { cancel() }
}

/// The observers of a context.
///
/// They are a separate object because weak references to the context would slow down every other reference to it.
final class ContextObservers {
    /// See ``ManagedObjectContext/notificationCenter``.
    var notificationCenter: NotificationCenter?
    /// See ``ManagedObjectContext/logRequest``.
    var logRequest: ((StoreRequest) -> Void)?
    private var handlers: [(number: Int, resultEntityNames: Set<String>?, handler: (ContextEvent) -> Void)] = []
    private var lastNumber = 0

    init(notificationCenter: NotificationCenter?) { self.notificationCenter = notificationCenter }

    /// Whether someone shows results.
    private(set) var showResults = false
    /// The names of the entities in results that someone shows.
    private(set) var resultEntityNames: Set<String> = []

    /// Whether anyone receives events, in any form.
    var areListening: Bool { !handlers.isEmpty || notificationCenter != nil || logRequest != nil }

    func add(_ handler: @escaping (ContextEvent) -> Void, resultEntityNames: Set<String>?) -> Int {
        lastNumber += 1
        handlers.append((lastNumber, resultEntityNames, handler))
        noteResults()
        return lastNumber
    }

    func remove(_ number: Int) {
        handlers.removeAll { $0.number == number }
        noteResults()
    }

    private func noteResults() {
        let names = handlers.compactMap(\.resultEntityNames)
        showResults = !names.isEmpty
        resultEntityNames = names.reduce(into: []) { $0.formUnion($1) }
    }

    /// In the order in which they began to watch.
    ///
    /// - Parameter onlyResults: Whether to leave out those who do not show results.
    func tell(_ event: ContextEvent, onlyResults: Bool = false) {
        for (_, names, handler) in handlers where names != nil || !onlyResults { handler(event) }
    }

    /// Tells everyone of an event, each in the form that they want.
    func post(_ event: ContextEvent, of context: ManagedObjectContext) {
        if case .didSave(let saved) = event, context.parent == nil { logRequest?(StoreRequest(saved)) }
        tell(event)
        guard let notificationCenter else { return }
        for notification in event.notifications(of: context) { notificationCenter.post(notification) }
    }
}
