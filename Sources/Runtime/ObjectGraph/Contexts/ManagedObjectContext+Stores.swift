import Foundation

// Which store objects are of, and stores that come and go.
extension ManagedObjectContext {
    /// Assigns a new object to a store, if several stores have its entity (rule CTX-30).
    ///
    /// An unassigned object goes to the first store whose configuration has its entity. Objects of different stores
    /// cannot point to one another: the save throws an error.
    ///
    /// ```swift
    /// let draft = Hero(context: context)
    /// context.assign(draft, to: drafts)  // Without this, it goes to the first store that has heroes.
    /// try context.save()
    /// ```
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
        guard let identifier = assignedStoreIdentifier(of: object) else { return layout.ordinal(of: object.entity) }
        return layout.ordinal(of: object.entity, inStore: identifier)
    }

    /// The store that a new object is assigned to, here or in the parent that has inserted it; nil for none.
    private func assignedStoreIdentifier(of object: ManagedObject) -> UUID? {
        if let identifier = object.details?.assignedStoreIdentifier { return identifier }
        guard object.state != .inserted else { return nil }
        return sequence(first: self, next: \.parent).dropFirst()
            .compactMap { $0.registry[object.reference]?.details?.assignedStoreIdentifier }.first
    }

    /// Looks whether stores have come or gone.
    func followStores() {
        if stores.note(count: persistentStoreCoordinator.storesCount) { moveOn() }
    }

    /// Registers added and removed stores. Objects of a removed store are like objects that no store contains (rule
    /// STO-16); those with changes keep them, so nothing is lost silently.
    func noteStores() {
        stores.take(snapshot.layout, count: persistentStoreCoordinator.storesCount) {
            // Undoing may need the object of any table.
            if undoHistory != nil { return nil }
            return Set(registry.all.lazy.map(\.reference).filter { !$0.isTemporary }.map(\.entityOrdinal))
        }
        for object in registry.all where !object.reference.isTemporary {
            guard layout.storeIndex(ofTable: object.reference.entityOrdinal) == nil,
                !object.flags.contains(.isInaccessible)
            else { continue }
            invalidate(object)
        }
    }

    private func invalidate(_ object: ManagedObject) {
        object.flags.insert(.isInaccessible)
        changes.checked.remove(object)
        if !object.hasChanges {
            object.dropPending()
            object.heldRow = .none
            object.flags.insert(.isFault)
        }
        object.noteRefresh()
        scheduleFirstChange()
        event.change.invalidated.insert(object)
    }
}
