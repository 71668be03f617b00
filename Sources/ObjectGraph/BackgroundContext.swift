import Dispatch

/// A context with its own isolation, for longer work off the main actor.
///
/// Core Data calls this a private queue context. Work on one background context runs in order, and several background
/// contexts run concurrently (rules CON-1 and CON-9).
///
/// A background context has a queue of its own. While its work waits for a disk or a server, it occupies none of the few
/// threads on which Swift runs other tasks.
public actor BackgroundContext {
    private let context: ManagedObjectContext
    private nonisolated let executor = ContextExecutor()

    /// The executor that runs the work on the queue of the context.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(coordinator: PersistentStoreCoordinator) { context = ManagedObjectContext(coordinator: coordinator) }

    /// Runs work on the context, and processes the changes it makes. Objects cannot leave it; identities and other
    /// `Sendable` results can.
    ///
    /// The work can wait for other tasks, and go on with the same objects. While it waits, other work on the same context
    /// may run and change them.
    ///
    /// ```swift
    /// try await background.perform { context in
    ///     guard let hero = try context.fetch(Hero.fetchRequest()).first else { return }
    ///     hero.name = await directory.name(of: hero.universe)
    ///     try context.save()
    /// }
    /// ```
    @discardableResult
    public func perform<Result: Sendable>(
        _ body: nonisolated(nonsending) @Sendable (ManagedObjectContext) async throws -> Result
    ) async rethrows -> Result {
        defer { context.processPendingChanges() }
        return try await body(context)
    }
}

/// Runs the work of one context in order, on a thread that may wait.
private final class ContextExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "ObjectGraph.BackgroundContext")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
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

    /// Runs work with a new context, off the caller's actor.
    ///
    /// Objects cannot leave the closure; identities and other `Sendable` results can. Changes that the closure does not
    /// save are lost. The work can wait for other tasks, and no other work uses its context meanwhile. While it waits for a
    /// store, it occupies none of the threads on which Swift runs other tasks.
    ///
    /// ```swift
    /// let objectIDs = try await container.performBackgroundTask { context in
    ///     let heroes = names.map { _ in Hero(context: context) }
    ///     for (hero, name) in zip(heroes, names) { hero.name = name }
    ///     try context.save()
    ///     return heroes.map(\.objectID)
    /// }
    /// ```
    public func performBackgroundTask<Result: Sendable>(
        _ body: nonisolated(nonsending) @Sendable (ManagedObjectContext) async throws -> Result
    ) async throws -> Result {
        try await newBackgroundContext().perform(body)
    }
}
