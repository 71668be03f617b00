import CPostgreSQL
import Dispatch
import Synchronization

/// Ends a statement that the server is running.
///
/// The request travels on a connection of its own, and may arrive late, so a connection with a request is not used again. A
/// commit is not interrupted, because its outcome would be unknown.
final class StatementInterruption: Sendable {
    private struct State {
        var isRequested = false
        var isAllowed = true
        /// Whether the connection is closed.
        var isOver = false
    }

    /// Does not change, and libpq allows any thread to use it.
    private nonisolated(unsafe) let handle: OpaquePointer
    private let state = Mutex(State())

    private static let queue = DispatchQueue(label: "modelgen interruptions", attributes: .concurrent)

    /// - Returns: Nil if no memory is left.
    init?(of connection: OpaquePointer) {
        guard let handle = PQgetCancel(connection) else { return nil }
        self.handle = handle
    }

    deinit { PQfreeCancel(handle) }

    /// Whether the connection's statement was interrupted.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Ends the current statement soon, and prevents later ones. Does not wait for the server.
    ///
    /// - Returns: Whether it does; false while interruptions are prevented.
    func request() -> Bool {
        let isAllowed = state.withLock { state in
            if state.isAllowed { state.isRequested = true }
            return state.isAllowed
        }
        guard isAllowed else { return false }
        Self.queue.async { [self] in send() }
        return true
    }

    /// Sends the request again and again until the connection is closed: the server ignores one that arrives before the statement.
    private func send() {
        guard state.withLock({ !$0.isOver }) else { return }
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
            _ = PQcancel(handle, message.baseAddress, Int32(message.count))
        }
        Self.queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.send() }
    }

    /// Stops sending requests, when the connection is closed.
    func end() { state.withLock { $0.isOver = true } }

    /// Prevents interruptions until ``allow()``.
    ///
    /// - Returns: Whether the connection can go on; false if an interruption was requested.
    func prevent() -> Bool {
        state.withLock { state in
            if !state.isRequested { state.isAllowed = false }
            return !state.isRequested
        }
    }

    /// Allows interruptions again.
    func allow() { state.withLock { $0.isAllowed = true } }
}
