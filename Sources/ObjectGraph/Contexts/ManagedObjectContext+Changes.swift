// What has changed since the last save.
extension ManagedObjectContext {
    /// The changed objects, in the order of their first change.
    var changed: [ManagedObject] { changes.all }

    /// Whether there is anything to save.
    public var hasChanges: Bool { !changes.isEmpty }

    /// The new objects.
    public var insertedObjects: Set<ManagedObject> { Set(changed.filter(\.isInserted)) }
    /// The stored objects with changes.
    public var updatedObjects: Set<ManagedObject> { Set(changed.filter(\.isUpdated)) }
    /// The stored objects that the next save removes.
    public var deletedObjects: Set<ManagedObject> { Set(changed.filter(\.isDeleted)) }
    /// The objects that are registered with the context.
    public var registeredObjects: Set<ManagedObject> { Set(registry.all.filter { !$0.isDropped }) }

    func noteUpdate(of object: ManagedObject) {
        guard object.state == .clean else { return }
        object.state = .updated
        changes.append(object)
    }

    /// Puts an object among the changed ones.
    func note(_ object: ManagedObject) { changes.append(object) }

    /// Takes a new object from the changed ones, as if it had never been inserted.
    func drop(_ object: ManagedObject) {
        object.state = .deleted
        object.flags.insert(.isDropped)
        // A save that failed may have given it one, under which nothing will ever be stored.
        object.permanentReference = .none
        changes.noteDropped()
        if parent != nil { dropped.insert(object.reference) }
    }

    /// Takes an object from the changed ones, which has no changes any more. O(*n*) in their number.
    func unnote(_ object: ManagedObject) {
        object.dropPending()
        object.state = .clean
        changes.remove(object)
    }

    /// Hands over the changed objects, and begins again.
    func takeChanged() -> [ManagedObject] {
        defer { changes.removeAll() }
        prefetched = []
        dropped = []
        mayLeadToDeleted = false
        return changed
    }

    func appendToEvent(_ object: ManagedObject) {
        if eventObjects.isEmpty { scheduleProcessing?() }
        eventObjects.append(object)
    }

    /// Forgets what has changed since changes were last processed, as what tells of it has been told already.
    func endEvent() {
        for object in eventObjects {
            object.isInEvent = false
            object.eventBase = nil
        }
        eventObjects = []
    }

    /// Says that objects may have ceased to exist, or come back.
    func noteDepartures() { departureCount += 1 }
}
