/// The parts of deletions that a context has not done yet, and when it does them.
struct DeferredDeletions<Object: AnyObject> {
    /// Whether delete rules apply before the save.
    var applyBeforeSave = true
    /// Whether delete rules wait for the end of the event, as in Core Data, rather than to apply immediately.
    var waitForEndOfEvent = false
    /// The deleted objects whose delete rules wait for the end of the event, or for the save.
    private(set) var rules: [Object] = []
    /// The objects that could not be read when the program deleted them. The save deletes them.
    private(set) var unread: [Object] = []

    /// Whether delete rules apply with the deletion.
    var applyImmediately: Bool { applyBeforeSave && !waitForEndOfEvent }
    /// Whether some rules apply at the end of the event.
    var areDueAtEndOfEvent: Bool { waitForEndOfEvent && applyBeforeSave && !rules.isEmpty }

    /// Lets the delete rules of a deleted object wait.
    mutating func append(rulesOf object: Object) { rules.append(object) }

    /// Lets the deletion of an object wait.
    mutating func append(unread object: Object) { unread.append(object) }

    /// Forgets a deletion that has been done now, so an undo of it must last.
    mutating func note(deleted object: Object) {
        if !unread.isEmpty { unread.removeAll { $0 === object } }
    }

    /// Forgets the objects that could not be read: they have been deleted.
    mutating func removeUnread() { unread = [] }

    /// Forgets the rules: they are about to be applied.
    mutating func removeRules() { rules = [] }

    mutating func removeAll() {
        rules = []
        unread = []
    }

    /// Returns to the rules that waited at an earlier time.
    mutating func restoreRules(of earlier: DeferredDeletions) { rules = earlier.rules }
}
