import Synchronization

/// The cancellation of work that queries stores.
///
/// A store waits for its disk or server in synchronous calls, which do not notice that their task is canceled. Work
/// that can be canceled, such as that of a background context, has a cancellation,
/// and a store observes it while it waits:
///
/// ```swift
/// let rows = try StoreCancellation.interruptible {
///     connection.interrupt()
///     return true
/// } _: {
///     try connection.run(statement)
/// }
/// ```
///
/// Only what leaves nothing half done can be interrupted: a query, or the statements of a transaction before its
/// commit. A commit that was sent is never interrupted, because its outcome would be unknown.
public final class StoreCancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// What interrupts the calls that wait, by number.
        var interrupts: [Int: @Sendable () -> Bool] = [:]
        /// The calls that were interrupted, and have not ended yet.
        var interrupted: Set<Int> = []
        var lastNumber = 0
    }

    /// The cancellation of the work that runs now; nil if the work cannot be canceled.
    @TaskLocal public static var current: StoreCancellation?

    private let state = Mutex(State())

    /// Creates the cancellation of work that is about to begin.
    public init() {}

    /// Whether the work was canceled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the work, and interrupts its calls that wait. Does nothing the second time.
    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            // While locked, so that none of the calls ends before it is interrupted.
            for (number, interrupt) in state.interrupts where interrupt() { state.interrupted.insert(number) }
            state.interrupts = [:]
        }
    }

    /// Throws an error if the work that runs now was canceled.
    ///
    /// - Throws: `CancellationError`.
    public static func check() throws {
        if current?.isCancelled == true { throw CancellationError() }
    }

    /// Runs a call that waits, which the cancellation of the work interrupts.
    ///
    /// - Parameters:
    ///   - interrupt: Makes the call end as soon as nothing is left half done by that, and returns whether it may end
    ///     early; false if it is too late. It is called at most once, on any thread, and not after the call has ended.
    ///     It must not wait.
    ///   - body: The call. If it is interrupted, its error is replaced.
    /// - Throws: `CancellationError` if the work was canceled before the call, or the call was interrupted and did not
    ///   succeed; otherwise, the call's error.
    public static func interruptible<Result>(
        by interrupt: @escaping @Sendable () -> Bool, _ body: () throws -> Result
    ) throws -> Result {
        guard let current else { return try body() }
        return try current.interruptible(by: interrupt, body)
    }

    private func interruptible<Result>(
        by interrupt: @escaping @Sendable () -> Bool, _ body: () throws -> Result
    ) throws -> Result {
        let number = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            state.lastNumber += 1
            state.interrupts[state.lastNumber] = interrupt
            return state.lastNumber
        }
        guard let number else { throw CancellationError() }
        let result = Swift.Result { try body() }
        let wasInterrupted = state.withLock { state in
            state.interrupts[number] = nil
            return state.interrupted.remove(number) != nil
        }
        do {
            return try result.get()
        } catch {
            if wasInterrupted { throw CancellationError() }
            throw error
        }
    }

    /// Runs a closure that cancellation does not interrupt, for calls that cannot throw.
    package static func ignoringCancellation<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard current != nil else { return try body() }
        return try $current.withValue(nil, operation: body)
    }
}
