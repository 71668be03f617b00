import Dispatch
import StoreProtocol

/// The turn of a task, which waits until another one lets it go on.
package final class Turn: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates a turn that has not come yet.
    package init() {}

    /// Lets the task that waits go on.
    package func come() { semaphore.signal() }

    /// Waits until the turn comes, or until the time has passed; whoever lets tasks go on knows which.
    ///
    /// - Parameter milliseconds: The maximum time to wait; nil to wait as long as it takes.
    /// - Throws: `CancellationError` if the work was canceled, even if the turn has come.
    package func wait(upTo milliseconds: Int? = nil) throws {
        try StoreCancellation.interruptible { [self] in
            come()
            return true
        } _: {
            if let milliseconds {
                _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
            } else {
                semaphore.wait()
            }
        }
        try StoreCancellation.check()
    }
}
