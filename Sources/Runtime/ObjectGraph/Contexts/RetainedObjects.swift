/// The objects that a context keeps alive although they have no changes, and whether objects keep others alive.
struct RetainedObjects<Object: Hashable> {
    /// Whether the context retains all of its objects.
    private(set) var includesAll = false
    /// These objects; empty if it does not.
    private(set) var all: Set<Object> = []
    /// The objects that prefetching retains.
    private(set) var prefetched: [Object] = []
    /// The objects that others have inserted, and the last merge has registered, for objects that retain their
    /// destinations.
    private(set) var mergedInsertions: [Object] = []
    /// Whether objects retain the destinations that were read from them, until they are faults again.
    var includesDestinations = false
    /// Whether some object has retained destinations.
    private(set) var hasDestinations = false

    /// Retains all of some objects from now on, and those that are added.
    mutating func includeAll(_ objects: [Object]) {
        includesAll = true
        all = Set(objects)
    }

    /// Retains objects with changes only.
    mutating func includeChangedOnly() {
        includesAll = false
        all = []
    }

    /// Retains an object that the context has registered, if it retains all.
    @inline(__always)
    mutating func add(_ object: Object) { if includesAll { all.insert(object) } }

    /// Releases an object that has left the context.
    mutating func remove(_ object: Object) { if includesAll { all.remove(object) } }

    /// Retains the objects of an earlier time instead of the present ones, if the context still retains all.
    mutating func restore(_ earlier: Set<Object>) { if includesAll { all = earlier } }

    /// Retains objects until the next prefetching, save, or rollback, in place of earlier ones.
    mutating func keep(prefetched objects: [Object]) { prefetched = objects }

    /// Retains what a merge has registered until the next merge, save, or rollback.
    mutating func keep(merged objects: [Object]) {
        if includesDestinations, !objects.isEmpty { mergedInsertions = objects }
    }

    mutating func noteDestinations() { hasDestinations = true }

    /// Releases what is retained until a save or a rollback.
    mutating func endChanges() {
        prefetched = []
        mergedInsertions = []
    }

    /// Releases all objects of a context that is reset. Those that are registered from now on are retained as before.
    mutating func removeAll() {
        all = []
        endChanges()
        hasDestinations = false
    }
}
