// Work with a result on the context's queue.
extension NSManagedObjectContext {
    /// Runs work on the context's queue as `performAndWait` without a result does, and returns the result of the work
    /// or throws its error.
    ///
    /// ```swift
    /// let count = try context.performAndWait { try context.count(for: request) }
    /// ```
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try queue.runAndWait(for: self) {
            defer { ownGraph?.processPendingChanges() }
            return try block()
        }
    }

    /// Runs work on the context's queue, processes changes, and returns the result of the work (rule CON-3).
    ///
    /// ```swift
    /// let count = try await context.perform {
    ///     Superhero(context: context).name = "Batgirl"
    ///     try context.save()
    ///     return try context.count(for: NSFetchRequest<Superhero>(entityName: "Superhero"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - schedule: The time to run the work. It runs immediately if the caller's actor, such as the main actor, is on
    ///     the queue.
    ///   - isolation: The caller's actor. Leave it out.
    ///   - block: The work.
    /// - Throws: The error of the work.
    public func perform<T, Failure: Error>(
        schedule: ScheduledTaskType = .immediate, isolation: isolated (any Actor)? = #isolation,
        _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        let outcome: Result<T, Failure> = await withCheckedContinuation { continuation in
            let work: () -> Void = {
                // Unsafe: as with Apple's SDKs before 26, the program decides what may leave the context's queue.
                nonisolated(unsafe) let outcome = Result<T, Failure> { () throws(Failure) in try block() }
                self.ownGraph?.processPendingChanges()
                continuation.resume(returning: outcome)
            }
            if schedule == .immediate, queue.isCurrent {
                queue.runAndWait(for: self, work)
            } else {
                queue.run(for: self, work)
            }
        }
        return try outcome.get()
    }
}
