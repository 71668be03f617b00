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
    ///
    /// A context that merges what others have saved reads it here, and waits for the store.
    /// ``processPendingChangesAsynchronously(isolation:)`` doesn't block the context's actor.
    public func processPendingChanges() { processPendingChanges { mergeFollowed() } }

    /// - Parameter merge: Merges what others have saved.
    func processPendingChanges(merging merge: () -> Void) {
        followStores()
        propagateDeletionsOfEvent()
        let objects = event.takeObjects()
        undoHistory?.record(objects)
        // After recording, because others' changes are not undone here.
        merge()
        var change = event.takeChange()
        guard observers.areListening else { return forget(objects) }
        // By a save that has failed, or that is in progress.
        for object in change.settled where object.state == .updated || object.state == .inserted {
            if !change.inserted.contains(object) { change.updated.insert(object) }
        }
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
        guard !change.isEmpty else { return tellResults(of: change) }
        changes.note(change, ofAll: isOfSave ? objects.count : nil)
        post(.objectsDidChange(change))
    }

    /// Notifies observers of what a save has changed itself, after the event of the save. What its last hooks have
    /// changed waits for the next processing.
    ///
    /// - Parameter written: The objects that the event of the save has listed.
    func notifyOfChangesBySave(of written: [WrittenObject]) {
        var change = event.takeChange()
        guard observers.areListening else { return }
        change.refreshed.subtract(change.deleted)
        change.refreshed.subtract(change.inserted)
        guard !change.isEmpty else { return tellResults(of: change) }
        // Children that follow this context have merged these.
        if !children.isEmpty { change.written = Set(written.lazy.map(\.object)) }
        changes.note(change, ofAll: nil)
        post(.objectsDidChange(change))
    }

    /// Notifies observers that show results of the objects that have other IDs, also in children.
    func notifyOfOtherIDs() {
        var change = ObjectChanges()
        change.renamed = event.takeRenamed()
        tellResults(of: change)
        for child in children.all { child.notifyOfOtherIDs() }
    }

    private func tellResults(of change: ObjectChanges) {
        if change.concernsResults { observers.tell(.objectsDidChange(change), onlyResults: true) }
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
        if undoHistory != nil, !event.isEmpty { processPendingChanges() }
    }

    func post(_ event: ContextEvent) { observers.post(event, of: self) }

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
    private func note(_ object: ManagedObject, in change: inout ObjectChanges, _ isOfSave: inout Bool) {
        let before = object.eventBase?.state
        switch (before, object.state) {
        case (nil, .inserted), (.clean, .updated), (.clean, .deleted): break
        default: isOfSave = false
        }
        endEvent(of: object)
        let existed = before != nil && before != .deleted
        let exists = object.state != .deleted && !object.flags.contains(.hasLeft)
        switch (existed, exists) {
        case (false, true):
            // A child has brought back what others have deleted, which observers have not heard of yet.
            if change.deleted.remove(object) == nil {
                change.inserted.insert(object)
            } else {
                change.updated.insert(object)
            }
        case (true, false): change.deleted.insert(object)
        case (true, true):
            if object.state == .clean { change.refreshed.insert(object) } else { change.updated.insert(object) }
        case (false, false): break
        }
    }
}
