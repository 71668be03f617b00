import Foundation
import Synchronization

/// Lets commits run at the same time, and lets what must not meet a commit run alone.
final class CommitGate: Sendable {
    private struct State {
        var commitCount = 0
        /// The number of those that run alone, or wait for that.
        var aloneCount = 0
        var isAlone = false
    }

    private let state = Mutex(State())
    private let condition = NSCondition()

    /// Runs a commit, beside others.
    func commit<Result>(_ body: () throws -> Result) rethrows -> Result {
        wait { state in
            guard state.aloneCount == 0 else { return false }
            state.commitCount += 1
            return true
        }
        defer { change { $0.commitCount -= 1 } }
        return try body()
    }

    /// Runs work while no commit runs. Commits that begin meanwhile wait for it.
    func alone<Result>(_ body: () throws -> Result) rethrows -> Result {
        change { $0.aloneCount += 1 }
        wait { state in
            guard state.commitCount == 0, !state.isAlone else { return false }
            state.isAlone = true
            return true
        }
        defer {
            change { state in
                state.aloneCount -= 1
                state.isAlone = false
            }
        }
        return try body()
    }

    /// Waits until a closure, which may change the state, returns true.
    private func wait(until isReady: (inout State) -> Bool) {
        if state.withLock({ isReady(&$0) }) { return }
        condition.withLock {
            while !state.withLock({ isReady(&$0) }) { condition.wait() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        condition.withLock {
            state.withLock { body(&$0) }
            condition.broadcast()
        }
    }
}
