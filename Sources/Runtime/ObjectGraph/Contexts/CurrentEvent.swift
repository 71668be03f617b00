/// What has changed in a context since it last processed changes.
///
/// Objects whose values the context has changed are in a list, in the order of their first change. What happened to
/// others, and what is known of the whole, is a change of its own.
struct CurrentEvent {
    private(set) var objects: [ManagedObject] = []
    /// Changes of objects that are not in the list.
    var change = ObjectChanges()
    /// How often changes have been processed.
    private(set) var processingCount = 0
    /// Called at the first change after a processing, to schedule the next one.
    var schedule: (() -> Void)?

    /// Whether the context has changed no object.
    var isEmpty: Bool { objects.isEmpty }

    mutating func append(_ object: ManagedObject) { objects.append(object) }

    /// Begins to process changes, and returns the changed objects.
    mutating func takeObjects() -> [ManagedObject] {
        processingCount &+= 1
        return removeObjects()
    }

    /// Returns the changed objects without processing them, and clears the list.
    mutating func removeObjects() -> [ManagedObject] {
        defer { objects = [] }
        return objects
    }

    /// Returns the other changes, and begins anew.
    mutating func takeChange() -> ObjectChanges {
        defer { change = ObjectChanges() }
        return change
    }

    /// Returns the objects that have other IDs since observers were notified, and clears their list.
    mutating func takeRenamed() -> [ManagedObject] {
        defer { change.renamed = [] }
        return change.renamed
    }

    /// Notes that all objects have been discarded, whatever happened to them before.
    ///
    /// - Parameter objectIDs: Their IDs, for those who want them.
    mutating func noteReset(discarding objectIDs: [ObjectID]) {
        change = ObjectChanges()
        change.invalidatedAllObjects = true
        change.discardedObjectIDs = objectIDs
    }

    /// Returns to an earlier moment of the same event.
    mutating func restore(_ earlier: CurrentEvent) {
        objects = earlier.objects
        change = earlier.change
    }
}
