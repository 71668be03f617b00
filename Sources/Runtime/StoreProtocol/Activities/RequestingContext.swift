/// The context that a store is working for, for logs and metrics.
///
/// ```swift
/// let start = ContinuousClock.now
/// let rows = try view.rows(of: objectIDs)
/// print(RequestingContext.name ?? "a context without a name", "has waited for", ContinuousClock.now - start)
/// ```
public enum RequestingContext {
    /// The name of the context, as its program has set it; nil if it has no name, or if the work belongs to no context.
    @TaskLocal public static var name: String?

    /// Runs work for a context.
    ///
    /// - Parameter name: The context's name; nil if it has none.
    package static func named<Result>(_ name: String?, _ body: () throws -> Result) rethrows -> Result {
        // Work within work is usually the same context's.
        guard name != self.name else { return try body() }
        return try $name.withValue(name, operation: body)
    }
}
