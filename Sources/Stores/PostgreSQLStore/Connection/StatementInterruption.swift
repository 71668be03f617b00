import CPostgreSQL
import Dispatch
import Synchronization

/// Ends a statement that the server is running.
///
/// The request travels on a connection of its own, and may arrive late, so a connection with a request is not used again.
/// Statements that end with a commit are interrupted only while they wait for the locks of others, because a commit must not be.
final class StatementInterruption: Sendable {
    private struct State {
        var isRequested = false
        /// Whether the statements end with a commit.
        var isCommitting = false
        /// Whether the connection is closed.
        var isOver = false
    }

    /// Does not change, and libpq allows any thread to use it.
    private nonisolated(unsafe) let handle: OpaquePointer
    private let state = Mutex(State())

    private static let queue = DispatchQueue(label: "modelgen interruptions", attributes: .concurrent)

    private let place: DatabasePlace
    private let processNumber: Int32

    /// - Returns: Nil if no memory is left.
    init?(of connection: OpaquePointer, to place: DatabasePlace) {
        guard let handle = PQgetCancel(connection) else { return nil }
        self.handle = handle
        self.place = place
        processNumber = PQbackendPID(connection)
    }

    deinit { PQfreeCancel(handle) }

    /// Whether the connection's statement was interrupted.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Ends the current statement soon, and prevents later ones. Does not wait for the server.
    func request() {
        state.withLock { $0.isRequested = true }
        Self.queue.async { [self] in send() }
    }

    /// Sends the request again and again until the connection is closed: the server ignores one that arrives before the statement,
    /// or while statements that end with a commit do not wait.
    private func send() {
        let (isOver, isCommitting) = state.withLock { ($0.isOver, $0.isCommitting) }
        if isOver { return }
        if isCommitting {
            cancelIfBlocked()
        } else {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
                _ = PQcancel(handle, message.baseAddress, Int32(message.count))
            }
        }
        let interval = DispatchTimeInterval.milliseconds(isCommitting ? 100 : 1_000)
        Self.queue.asyncAfter(deadline: .now() + interval) { [weak self] in self?.send() }
    }

    /// Cancels the statement if it waits for a lock, in one step of the server, so that it has not gone on to the commit.
    private func cancelIfBlocked() {
        // Another attempt follows if this one fails.
        let options = PostgreSQLStoreOptions(statementTimeoutMilliseconds: 1_000)
        guard let connection = try? PostgreSQLConnection(to: place, options: options) else { return }
        _ = try? connection.run(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'",
            [Parameter(.integer, processNumber.bigEndianBytes)])
    }

    /// Stops sending requests, when the connection is closed.
    func end() { state.withLock { $0.isOver = true } }

    /// Interrupts statements only while they wait for locks, until ``endCommit()``.
    ///
    /// - Returns: Whether the connection can go on; false if an interruption was requested.
    func beginCommit() -> Bool {
        state.withLock { state in
            if !state.isRequested { state.isCommitting = true }
            return !state.isRequested
        }
    }

    /// Interrupts any statement again.
    func endCommit() { state.withLock { $0.isCommitting = false } }
}
