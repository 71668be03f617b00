import Dispatch

/// Threads that may wait for a store, beside the few on which Swift runs tasks.
enum StoreThreads {
    private static let queue = DispatchQueue(label: "ObjectGraph.StoreThreads", attributes: .concurrent)

    /// Unpins views, which may wait for their stores.
    static func unpin(_ views: PinnedViews) { queue.async { views.unpin() } }

    /// Runs work that waits for a store, which the cancellation of the current task interrupts.
    ///
    /// - Parameters:
    ///   - name: The name of the context that requests the work; nil if it has none.
    ///   - activity: What the work is, to measure it; nil if nothing is to be measured.
    ///   - count: Returns the number of objects in the result; nil if it has none.
    ///   - work: The work.
    /// - Throws: What the work throws, or `CancellationError`.
    static func run<Result: Sendable>(
        for name: String?, _ activity: StoreActivity? = nil, count: @escaping @Sendable (Result) -> Int? = { _ in nil },
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let cancellation = StoreCancellation()
        let origin = StoreActivity.Origin(contextName: name)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Swift.Result {
                            try origin.perform {
                                try StoreCancellation.$current.withValue(cancellation) {
                                    guard let activity else { return try work() }
                                    return try StoreActivity.measure(activity, count: count, work)
                                }
                            }
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
