/// The parts of deletions that a context has not done yet.
struct DeferredDeletions {
    /// The deleted objects whose delete rules wait for the end of the event, or for the save.
    var rules: [ManagedObject] = []
    /// The objects that could not be read when the program deleted them. The save deletes them.
    var unread: [ManagedObject] = []

    /// Forgets a deletion that has been done now, so an undo of it must last.
    mutating func note(deleted object: ManagedObject) {
        if !unread.isEmpty { unread.removeAll { $0 === object } }
    }
}
