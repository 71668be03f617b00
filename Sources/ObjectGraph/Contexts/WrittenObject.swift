/// An object that a save has written, and what it was before.
struct WrittenObject {
    var object: ManagedObject
    var state: ManagedObject.State
    /// The identity it is saved under.
    var objectID: ObjectID
}

extension SavedObjects {
    init(_ written: [WrittenObject]) {
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
