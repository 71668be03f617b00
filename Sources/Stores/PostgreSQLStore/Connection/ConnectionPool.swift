import Dispatch
import Foundation
import ObjectGraph
import Synchronization

/// A few connections of a store, which tasks take turns to use.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [PooledConnection] = []
        /// Connections for transactions that stay open, of which none is open.
        var spare: [PooledConnection] = []
        /// The number of connections in use.
        var usedCount = 0
        /// Those that wait for a connection, in the order of their arrival.
        var waiting: [Turn] = []
    }

    let location: DatabaseLocation
    let options: PostgreSQLStoreOptions
    private let state = Mutex(State())
    private let roundTrips = Atomic<Int>(0)

    init(_ location: DatabaseLocation, _ options: PostgreSQLStoreOptions) {
        self.location = location
        self.options = options
    }

    /// The number of round trips to the server.
    var roundTripCount: Int { roundTrips.load(ordering: .relaxed) }

    /// Runs a closure with a connection that nothing else uses meanwhile. Cancellation interrupts what it waits for,
    /// except a commit that does not wait for others.
    ///
    /// - Parameter deadline: The time to stop waiting for a server; nil for the usual time from now.
    func use<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        try takeTurn()
        defer { passOnTurn() }
        let pooled = try state.withLock { $0.idle.popLast() } ?? PooledConnection(connect(until: deadline))
        let connection = pooled.connection
        let before = connection.roundTripCount
        defer {
            roundTrips.add(connection.roundTripCount - before, ordering: .relaxed)
            if connection.isUsable {
                state.withLock { $0.idle.append(pooled) }
            } else if connection.isLost {
                // If the server stopped, all connections are lost; otherwise, removing the others costs little.
                state.withLock { $0.idle.removeAll() }
            }
        }
        let interruption = connection.interruption
        let outcome = try StoreCancellation.interruptible {
            interruption?.request()
            return interruption != nil
        } _: { () -> Swift.Result<Result, StoreError> in
            do {
                return .success(try body(connection))
            } catch let error as StoreError where error.outcome == .unknown {
                // The interruption must not hide it.
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Waits until fewer connections are in use than the options allow.
    ///
    /// - Throws: `StoreError` if none becomes free in time, or `CancellationError`.
    private func takeTurn() throws {
        let turn = state.withLock { state -> Turn? in
            if state.usedCount < max(options.maximumConnectionCount, 1) {
                state.usedCount += 1
                return nil
            }
            let turn = Turn()
            state.waiting.append(turn)
            return turn
        }
        guard let turn else { return }
        let wait = Result {
            try StoreActivity.measure(.wait(for: .connection, of: PostgreSQLStore.systemName)) {
                try StoreCancellation.interruptible(by: { turn.come() }) {
                    turn.wait(upTo: options.connectionTimeoutMilliseconds)
                }
            }
            try StoreCancellation.check()
        }
        // What gives it the turn also removes it.
        let hasCome = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === turn }) else { return true }
            state.waiting.remove(at: index)
            return false
        }
        do {
            try wait.get()
        } catch {
            if hasCome { passOnTurn() }
            throw error
        }
        guard hasCome else {
            throw location.error(
                .poolExhausted,
                "all \(options.maximumConnectionCount) connections are in use; raise maximumConnectionCount")
        }
    }

    private func passOnTurn() {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.usedCount -= 1
            } else {
                state.waiting.removeFirst().come()
            }
        }
    }

    /// Returns a connection beside those that take turns, for a transaction that stays open.
    ///
    /// - Parameter begin: Begins the transaction. It is called again with a new connection if one that was kept turns
    ///   out to be lost.
    func takeSpare(_ begin: (PostgreSQLConnection) throws -> Void) throws -> PooledConnection {
        let known = state.withLock { $0.spare.popLast() }
        if let known, !known.connection.isLost {
            do {
                try begin(known.connection)
                return known
            } catch let error as StoreError where error.code == .connectionLost {
                // After a restart of the server, only the next statement shows that the connection is lost.
            }
        }
        let new = try PooledConnection(connect())
        try begin(new.connection)
        return new
    }

    /// The number of kept connections for transactions that stay open.
    var spareCount: Int { state.withLock { $0.spare.count } }

    /// Ends the transaction of a spare connection, on another thread, and keeps the connection for the next one.
    func takeBack(spare pooled: PooledConnection) {
        Self.queue.async { [self] in
            pooled.connection.rollBack()
            guard pooled.connection.isUsable else { return }
            state.withLock { state in
                if state.spare.count < Self.maximumSpareCount { state.spare.append(pooled) }
            }
        }
    }

    /// The maximum number of unused connections for transactions that stay open.
    private static let maximumSpareCount = 1
    private static let queue = DispatchQueue(label: "modelgen connections", attributes: .concurrent)

    /// Runs a statement outside of a transaction, and again if the connection is lost or another transaction
    /// interferes.
    ///
    /// The server may have run it the first time, so the statement must be repeatable: it reads, removes old rows,
    /// reserves numbers (some are then lost), or inserts a row with a unique token.
    ///
    /// - Parameter deadline: The time after which it is not run again; nil for the usual time from now.
    func runRepeatably(
        _ text: String, _ parameters: [Parameter] = [], until deadline: ContinuousClock.Instant? = nil
    ) throws -> StatementResult {
        let deadline = deadline ?? self.deadline
        var backOff = BackOff()
        while true {
            do {
                return try use(until: deadline) { try $0.run(text, parameters) }
            } catch let error as StoreError where error.isPassing {
                guard ContinuousClock.now < deadline else { throw error }
                try StoreActivity.measure(.retry(of: .statement, after: error, of: PostgreSQLStore.systemName)) {
                    try backOff.wait()
                }
            }
        }
    }

    /// The time until which work that begins now waits for a server.
    var deadline: ContinuousClock.Instant { .now + .milliseconds(options.connectionTimeoutMilliseconds) }

    /// Returns a new connection. Waits for a server that is about to restart.
    ///
    /// - Parameter deadline: The time to stop waiting; nil for the usual time from now.
    func connect(until deadline: ContinuousClock.Instant? = nil) throws -> PostgreSQLConnection {
        let deadline = deadline ?? self.deadline
        var backOff = BackOff()
        while true {
            do {
                let connection = try PostgreSQLConnection(to: location, options: options)
                connection.interruptsBlockedCommits = interruptsBlockedCommits.load(ordering: .relaxed)
                hasConnected.store(true, ordering: .relaxed)
                return connection
            } catch {
                guard hasConnected.load(ordering: .relaxed), ContinuousClock.now < deadline else { throw error }
                try StoreActivity.measure(.wait(for: .server, of: PostgreSQLStore.systemName)) { try backOff.wait() }
            }
        }
    }

    /// Lets cancellation interrupt the commits of a connection, and of later ones, while they wait for locks, if the
    /// server can tell.
    func examine(_ connection: PostgreSQLConnection) {
        let canInterrupt = connection.canInterruptBlockedCommits
        connection.interruptsBlockedCommits = canInterrupt
        interruptsBlockedCommits.store(canInterrupt, ordering: .relaxed)
    }

    /// What new connections have as ``PostgreSQLConnection/interruptsBlockedCommits``.
    private let interruptsBlockedCommits = Atomic<Bool>(false)
    /// Whether a connection has ever succeeded. Before that, opening a store fails without waiting.
    private let hasConnected = Atomic<Bool>(false)
}

/// A place in the line for a connection.
private final class Turn: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// - Returns: True.
    @discardableResult
    func come() -> Bool {
        semaphore.signal()
        return true
    }

    func wait(upTo milliseconds: Int) { _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) }
}

/// A connection in a pool.
///
/// - Note: Unchecked, because the compiler cannot see that a pool gives each connection to one task at a time.
final class PooledConnection: @unchecked Sendable {
    let connection: PostgreSQLConnection

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }
}

/// The time to wait before the next attempt. It increases, and is random,
/// so that two transactions in conflict separate.
struct BackOff {
    private var ceilingMilliseconds = 4

    /// - Throws: `CancellationError` if the work that waits was canceled.
    mutating func wait() throws {
        let microseconds = Int(Double.random(in: 0...Double(ceilingMilliseconds)) * 1000)
        let end = DispatchSemaphore(value: 0)
        try StoreCancellation.interruptible {
            end.signal()
            return true
        } _: {
            _ = end.wait(timeout: .now() + .microseconds(microseconds))
        }
        try StoreCancellation.check()
        ceilingMilliseconds = min(ceilingMilliseconds * 2, 500)
    }
}
