import Foundation

extension ManagedObjectContext {
    /// Calls a closure with everything that happens in the context, until the result is released. Several are called in
    /// the order in which they came.
    public func observe(_ handler: @escaping (ContextEvent) -> Void) -> ContextObservation {
        ContextObservation(handler, among: observers)
    }

    /// Brings changes to an end that belong together: they become one group that can be undone, and those who watch the
    /// context are told (rule CTX-24). Without changes nothing happens (rule CTX-25).
    ///
    /// A save does this itself. Programs call it where a user's action ends; the main actor's context does it on its own
    /// when the actor comes to it.
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

    /// Ends the event of objects of which nobody is told.
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
