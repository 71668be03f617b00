import ObjectGraph
import Synchronization

/// The answer to a question that may take long: its progress, and its cancellation.
package final class StudioWork: Sendable {
    /// The work of the current task; nil if no page observes it.
    @TaskLocal private static var current: StudioWork?

    /// The progress of work.
    package struct Progress: Sendable, Encodable {
        package var completedCount: Int
        /// The number of all objects; 0 while the store is still looking for them.
        package var totalCount: Int
    }

    private let cancellation = StoreCancellation()
    private let state = Mutex(Progress(completedCount: 0, totalCount: 0))

    package init() {}

    package var progress: Progress { state.withLock { $0 } }

    package func cancel() { cancellation.cancel() }

    /// Runs a closure whose queries and loops the work can cancel.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$current.withValue(self) {
            try await StoreCancellation.$current.withValue(cancellation, operation: body)
        }
    }

    /// Notes the progress of a loop.
    ///
    /// - Throws: `CancellationError` after the work was canceled.
    static func note(_ completedCount: Int, of totalCount: Int) throws {
        // Often enough for people, and seldom enough to cost nothing.
        guard completedCount.isMultiple(of: 256) else { return }
        try StoreCancellation.check()
        current?.state.withLock { $0 = Progress(completedCount: completedCount, totalCount: totalCount) }
    }
}
