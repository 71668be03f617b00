import Foundation
import ObjectGraph

/// What a context is doing while stores are asked, for stores of a program's own, which are told who asks.
struct StoreCall: Sendable {
    @TaskLocal static var current: StoreCall?
    /// The coordinators of which stores are being asked, whose code calls back.
    @TaskLocal static var askedCoordinators: Set<ObjectIdentifier> = []

    let context: NSManagedObjectContext
    // Unchecked: it is looked at on the thread that asks.
    private let asked: Unchecked<NSPersistentStoreRequest?>
    /// Whether the context saves.
    let isSave: Bool
    /// What the context was asked; nil for anything but a fetch.
    var request: NSPersistentStoreRequest? { asked.value }

    init(_ context: NSManagedObjectContext, _ request: NSPersistentStoreRequest?, isSave: Bool) {
        self.context = context
        self.isSave = isSave
        asked = Unchecked(value: request)
    }
}

extension NSManagedObjectContext {
    /// Runs work that may ask stores of a program's own, and tells these afterwards which objects the context has.
    func calling<Result>(
        for request: NSPersistentStoreRequest?, isSave: Bool, _ body: () throws -> Result
    ) throws -> Result {
        if isSave, isInsideStore {
            throw NSError(
                code: NSCoreDataError,
                "a store cannot save contexts of its own coordinator while the coordinator asks it; save them afterwards"
            )
        }
        let result = try StoreCall.$current.withValue(StoreCall(self, request, isSave: isSave), operation: body)
        tellStores()
        return result
    }

    /// Whether all stores are incremental ones of the program's.
    final var asksIncrementalStoresOnly: Bool {
        guard RegisteredStores.isAny, let stores = persistentStoreCoordinator?.persistentStores else { return false }
        return !stores.isEmpty && stores.allSatisfy { $0 is NSIncrementalStore }
    }

    /// Whether a store of the context's coordinator is being asked on this thread, and has called the context.
    private final var isInsideStore: Bool {
        guard !StoreCall.askedCoordinators.isEmpty, let persistentStoreCoordinator else { return false }
        return StoreCall.askedCoordinators.contains(ObjectIdentifier(persistentStoreCoordinator))
    }

    /// Tells incremental stores which objects the context has taken up and let go. Not while one of them is being asked: two that
    /// ask each other would wait for each other. What they miss is told after the next request.
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

    /// Tells incremental stores that the context goes, and all of its objects.
    final func tellStoresOfEnd() {
        guard !toldObjectIDs.isEmpty, let persistentStoreCoordinator else { return }
        for case let store as NSIncrementalStore in persistentStoreCoordinator.persistentStores {
            tell(store, of: [])
        }
    }
}
