import Dispatch

/// Threads that may wait for a store, beside the few on which Swift runs tasks.
enum StoreThreads {
    private static let queue = DispatchQueue(label: "ObjectGraph.StoreThreads", attributes: .concurrent)

    /// Runs work that waits for a store, which the cancellation of the current task interrupts.
    ///
    /// - Parameters:
    ///   - name: The name of the context that requests the work; nil if it has none.
    ///   - work: The work.
    /// - Throws: What the work throws, or `CancellationError`.
    static func run<Result: Sendable>(
        for name: String?, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let cancellation = StoreCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Swift.Result {
                            try RequestingContext.named(name) {
                                try StoreCancellation.$current.withValue(cancellation, operation: work)
                            }
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
