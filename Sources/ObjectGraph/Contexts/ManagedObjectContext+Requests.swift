// Core Data's way to reach a context's queue. Here the compiler sees to it that the caller is in the context's isolation
// domain already, so work runs in place; it ends an event, as there (rule CON-4).
extension ManagedObjectContext {
    /// Runs work and processes its changes (rule CON-2). You can nest calls.
    @discardableResult
    public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { processPendingChanges() }
        return try body()
    }

    /// Runs work and processes its changes (rule CON-3).
    @discardableResult
    public func perform<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () throws -> Result
    ) async rethrows -> Result {
        try performAndWait(body)
    }
}
