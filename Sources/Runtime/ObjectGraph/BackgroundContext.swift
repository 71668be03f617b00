import Dispatch
import Foundation

/// A context with its own isolation, for longer work off the main actor.
///
/// Core Data calls this a private queue context. Work on one background context runs in order, and several background
/// contexts run concurrently (rules CON-1 and CON-9).
///
/// A background context has a queue of its own. While its work waits for a disk or a server, it occupies none of the
/// few threads on which Swift runs other tasks.
///
/// ```swift
/// let background = container.newBackgroundContext()
/// let names = try await background.perform { context in
///     try context.fetch(Hero.fetchRequest()).map(\.name)  // Objects stay inside, and their values can leave.
/// }
/// ```
public actor BackgroundContext {
    private let context: ManagedObjectContext
    private nonisolated let executor = ContextExecutor()

    /// The executor that runs the work on the queue of the context.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(coordinator: PersistentStoreCoordinator) { context = ManagedObjectContext(coordinator: coordinator) }

    /// Creates a context for a batch request of another one, with its name, author, policy, and time.
    init(
        coordinator: PersistentStoreCoordinator, name: String?, author: String?, mergePolicy: MergePolicy, date: Date
    ) {
        context = ManagedObjectContext(coordinator: coordinator)
        context.name = name
        context.transactionAuthor = author
        context.mergePolicy = mergePolicy
        context.now = { date }
    }

    /// Runs work on the context, and processes the changes it makes. Objects cannot leave it; identities and other
    /// `Sendable` results can.
    ///
    /// The work can wait for other tasks, and go on with the same objects. While it waits, other work on the same
    /// context may run and change them.
    ///
    /// If the calling task is canceled, a query that the work waits for ends, and so does a save before its commit;
    /// both throw `CancellationError`, and the context stays as it was. A commit that was sent is completed. Accessors
    /// of properties, which cannot throw, read what they need even then.
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
        let cancellation = StoreCancellation()
        // In a function that receives the closure, each call of it would leave the queue of the context and come back,
        // which wakes four more threads.
        return try await withTaskCancellationHandler {
            try await StoreCancellation.$current.withValue(cancellation) { try await body(self.context) }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Runs a single operation, which canceling the task ends.
    private func run<Result>(_ body: (ManagedObjectContext) throws -> Result) async rethrows -> Result {
        let cancellation = StoreCancellation()
        // The closure is isolated to the actor because it contains `self`.
        // Otherwise, it would wait on one of Swift's threads.
        return try await withTaskCancellationHandler {
            try StoreCancellation.$current.withValue(cancellation) { try body(self.context) }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

// Single operations, for which ``perform(_:)`` would need a closure. Canceling the task ends each as it does there.
extension BackgroundContext {
    /// Saves the context's changes.
    ///
    /// - Throws: The errors of ``ManagedObjectContext/save()``, or `CancellationError`.
    ///   The context keeps its changes then.
    public func save() async throws {
        try await run { context in try context.save() }
    }

    /// Returns a value for each object that matches a request, such as a snapshot. The objects stay in the context.
    ///
    /// ```swift
    /// let names = try await background.fetch(Hero.fetchRequest()) { $0.name }
    /// ```
    ///
    /// To read relationships as well, name them in the request's ``FetchRequest/relationshipKeyPathsForPrefetching``.
    ///
    /// - Parameters:
    ///   - request: The request, which determines the order.
    ///   - value: Makes the value of an object.
    /// - Throws: The errors of ``ManagedObjectContext/fetch(_:)``, what the closure throws, or `CancellationError`.
    public func fetch<Object: ManagedObject, Value: Sendable>(
        _ request: sending FetchRequest<Object>, as value: @Sendable (Object) throws -> Value
    ) async throws -> [Value] {
        try await run { context in
            try context.fetch(request).map { object in
                try StoreCancellation.check()
                return try value(object)
            }
        }
    }

    /// Returns a value for each object that matches a request, decoded from the object's properties, without creating
    /// objects; see ``ManagedObjectContext/fetch(_:as:)``.
    ///
    /// ```swift
    /// let answers = try await background.fetch(Hero.fetchRequest(), as: HeroAnswer.self)
    /// ```
    ///
    /// - Throws: The errors of ``ManagedObjectContext/fetch(_:as:)``, or `CancellationError`.
    public func fetch<Object: ManagedObject, Value: Decodable & Sendable>(
        _ request: sending FetchRequest<Object>, as type: Value.Type
    ) async throws -> [Value] {
        try await run { context in try context.fetch(request, as: type) }
    }

    /// Returns the IDs of the objects that match a request, in its order.
    ///
    /// - Throws: The errors of ``ManagedObjectContext/fetchObjectIDs(_:)``, or `CancellationError`.
    public func fetchObjectIDs<Object: ManagedObject>(
        _ request: sending FetchRequest<Object>
    ) async throws -> [ObjectID] {
        try await run { context in try context.fetchObjectIDs(request) }
    }

    /// Returns the number of objects that match a request.
    ///
    /// ```swift
    /// let count = try await background.count(for: FetchRequest<Hero>(predicate: #Predicate { $0.universe == 3 }))
    /// ```
    ///
    /// - Throws: The errors of ``ManagedObjectContext/count(for:)``, or `CancellationError`.
    public func count<Object: ManagedObject>(for request: sending FetchRequest<Object>) async throws -> Int {
        try await run { context in try context.count(for: request) }
    }

    /// Inserts objects into the store.
    ///
    /// - Throws: The errors of ``ManagedObjectContext/execute(_:)-(BatchInsertRequest)``, or `CancellationError`.
    ///   Nothing was inserted then.
    public func execute(_ request: sending BatchInsertRequest) async throws -> BatchResult {
        try await run { context in try context.execute(request) }
    }

    /// Changes objects in the store.
    ///
    /// ```swift
    /// let update = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
    /// _ = try await background.execute(update)
    /// ```
    ///
    /// - Throws: The errors of ``ManagedObjectContext/execute(_:)-(BatchUpdateRequest)``, or `CancellationError`.
    ///   Nothing was changed then.
    public func execute(_ request: sending BatchUpdateRequest) async throws -> BatchResult {
        try await run { context in try context.execute(request) }
    }

    /// Deletes objects from the store.
    ///
    /// - Throws: The errors of ``ManagedObjectContext/execute(_:)-(BatchDeleteRequest)``, or `CancellationError`.
    ///   Nothing was deleted then.
    public func execute(_ request: sending BatchDeleteRequest) async throws -> BatchResult {
        try await run { context in try context.execute(request) }
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
    /// save are lost. The work can wait for other tasks, and no other work uses its context meanwhile. While it waits
    /// for a store, it occupies none of the threads on which Swift runs other tasks.
    ///
    /// ```swift
    /// let objectIDs = try await container.performBackgroundTask { context in
    ///     let heroes = names.map { _ in Hero(context: context) }
    ///     for (hero, name) in zip(heroes, names) { hero.name = name }
    ///     try context.save()
    ///     return heroes.map(\.objectID)
    /// }
    /// ```
    ///
    /// - Throws: The error of the closure, or `CancellationError`.
    public func performBackgroundTask<Result: Sendable>(
        _ body: nonisolated(nonsending) @Sendable (ManagedObjectContext) async throws -> Result
    ) async throws -> Result {
        try await newBackgroundContext().perform(body)
    }
}
