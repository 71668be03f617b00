/// An object that a context can leave out of its changes.
protocol Droppable: AnyObject {
    /// Whether the object was deleted before it was ever saved.
    var isDropped: Bool { get }
}

/// A list of changed objects, in the order of their first change.
///
/// New objects that are deleted again, and objects whose changes are discarded, are removed lazily, because removing
/// each one immediately takes quadratic time.
struct ChangedObjects<Object: Droppable> {
    private var objects: [Object] = []
    /// How many of ``objects`` are to be left out.
    private var droppedCount = 0
    /// Those of them whose changes were discarded.
    private var discarded: Set<ObjectIdentifier> = []

    var isEmpty: Bool { objects.count == droppedCount }

    var all: [Object] {
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

    mutating func append(_ object: Object) {
        // It would be left out.
        if droppedCount > 0, discarded.contains(ObjectIdentifier(object)) { compact() }
        objects.append(object)
    }

    /// Counts one of the objects as dropped. The caller marks it.
    mutating func noteDropped() { droppedCount += 1 }

    /// Removes one of the objects, unless it is already removed.
    mutating func remove(_ object: Object) {
        if discarded.insert(ObjectIdentifier(object)).inserted { droppedCount += 1 }
    }

    /// O(*n*), for any number of objects.
    mutating func remove(_ removed: Set<ObjectIdentifier>) {
        objects = all.filter { !removed.contains(ObjectIdentifier($0)) }
    }

    mutating func removeAll() {
        objects = []
        droppedCount = 0
        discarded = []
    }
}
