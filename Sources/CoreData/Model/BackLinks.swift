// What leads back from a part to its whole. Swift's weak references would do, but make what they lead to slower to hold from then
// on, and entities and contexts are held for each object that is made. The whole clears its link as it goes.

/// Leads to a context.
final class ContextLink: @unchecked Sendable {
    unowned(unsafe) var context: NSManagedObjectContext?
}

/// Leads to an entity.
final class EntityLink: @unchecked Sendable {
    unowned(unsafe) var entity: NSEntityDescription?
}
