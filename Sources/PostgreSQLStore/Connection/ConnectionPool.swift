import Dispatch
import Foundation
import Synchronization

/// A few connections of a store, which tasks take turns to use.
final class ConnectionPool: Sendable {
    let place: DatabasePlace
    let options: PostgreSQLStoreOptions
    private let idle = Mutex<[PooledConnection]>([])
    private let free: DispatchSemaphore
    private let roundTrips = Atomic<Int>(0)

    init(_ place: DatabasePlace, _ options: PostgreSQLStoreOptions) {
        self.place = place
        self.options = options
        free = DispatchSemaphore(value: max(options.connectionLimit, 1))
    }

    /// The number of round trips to the server.
    var roundTripCount: Int { roundTrips.load(ordering: .relaxed) }

    /// Runs a closure with a connection that nothing else uses meanwhile.
    func use<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        guard free.wait(timeout: .now() + .milliseconds(options.waitMilliseconds)) == .success else {
            throw place.error(
                .poolExhausted, "all \(options.connectionLimit) connections are in use; raise connectionLimit")
        }
        defer { free.signal() }
        let pooled = try idle.withLock { $0.popLast() } ?? PooledConnection(connect())
        let connection = pooled.connection
        let before = connection.roundTripCount
        defer {
            roundTrips.add(connection.roundTripCount - before, ordering: .relaxed)
            if !connection.isLost, !connection.isInTransaction {
                idle.withLock { $0.append(pooled) }
            } else {
                // If the server stopped, all connections are lost; otherwise, removing the others costs little.
                if connection.isLost { idle.withLock { $0.removeAll() } }
            }
        }
        return try body(connection)
    }

    /// Runs a statement outside of a transaction, and again if the connection is lost or another transaction interferes.
    ///
    /// The server may have run it the first time, so the statement must be repeatable: it reads, removes old rows, reserves
    /// numbers (some are then lost), or inserts a row with a unique token.
    func runRepeatably(_ text: String, _ parameters: [Parameter] = []) throws -> StatementResult {
        let deadline = ContinuousClock.now + .milliseconds(options.waitMilliseconds)
        var backOff = BackOff()
        while true {
            do {
                return try use { try $0.run(text, parameters) }
            } catch let error as PostgreSQLStoreError where error.isPassing {
                guard ContinuousClock.now < deadline else { throw error }
                backOff.wait()
            }
        }
    }

    /// Returns a new connection. Waits for a server that is about to restart.
    func connect() throws -> PostgreSQLConnection {
        let deadline = ContinuousClock.now + .milliseconds(options.waitMilliseconds)
        var backOff = BackOff()
        while true {
            do {
                let connection = try PostgreSQLConnection(to: place, options: options)
                hasConnected.store(true, ordering: .relaxed)
                return connection
            } catch {
                guard hasConnected.load(ordering: .relaxed), ContinuousClock.now < deadline else { throw error }
                backOff.wait()
            }
        }
    }

    /// Whether a connection has ever succeeded. Before that, opening a store fails without waiting.
    private let hasConnected = Atomic<Bool>(false)
}

/// A connection in a pool.
///
/// - Note: Unchecked, because the compiler cannot see that a pool gives each connection to one task at a time.
private final class PooledConnection: @unchecked Sendable {
    let connection: PostgreSQLConnection

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }
}

/// The time to wait before the next attempt. It increases, and is random, so that two transactions in conflict separate.
struct BackOff {
    private var ceilingMilliseconds = 4

    mutating func wait() {
        Thread.sleep(forTimeInterval: Double.random(in: 0...Double(ceilingMilliseconds)) / 1000)
        ceilingMilliseconds = min(ceilingMilliseconds * 2, 500)
    }
}
