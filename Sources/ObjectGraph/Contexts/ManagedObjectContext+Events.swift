import Foundation

extension ManagedObjectContext {
    /// Calls a closure for each event of the context, until you release the result. The context calls several closures
    /// in the order of their registration.
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
        processingCount &+= 1
        let objects = eventObjects
        eventObjects = []
        undoHistory?.record(objects, in: self)
        // After that: what others have changed is not to be undone here.
        if automaticallyMergesChangesFromParent { mergeLatest() }
        var change = eventChange
        eventChange = ObjectsChange()
        guard isWatched else { return forget(objects) }
        // A set that grows hashes what it has anew each time.
        change.inserted.reserveCapacity(change.inserted.count + objects.count { $0.state == .inserted })
        change.updated.reserveCapacity(change.updated.count + objects.count { $0.state == .updated })
        for object in objects { note(object, in: &change) }
        change.refreshed.subtract(change.deleted)
        if !change.invalidated.isEmpty {
            change.updated.subtract(change.invalidated)
            change.refreshed.subtract(change.invalidated)
        }
        guard !change.isEmpty else { return }
        post(.objectsDidChange(change))
    }

    /// Ends the event under way before others' changes come, which are not to be undone here.
    func endEventBeforeMerging() {
        if undoHistory != nil, !eventObjects.isEmpty { processPendingChanges() }
    }

    func post(_ event: ContextEvent) {
        if case .didSave(let saved) = event, parent == nil { requestLog?(StoreRequest(saved)) }
        observers.tell(event)
        guard let notificationCenter else { return }
        for notification in event.notifications(of: self) { notificationCenter.post(notification) }
    }

    /// Whether anybody is told of events.
    var isWatched: Bool { !observers.isEmpty || notificationCenter != nil || requestLog != nil }

    /// Says that an object is about to change other than by setting its values.
    func beginEvent(of object: ManagedObject) {
        guard !object.isInEvent else { return }
        object.isInEvent = true
        object.eventBase = object.currentState ?? ObjectState(state: object.state, values: [], links: [])
        appendToEvent(object)
    }

    /// Ends the event of objects of which no one is told.
    private func forget(_ objects: [ManagedObject]) {
        for object in objects {
            object.isInEvent = false
            object.eventBase = nil
        }
    }

    private func note(_ object: ManagedObject, in change: inout ObjectsChange) {
        let before = object.eventBase?.state
        object.isInEvent = false
        object.eventBase = nil
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
