/// The changed objects of a context, which retains them until they are saved.
///
/// New objects that are deleted again are removed lazily, because removing each one immediately takes quadratic time.
struct ChangedObjects {
    private var objects: [ManagedObject] = []
    /// How many of ``objects`` are to be left out.
    private var droppedCount = 0

    var isEmpty: Bool { objects.count == droppedCount }

    /// In the order of their first change.
    var all: [ManagedObject] {
        mutating get {
            if droppedCount > 0 {
                objects.removeAll(where: \.isDropped)
                droppedCount = 0
            }
            return objects
        }
    }

    mutating func append(_ object: ManagedObject) { objects.append(object) }

    /// Counts one of the objects as dropped. The caller marks it.
    mutating func noteDropped() { droppedCount += 1 }

    /// O(*n*).
    mutating func remove(_ object: ManagedObject) { objects = all.filter { $0 !== object } }

    /// O(*n*), for any number of objects.
    mutating func remove(_ removed: Set<ObjectIdentifier>) {
        if !removed.isEmpty { objects = all.filter { !removed.contains(ObjectIdentifier($0)) } }
    }

    mutating func removeAll() {
        objects = []
        droppedCount = 0
    }
}

/// An object that a save has written, and its state before.
struct WrittenObject {
    var object: ManagedObject
    var state: ManagedObject.State
    /// The permanent ID.
    var objectID: ObjectID
}

extension SavedObjects {
    init(_ written: [WrittenObject]) {
        // A growing set hashes its members again each time.
        var counts = (inserted: 0, updated: 0)
        for object in written {
            if object.state == .inserted { counts.inserted += 1 }
            if object.state == .updated { counts.updated += 1 }
        }
        inserted.reserveCapacity(counts.inserted)
        updated.reserveCapacity(counts.updated)
        for object in written {
            switch object.state {
            case .inserted: inserted.insert(object.object)
            case .updated: updated.insert(object.object)
            case .deleted: deleted.insert(object.object)
            case .clean: break
            }
        }
    }
}
