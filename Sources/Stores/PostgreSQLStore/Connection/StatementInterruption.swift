import CPostgreSQL
import Dispatch
import Synchronization

/// Ends a statement that the server is running.
///
/// The request travels on a connection of its own, and may arrive late, so a connection with a request is not used
/// again. Statements that end with a commit are interrupted only while they wait for the locks of others, because a
/// commit must not be.
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

    private let location: DatabaseLocation
    private let processNumber: Int32

    /// - Returns: Nil if no memory is left.
    init?(of connection: OpaquePointer, to location: DatabaseLocation) {
        guard let handle = PQgetCancel(connection) else { return nil }
        self.handle = handle
        self.location = location
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

    /// Sends the request again and again until the connection is closed: the server ignores one that arrives before the
    /// statement, and statements that end with a commit may not wait yet.
    private func send() {
        let (isOver, isCommitting) = state.withLock { ($0.isOver, $0.isCommitting) }
        if isOver { return }
        let isDue = !isCommitting || isBlocked && state.withLock { !$0.isOver && $0.isCommitting }
        if isDue {
            // The server knows the session by a secret, so no other one is meant.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
                _ = PQcancel(handle, message.baseAddress, Int32(message.count))
            }
        }
        let interval = DispatchTimeInterval.milliseconds(isCommitting ? 100 : 1_000)
        Self.queue.asyncAfter(deadline: .now() + interval) { [weak self] in self?.send() }
    }

    /// Whether the session waits for a lock, so that it has not begun to commit;
    /// also false if that cannot be found out.
    ///
    /// With synchronous replication, a request that arrives a moment too late would end the wait for the other servers,
    /// so it is never sent.
    private var isBlocked: Bool {
        // Another attempt follows if this one fails, so none lasts long, whatever the connection string says.
        let options = PostgreSQLStoreOptions(
            connectionTimeoutMilliseconds: 2_000, statementTimeoutMilliseconds: 1_000)
        let deadline = ContinuousClock.now + .milliseconds(options.connectionTimeoutMilliseconds)
        guard let connection = try? PostgreSQLConnection(to: location, options: options, until: deadline),
            let found = try? connection.run(
                "SELECT COUNT(*) FROM pg_stat_get_activity($1) WHERE wait_event_type = 'Lock' "
                    + "AND current_setting('synchronous_standby_names') = ''",
                [Parameter(.integer, processNumber.bigEndianBytes)])
        else { return false }
        return found.integer(0, 0) > 0
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
