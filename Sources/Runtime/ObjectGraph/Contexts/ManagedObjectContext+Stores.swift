import Foundation

// Which store objects are of, and stores that come and go.
extension ManagedObjectContext {
    /// Assigns a new object to a store, if several stores have its entity (rule CTX-30).
    ///
    /// An unassigned object goes to the first store whose configuration has its entity. Objects of different stores
    /// cannot point to one another: the save throws an error.
    ///
    /// - Precondition: The object is a new object of this context without a permanent ID, or already belongs to that
    ///   store, and the coordinator has the store for the object's entity.
    public func assign(_ object: ManagedObject, to store: any PersistentStore) {
        completeSaveInProgress()
        require(object.context === self, "\(object) belongs to another context")
        let layout = persistentStoreCoordinator.layout
        require(
            layout.ordinal(of: object.entity, inStore: store.identifier) != nil,
            "the coordinator has no store \(store.identifier) for objects of '\(object.entity.name)'")
        if object.objectID.storeIdentifier == store.identifier { return }
        require(
            object.isInserted && object.reference.isTemporary,
            "\(object) is stored or has a permanent ID, so you cannot assign it to another store")
        object.ownDetails.assignedStoreIdentifier = store.identifier
    }

    /// The table that an object is in, or will be when it is saved; nil if no store has its entity.
    func table(of object: ManagedObject) -> Int? { table(of: object, in: layout) }

    /// - Parameter layout: The context's own, for many objects in a row.
    func table(of object: ManagedObject, in layout: GraphLayout) -> Int? {
        guard object.reference.isTemporary else { return object.reference.entityOrdinal }
        guard let identifier = object.details?.assignedStoreIdentifier else { return layout.ordinal(of: object.entity) }
        return layout.ordinal(of: object.entity, inStore: identifier)
    }

    /// Looks whether stores have come or gone.
    func followStores() {
        let count = persistentStoreCoordinator.storesCount
        guard storesCount != count else { return }
        storesCount = count
        moveOn()
    }

    /// Registers added and removed stores. Objects of a removed store are like objects that no store contains (rule
    /// STO-16); those with changes keep them, so nothing is lost silently.
    func noteStores() {
        let places = layout.stores.compactMap(\.place) + departedPlaces
        layout = snapshot.layout
        keepPlaces(places)
        storesCount = persistentStoreCoordinator.storesCount
        for object in registry.all where !object.reference.isTemporary {
            guard layout.storeIndex(ofTable: object.reference.entityOrdinal) == nil,
                !object.flags.contains(.isInaccessible)
            else { continue }
            invalidate(object)
        }
    }

    /// Keeps those of some places whose stores no longer exist while the context still knows objects that were there.
    private func keepPlaces(_ places: [TablePlace]) {
        let departed = places.filter { place in !layout.stores.contains { $0.place === place } }
        guard !departed.isEmpty else { return departedPlaces = [] }
        let tables = Set(registry.all.lazy.map(\.reference).filter { !$0.isTemporary }.map(\.entityOrdinal))
        departedPlaces = departed.filter { undoHistory != nil || !tables.isDisjoint(with: $0.ordinals) }
    }

    private func invalidate(_ object: ManagedObject) {
        object.flags.insert(.isInaccessible)
        objectsToCheck.remove(object)
        if !object.hasChanges {
            object.dropPending()
            object.heldRow = .none
            object.flags.insert(.isFault)
        }
        object.noteRefresh()
        if eventObjects.isEmpty { scheduleProcessing?() }
        eventChange.invalidated.insert(object)
    }
}
