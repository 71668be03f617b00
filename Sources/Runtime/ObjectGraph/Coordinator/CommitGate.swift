import Foundation
import Synchronization

/// Lets commits run at the same time, and lets what must not meet a commit run alone.
final class CommitGate: Sendable {
    private struct State {
        var commitCount = 0
        /// The number of those that run alone, or wait for that.
        var aloneCount = 0
        var isAlone = false

        /// - Returns: Whether no commit runs, and the work that waits for this begins.
        mutating func beginsAlone() -> Bool {
            guard commitCount == 0, !isAlone else { return false }
            isAlone = true
            return true
        }
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
        _ = beginAlone(until: nil)
        defer { endAlone() }
        return try body()
    }

    /// Runs work while no commit runs, unless others are held up.
    ///
    /// - Parameter limit: The maximum time to wait for commits that run, in seconds.
    ///   Those that begin meanwhile wait, too.
    /// - Returns: Nil if the work did not run.
    func alone<Result>(within limit: TimeInterval, _ body: () throws -> Result?) rethrows -> Result? {
        guard beginAlone(until: Date(timeIntervalSinceNow: limit)) else { return nil }
        defer { endAlone() }
        return try body()
    }

    /// - Parameter deadline: When to give up; nil to wait as long as it takes.
    /// - Returns: Whether no commit runs until ``endAlone()``.
    private func beginAlone(until deadline: Date?) -> Bool {
        change { $0.aloneCount += 1 }
        let begins = wait(until: deadline) { $0.beginsAlone() }
        if !begins { change { $0.aloneCount -= 1 } }
        return begins
    }

    private func endAlone() {
        change { state in
            state.aloneCount -= 1
            state.isAlone = false
        }
    }

    /// Waits until a closure, which may change the state, returns true.
    ///
    /// - Returns: Whether it did before the deadline.
    @discardableResult
    private func wait(until deadline: Date? = nil, _ isReady: (inout State) -> Bool) -> Bool {
        if state.withLock({ isReady(&$0) }) { return true }
        return StoreActivity.measure(.wait(for: .save, of: nil)) {
            waitForChanges(until: deadline, isReady)
        }
    }

    private func waitForChanges(until deadline: Date?, _ isReady: (inout State) -> Bool) -> Bool {
        condition.withLock {
            while !state.withLock({ isReady(&$0) }) {
                guard let deadline else {
                    condition.wait()
                    continue
                }
                guard condition.wait(until: deadline) else { return state.withLock { isReady(&$0) } }
            }
            return true
        }
    }

    private func change(_ body: (inout State) -> Void) {
        condition.withLock {
            state.withLock { body(&$0) }
            condition.broadcast()
        }
    }
}
