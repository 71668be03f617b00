// References from a part to its whole. Swift's weak references slow down every other reference to an object, which
// matters for entities: each object that is created retains its entity.

// Unchecked: it is set once, before others have it, and weak references can be read on any thread.
/// A link to a context. The reference is weak, because objects may read it while another thread releases the context.
final class ContextLink: @unchecked Sendable {
    private(set) weak var context: NSManagedObjectContext?

    init(to context: NSManagedObjectContext) { self.context = context }
}

// Unchecked: it is set once and cleared at the end. Its users retain the model, and the model retains its entities.
/// A link to an entity, which clears it when it is deallocated.
final class EntityLink: @unchecked Sendable {
    unowned(unsafe) var entity: NSEntityDescription?
}
