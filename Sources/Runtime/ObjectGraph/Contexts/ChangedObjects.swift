/// The changed objects of a context, which retains them until they are saved.
///
/// New objects that are deleted again, and objects whose changes are discarded, are removed lazily, because removing
/// each one immediately takes quadratic time.
struct ChangedObjects {
    private var objects: [ManagedObject] = []
    /// How many of ``objects`` are to be left out.
    private var droppedCount = 0
    /// Those of them whose changes were discarded.
    private var discarded: Set<ObjectIdentifier> = []
    /// The sets of these objects, if the last event had all of them, each in the set that it is also in when it is
    /// saved.
    var sets: ObjectsChange?

    var isEmpty: Bool { objects.count == droppedCount }

    /// In the order of their first change.
    var all: [ManagedObject] {
        mutating get {
            if droppedCount > 0 { compact() }
            return objects
        }
    }

    private mutating func compact() {
        if discarded.isEmpty {
            objects.removeAll(where: \.isDropped)
        } else {
            objects.removeAll { $0.isDropped || discarded.contains(ObjectIdentifier($0)) }
            discarded = []
        }
        droppedCount = 0
    }

    mutating func append(_ object: ManagedObject) {
        // It would be left out.
        if droppedCount > 0, discarded.contains(ObjectIdentifier(object)) { compact() }
        objects.append(object)
        if sets != nil { sets = nil }
    }

    /// Counts one of the objects as dropped. The caller marks it.
    mutating func noteDropped() {
        droppedCount += 1
        sets = nil
    }

    /// Removes one of the objects.
    mutating func remove(_ object: ManagedObject) {
        guard discarded.insert(ObjectIdentifier(object)).inserted else { return }
        droppedCount += 1
        sets = nil
    }

    /// O(*n*), for any number of objects.
    mutating func remove(_ removed: Set<ObjectIdentifier>) {
        guard !removed.isEmpty else { return }
        objects = all.filter { !removed.contains(ObjectIdentifier($0)) }
        sets = nil
    }

    mutating func removeAll() {
        objects = []
        droppedCount = 0
        discarded = []
        sets = nil
    }
}
