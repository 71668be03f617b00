/// What a context has changed since its last save, and what its next one has to do. The changed objects are retained.
///
/// What is known of the changes as a whole is only added to, until all changes are taken or discarded.
struct PendingChanges {
    private var list = ChangedObjects<ManagedObject>()
    /// The sets of these objects, if the last event had all of them, each in the set that it is also in when it is
    /// saved.
    private(set) var sets: ObjectChanges?
    /// Whether objects that the context deletes may still have links to them, because it did not know all of them.
    private(set) var mayLeadToDeleted = false
    /// Whether a link was added or removed on one side only, because the other side was read before others removed or
    /// added it. The save completes the change.
    private(set) var areOneSided = false
    /// Whether the program has set destinations of changed objects on one side only.
    private(set) var havePrimitiveLinks = false
    /// Whether the outcome of a save since the last one that succeeded is unknown. New objects then keep their reserved
    /// IDs, by which the store recognizes them.
    var mayBeSaved = false
    /// The objects that a child context has inserted and deleted again, which its parent never knows.
    private var dropped: Set<ObjectReference> = []
    /// The objects that were inserted and deleted again, in any context, that others had deleted, and that the save was
    /// to store again.
    private var droppedReturns: [ManagedObject] = []
    /// What has not been done yet of deletions.
    var deletions = DeferredDeletions<ManagedObject>()
    /// The unchanged objects whose versions the next save checks (rule CTX-29).
    var checked: Set<ManagedObject> = []

    var isEmpty: Bool { list.isEmpty }

    /// The changed objects, in the order of their first change.
    var objects: [ManagedObject] { mutating get { list.all } }

    @inline(__always)
    mutating func append(_ object: ManagedObject) {
        list.append(object)
        if sets != nil { sets = nil }
    }

    /// Removes a new object, as if it had never been inserted.
    ///
    /// - Parameter isOfChild: Whether the context has a parent.
    mutating func drop(_ object: ManagedObject, isOfChild: Bool) {
        list.noteDropped()
        sets = nil
        if isOfChild { dropped.insert(object.reference) }
        if !object.reference.isTemporary { droppedReturns.append(object) }
    }

    /// Whether an object was inserted and deleted again.
    func hasDropped(_ reference: ObjectReference) -> Bool { dropped.contains(reference) }

    /// Returns the dropped objects that others had deleted, and forgets them.
    mutating func takeDroppedReturns() -> [ManagedObject] {
        if droppedReturns.isEmpty { return [] }
        defer { droppedReturns = [] }
        return droppedReturns
    }

    /// Removes an object whose changes are discarded.
    mutating func remove(_ object: ManagedObject) {
        list.remove(object)
        sets = nil
    }

    /// O(*n*), for any number of objects.
    mutating func remove(_ removed: Set<ObjectIdentifier>) {
        guard !removed.isEmpty else { return }
        list.remove(removed)
        sets = nil
    }

    /// Notes which sets the objects are in, so that the save need not hash them again, which costs more than the rest
    /// of it.
    ///
    /// - Parameters:
    ///   - sets: The sets of an event.
    ///   - count: The number of its objects; nil if some are in another set when they are saved, or in none.
    mutating func note(_ sets: ObjectChanges, ofAll count: Int?) {
        if let count, count == list.all.count { self.sets = sets } else { self.sets = nil }
    }

    mutating func noteLinksToDeleted() { mayLeadToDeleted = true }

    mutating func noteOneSidedLink() { areOneSided = true }

    mutating func notePrimitiveLinks() { havePrimitiveLinks = true }

    /// Returns the changed objects, and forgets what was known of the changes. What deletions have not done yet, and
    /// what is to be checked, stays.
    mutating func takeAll() -> [ManagedObject] {
        defer {
            list.removeAll()
            sets = nil
            mayLeadToDeleted = false
            areOneSided = false
            havePrimitiveLinks = false
            dropped = []
            droppedReturns = []
        }
        return list.all
    }

    /// Forgets what the next save was to do beyond storing objects.
    mutating func discardRest() {
        checked = []
        deletions.removeAll()
    }

    /// Returns to the objects and the deletions of an earlier time. What has been found out about the changes since
    /// stays: it may still be true.
    mutating func restore(_ earlier: PendingChanges) {
        list = earlier.list
        sets = earlier.sets
        deletions.restoreRules(of: earlier.deletions)
        checked = earlier.checked
    }
}
