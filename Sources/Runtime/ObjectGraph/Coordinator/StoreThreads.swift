import Dispatch

/// Threads that may wait for a store, beside the few on which Swift runs tasks.
enum StoreThreads {
    private static let queue = DispatchQueue(label: "ObjectGraph.StoreThreads", attributes: .concurrent)

    /// Runs work that waits for a store, which the cancellation of the current task interrupts.
    ///
    /// - Throws: What the work throws, or `CancellationError`.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let cancellation = StoreCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Swift.Result { try StoreCancellation.$current.withValue(cancellation, operation: work) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
