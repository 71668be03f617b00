// What requests ask to be done to the objects that a fetch has found.
extension ManagedObjectContext {
    /// Reads the values of faults, so that none is left (rule FLT-6).
    func realize(_ objects: [ManagedObject]) {
        for object in objects where object.isFault { _ = object.committedRow }
    }

    /// Lets unchanged objects have the latest committed values (rule CTX-40). A fault takes them anyway.
    func refreshUnchanged(_ objects: [ManagedObject]) {
        for object in objects where !object.hasChanges && !object.isFault {
            guard let row = row(for: object.reference), object.chunk !== row.chunk || object.rowIndex != row.index
            else {
                continue
            }
            refresh(object, mergeChanges: true)
        }
    }
}
