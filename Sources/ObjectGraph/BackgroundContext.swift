/// A context with its own isolation, for longer work off the main actor.
///
/// Core Data calls this a private queue context. Work on one background context runs in order, and several background
/// contexts run concurrently (rules CON-1 and CON-9).
public actor BackgroundContext {
    private let context: ManagedObjectContext

    init(coordinator: PersistentStoreCoordinator) { context = ManagedObjectContext(coordinator: coordinator) }

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
    /// Creates a context with its own isolation (rule STO-6).
    ///
    /// ```swift
    /// let background = container.newBackgroundContext()
    /// try await background.perform { context in
    ///     Hero(context: context).name = "Batgirl"
    ///     try context.save()
    /// }
    /// ```
    public func newBackgroundContext() -> BackgroundContext {
        BackgroundContext(coordinator: persistentStoreCoordinator)
    }
}
