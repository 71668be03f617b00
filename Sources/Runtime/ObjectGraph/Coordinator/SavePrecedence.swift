import Foundation
import Synchronization

/// The precedence of a save that others have overtaken again and again, although it merged their changes each time.
///
/// Other saves wait until it has ended. They don't wait for long, so that a merge policy that itself waits for another
/// save cannot block both.
final class SavePrecedence: Sendable {
    /// The thread of the save; nil if there is none.
    private let holder = Mutex<ObjectIdentifier?>(nil)
    private let isHeld = Atomic<Bool>(false)
    private let condition = NSCondition()

    /// The maximum time that a save waits for another one, in seconds.
    private static let limit: TimeInterval = 1

    /// Waits for the save of another thread that has precedence.
    func waitForOthers() {
        // Usually, no save has it.
        guard isHeld.load(ordering: .acquiring) else { return }
        condition.withLock {
            StoreActivity.measure(.wait(for: .save, of: nil)) { waitUntilFree() }
        }
    }

    /// - Returns: Whether the save of the current thread now has precedence, and has to give it back.
    func take() -> Bool {
        condition.withLock {
            waitUntilFree()
            return holder.withLock { holder in
                guard holder == nil else { return false }
                holder = Self.currentThread
                isHeld.store(true, ordering: .releasing)
                return true
            }
        }
    }

    func giveBack() {
        condition.withLock {
            holder.withLock { $0 = nil }
            isHeld.store(false, ordering: .releasing)
            condition.broadcast()
        }
    }

    private func waitUntilFree() {
        let deadline = Date(timeIntervalSinceNow: Self.limit)
        while let thread = holder.withLock({ $0 }), thread != Self.currentThread {
            guard condition.wait(until: deadline) else { return }
        }
    }

    private static var currentThread: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}
