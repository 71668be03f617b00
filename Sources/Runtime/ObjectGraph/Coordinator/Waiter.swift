import Dispatch
import Synchronization

/// A thread that waits for others: for its turn, or for what another one finds or writes for it.
final class Waiter: Sendable {
    /// How a wait ends.
    enum Outcome: Int {
        /// It is the waiter's turn.
        case begun = 1
        /// Another thread has done what the waiter wanted.
        case settled
        /// The waiter's work was canceled, or the wait took too long.
        case withdrawn
    }

    private let signal = DispatchSemaphore(value: 0)
    /// The outcome's raw value; 0 while there is none.
    private let outcome = Atomic<Int>(0)
    private let isMarked = Atomic<Bool>(false)

    /// How often to look for the outcome before the thread is suspended, which takes longer than most commits in
    /// memory.
    private static let spinCount = 4_000

    /// Whether the work was canceled while another thread did it.
    var isCancelled: Bool { isMarked.load(ordering: .acquiring) }

    /// Notes that the work was canceled while another thread does it.
    func noteCancellation() { isMarked.store(true, ordering: .releasing) }

    /// Ends the wait. Call it once.
    func finish(_ outcome: Outcome) {
        self.outcome.store(outcome.rawValue, ordering: .releasing)
        signal.signal()
    }

    /// Waits until somebody calls ``finish(_:)``.
    ///
    /// - Parameters:
    ///   - deadline: When to stop waiting; nil to wait as long as it takes.
    ///   - withdraw: Called when the current work is canceled, or at the deadline, on any thread. If the waiter is
    ///     still in line, it takes the waiter out, finishes it as withdrawn, and returns true. It must not wait.
    func wait(until deadline: DispatchTime? = nil, withdraw: @escaping @Sendable () -> Bool) -> Outcome {
        for _ in 0..<Self.spinCount {
            if let known { return known }
        }
        do {
            try StoreCancellation.interruptible(by: withdraw) {
                guard let deadline else { return signal.wait() }
                guard signal.wait(timeout: deadline) == .timedOut else { return }
                _ = withdraw()
                signal.wait()
            }
        } catch {
            // The work was canceled before.
            _ = withdraw()
            signal.wait()
        }
        return known ?? .withdrawn
    }

    private var known: Outcome? { Outcome(rawValue: outcome.load(ordering: .acquiring)) }
}
