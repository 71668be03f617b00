/// A context of its own with its own isolation, for work away from the main actor that goes on over time.
///
/// What Core Data calls a private queue context. Work on one background context runs in the order in which it comes; several
/// work side by side (rules CON-1 and CON-9).
public actor BackgroundContext {
    private let context: ManagedObjectContext

    init(coordinator: PersistentStoreCoordinator) {
        context = ManagedObjectContext(coordinator: coordinator)
    }

    /// Runs work on the context, and processes the changes it makes. Objects cannot leave it; identities and other
    /// `Sendable` results can.
    @discardableResult
    public func perform<Result: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> Result
    ) rethrows -> Result {
        defer { context.processPendingChanges() }
        return try body(context)
    }
}

extension PersistentContainer {
    /// A context that works on its own, each time a new one (rule STO-6).
    public func newBackgroundContext() -> BackgroundContext {
        BackgroundContext(coordinator: persistentStoreCoordinator)
    }
}
