/// An object that a save has written, and what it was before.
struct WrittenObject {
    var object: ManagedObject
    var state: ManagedObject.State
    /// The identity it is saved under.
    var objectID: ObjectID
}

extension SavedObjects {
    init(_ written: [WrittenObject]) {
        // A set that grows hashes what it has anew each time.
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
