// What leads back from a part to its whole. Swift's weak references make what they lead to slower to hold from then on, which
// matters for entities: they are held for each object that is made.

// Unchecked: it is set once, before anybody else has it, and Swift's weak references may be read anywhere.
/// Leads to a context. Objects may be asked for it while another thread lets the context go, so the reference is weak.
final class ContextLink: @unchecked Sendable {
    private(set) weak var context: NSManagedObjectContext?

    init(to context: NSManagedObjectContext) { self.context = context }
}

// Unchecked: it is set once and cleared at the end. Whoever follows it holds the model, and the model its entities.
/// Leads to an entity, which clears the link as it goes.
final class EntityLink: @unchecked Sendable {
    unowned(unsafe) var entity: NSEntityDescription?
}
