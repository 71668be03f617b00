import Dispatch
import Foundation
import ObjectGraph
import SQLStore
import Synchronization

/// A few connections of a store, which tasks take turns to use.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [PooledConnection] = []
        /// Connections for transactions that stay open, of which none is open.
        var spare: [PooledConnection] = []
    }

    let location: DatabaseLocation
    let options: PostgreSQLStoreOptions
    private let state = Mutex(State())
    /// Those that use a connection, and those that wait for one.
    private let line: WaitingLine
    private let roundTrips = Atomic<Int>(0)

    init(_ location: DatabaseLocation, _ options: PostgreSQLStoreOptions) {
        self.location = location
        self.options = options
        line = WaitingLine(
            for: .connection, of: PostgreSQLStore.systemName, maximumCount: max(options.maximumConnectionCount, 1))
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
        guard try line.takeTurn(upTo: options.connectionTimeoutMilliseconds) else {
            throw location.error(
                .poolExhausted,
                "all \(options.maximumConnectionCount) connections are in use; raise maximumConnectionCount")
        }
        defer { line.passOn() }
        let pooled = try state.withLock { $0.idle.popLast() } ?? PooledConnection(connect(until: deadline))
        let connection = pooled.connection
        sharePreparing(connection)
        let before = connection.roundTripCount
        defer {
            roundTrips.add(connection.roundTripCount - before, ordering: .relaxed)
            sharePreparing(connection)
            if connection.isUsable {
                state.withLock { $0.idle.append(pooled) }
            } else if connection.isLost {
                // If the server stopped, all connections are lost; otherwise, removing the others costs little.
                state.withLock { $0.idle.removeAll() }
            }
        }
        return try interruptibly(connection, body)
    }

    /// Runs a closure whose statements cancellation interrupts, except a commit that does not wait for others.
    private func interruptibly<Result>(
        _ connection: PostgreSQLConnection, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
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

    /// Runs a closure that asks the server for what several tasks need, which only one task does at a time.
    ///
    /// - Throws: What the closure throws; `StoreError` if another task has not finished in time, or
    ///   `CancellationError`.
    func inTurn<Result>(_ line: WaitingLine, _ body: () throws -> Result) throws -> Result {
        guard try line.takeTurn(upTo: options.connectionTimeoutMilliseconds) else {
            throw location.error(
                .connection,
                "the server has not answered another task for \(options.connectionTimeoutMilliseconds) ms")
        }
        defer { line.passOn() }
        return try body()
    }

    /// Returns a connection beside those that take turns, for a transaction that stays open.
    ///
    /// - Parameter begin: Begins the transaction, which cancellation interrupts. It is called again with a new
    ///   connection if one that was kept turns out to be lost.
    func takeSpare(_ begin: (PostgreSQLConnection) throws -> Void) throws -> PooledConnection {
        try StoreCancellation.check()
        let known = state.withLock { $0.spare.popLast() }
        if let known, !known.connection.isLost {
            sharePreparing(known.connection)
            do {
                try interruptibly(known.connection, begin)
                return known
            } catch let error as StoreError where error.code == .connectionLost {
                // After a restart of the server, only the next statement shows that the connection is lost.
            }
        }
        let new = try PooledConnection(connect())
        sharePreparing(new.connection)
        try interruptibly(new.connection, begin)
        return new
    }

    /// The number of kept connections for transactions that stay open.
    var spareCount: Int { state.withLock { $0.spare.count } }

    /// Ends the transaction of a spare connection, on another thread, and keeps the connection for the next one.
    func takeBack(spare pooled: PooledConnection) {
        Self.queue.async { [self] in
            pooled.connection.rollBack()
            sharePreparing(pooled.connection)
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
                let connection = try PostgreSQLConnection(
                    to: location, options: options, until: deadlineOfAttempt(before: deadline))
                connection.interruptsBlockedCommits = interruptsBlockedCommits.load(ordering: .relaxed)
                hasConnected.store(true, ordering: .relaxed)
                return connection
            } catch let error as StoreError {
                guard hasConnected.load(ordering: .relaxed), ContinuousClock.now < deadline else { throw error }
                try StoreActivity.measure(.wait(for: .server, of: PostgreSQLStore.systemName)) { try backOff.wait() }
            }
        }
    }

    /// Returns when to give up an attempt to connect; nil while the store is opened, which only the time limit of the
    /// connection itself ends.
    ///
    /// Work whose time has nearly passed in line still has as much time as a server needs that works.
    private func deadlineOfAttempt(before deadline: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard hasConnected.load(ordering: .relaxed) else { return nil }
        let least = min(max(options.connectionTimeoutMilliseconds, 100), 1_000)
        return max(deadline, .now + .milliseconds(least))
    }

    /// Lets cancellation interrupt the commits of a connection, and of later ones, while they wait for locks, if the
    /// server can tell.
    func examine(_ connection: PostgreSQLConnection) {
        let canInterrupt = connection.canInterruptBlockedCommits
        connection.interruptsBlockedCommits = canInterrupt
        interruptsBlockedCommits.store(canInterrupt, ordering: .relaxed)
    }

    /// Lets all connections prepare no statements if the server has not kept what one of them has prepared. A
    /// transaction that stays open would end when its connection finds this out for itself.
    private func sharePreparing(_ connection: PostgreSQLConnection) {
        if preparationLoss.isSet {
            connection.stopPreparing()
        } else if !connection.keepsPreparations {
            preparationLoss.set()
        }
    }

    /// Whether a connection has found that the server does not keep what it prepares.
    private let preparationLoss = LastingFlag()
    /// What new connections have as ``PostgreSQLConnection/interruptsBlockedCommits``.
    private let interruptsBlockedCommits = Atomic<Bool>(false)
    /// Whether a connection has ever succeeded. Before that, opening a store fails without waiting.
    private let hasConnected = Atomic<Bool>(false)
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
