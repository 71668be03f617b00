package import StoreProtocol
import Synchronization

/// A line for something that only some tasks can use at a time, such as the connections of a pool.
///
/// Unlike the wait for a lock, the wait in line ends when the work is canceled, or after a time limit.
package final class WaitingLine: Sendable {
    private struct State {
        /// The number of tasks that use it.
        var usedCount = 0
        /// Those that wait, in the order of their arrival.
        var turns: [Turn] = []
    }

    private let state = Mutex(State())
    private let maximumCount: Int
    private let resource: StoreActivity.Resource
    private let systemName: String

    /// - Parameters:
    ///   - resource: What the tasks wait for, for measurements.
    ///   - systemName: The ``PersistentStore/systemName`` of the store.
    ///   - maximumCount: The number of tasks that can use it at the same time.
    package init(for resource: StoreActivity.Resource, of systemName: String, maximumCount: Int = 1) {
        self.resource = resource
        self.systemName = systemName
        self.maximumCount = maximumCount
    }

    /// Waits until it is the caller's turn, which ends with ``passOn()``.
    ///
    /// - Parameter milliseconds: The maximum time to wait; nil to wait as long as it takes.
    /// - Returns: Whether the turn came in time.
    /// - Throws: `CancellationError` if the work was canceled while it waited. The turn is then another task's.
    package func takeTurn(upTo milliseconds: Int? = nil) throws -> Bool {
        let turn = state.withLock { state -> Turn? in
            if state.usedCount < maximumCount {
                state.usedCount += 1
                return nil
            }
            let turn = Turn()
            state.turns.append(turn)
            return turn
        }
        guard let turn else { return true }
        let wait = Result {
            try StoreActivity.measure(.wait(for: resource, of: systemName)) { try turn.wait(upTo: milliseconds) }
        }
        // What gives it the turn also removes it.
        let hasCome = state.withLock { state in
            guard let index = state.turns.firstIndex(where: { $0 === turn }) else { return true }
            state.turns.remove(at: index)
            return false
        }
        do {
            try wait.get()
        } catch {
            if hasCome { passOn() }
            throw error
        }
        return hasCome
    }

    /// Ends the caller's turn, and gives it to the task that has waited for longest.
    package func passOn() {
        state.withLock { state in
            if state.turns.isEmpty {
                state.usedCount -= 1
            } else {
                state.turns.removeFirst().come()
            }
        }
    }
}
