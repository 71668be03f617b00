import Foundation
import ObjectGraph
import Synchronization

/// The work of a context during calls to stores, for custom stores that need the caller.
struct StoreCall: Sendable {
    /// The call that the current task makes; nil outside of calls. A task-local value, because the runtime between the
    /// context and a custom store does not pass on a context: the requests of stores name objects, not who asks.
    @TaskLocal static var current: StoreCall?
    /// The current call to a custom store, whose code may call back.
    @TaskLocal static var turn: StoreTurn?
    let context: NSManagedObjectContext
    // Unsafe: it is used on the thread of the call.
    /// The request of the context; nil for anything but a fetch.
    nonisolated(unsafe) let request: NSPersistentStoreRequest?
    /// Whether the context saves.
    let isSave: Bool

    init(_ context: NSManagedObjectContext, _ request: NSPersistentStoreRequest?, isSave: Bool) {
        self.context = context
        self.request = request
        self.isSave = isSave
    }
}

/// A call to a custom store. Tasks that its code creates inherit it, but are not part of it: it belongs to one thread,
/// and ends.
final class StoreTurn: Sendable {
    private let coordinator: ObjectIdentifier
    /// The enclosing call, such as that of a store with a cache in another store.
    private let outer: StoreTurn?
    private let thread = ObjectIdentifier(Thread.current)
    private let isOver = Atomic(false)

    init(of coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = ObjectIdentifier(coordinator)
        outer = StoreCall.turn
    }

    func end() { isOver.store(true, ordering: .relaxed) }

    /// Returns whether a store of a coordinator is being called on this thread.
    func isOf(_ coordinator: NSPersistentStoreCoordinator) -> Bool {
        let isOwn = self.coordinator == ObjectIdentifier(coordinator) && thread == ObjectIdentifier(Thread.current)
        return isOwn && !isOver.load(ordering: .relaxed) || outer?.isOf(coordinator) == true
    }
}

extension NSManagedObjectContext {
    /// Runs work that may call custom stores, and then reports to them which objects the context has.
    func calling<Result>(
        for request: NSPersistentStoreRequest?, isSave: Bool, _ body: () throws -> Result
    ) throws -> Result {
        if isSave, isInsideStore {
            throw NSError(
                code: NSCoreDataError,
                "a store cannot save contexts of its own coordinator while it answers a request; save them afterward"
            )
        }
        let result = try StoreCall.$current.withValue(StoreCall(self, request, isSave: isSave), operation: body)
        tellStores()
        return result
    }

    /// Whether all stores are incremental stores of the program.
    final var asksIncrementalStoresOnly: Bool {
        guard RegisteredStores.isAny, let stores = persistentStoreCoordinator?.persistentStores else { return false }
        return !stores.isEmpty && stores.allSatisfy { $0 is NSIncrementalStore }
    }

    /// Whether a store of the context's coordinator is being called on this thread, and has called the context.
    private final var isInsideStore: Bool {
        guard let turn = StoreCall.turn, let persistentStoreCoordinator else { return false }
        return turn.isOf(persistentStoreCoordinator)
    }

    /// Reports to incremental stores which objects the context has registered and unregistered, but not while one of
    /// them is being called, because two that call each other would deadlock. The report then follows the next request.
    final func tellStores() {
        guard RegisteredStores.isAny, let persistentStoreCoordinator, !isInsideStore else { return }
        let stores = persistentStoreCoordinator.persistentStores.compactMap { $0 as? NSIncrementalStore }
        guard !stores.isEmpty else { return }
        var present: [UUID: Set<ObjectID>] = [:]
        for object in usedGraph?.registeredObjects ?? [] {
            guard let identifier = object.objectID.storeIdentifier else { continue }
            present[identifier, default: []].insert(object.objectID)
        }
        for store in stores { tell(store, of: present[store.graphIdentifier] ?? []) }
    }

    private func tell(_ store: NSIncrementalStore, of present: Set<ObjectID>) {
        let before = toldObjectIDs[store.graphIdentifier] ?? []
        guard before != present else { return }
        toldObjectIDs[store.graphIdentifier] = present
        let new = present.subtracting(before).sorted().map { NSManagedObjectID($0) }
        let gone = before.subtracting(present).sorted().map { NSManagedObjectID($0) }
        guard let adapter = store.graphStore as? IncrementalStoreAdapter else { return }
        adapter.inTurn {
            if !new.isEmpty { store.managedObjectContextDidRegisterObjects(with: new) }
            if !gone.isEmpty { store.managedObjectContextDidUnregisterObjects(with: gone) }
        }
    }

    /// Reports to incremental stores that the context is deallocated with all of its objects.
    final func tellStoresOfEnd() {
        guard !toldObjectIDs.isEmpty, let persistentStoreCoordinator else { return }
        for case let store as NSIncrementalStore in persistentStoreCoordinator.persistentStores {
            tell(store, of: [])
        }
    }
}
