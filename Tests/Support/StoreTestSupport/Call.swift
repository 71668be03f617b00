import Foundation
import ObjectGraph
import Synchronization
public import Testing

/// A call of a store on a thread of its own, which can be canceled.
public final class Call: Sendable {
    private let cancellation = StoreCancellation()
    private let outcome = Mutex<Result<Void, any Error>?>(nil)

    /// Begins a call.
    ///
    /// - Parameter body: What calls the store. The cancellation is the current one of its thread.
    public init(_ body: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [self] in
            let result = Result { try StoreCancellation.$current.withValue(cancellation, operation: body) }
            outcome.withLock { $0 = result }
        }
    }

    /// Cancels the call, which may have ended.
    public func cancel() { cancellation.cancel() }

    /// Whether the call has ended.
    public var hasEnded: Bool { outcome.withLock { $0 != nil } }

    /// Waits until the call has ended, for some ten seconds at most. The test fails if it does not end.
    ///
    /// - Throws: The error of the call.
    public func wait(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<2_000 {
            if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("the call does not end", sourceLocation: sourceLocation)
    }
}
