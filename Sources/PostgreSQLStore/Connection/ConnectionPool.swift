import Dispatch
import Foundation
import Synchronization

/// The connections of a store: a few, which tasks use in turn.
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

    /// How often something was sent to the server and waited for.
    var roundTripCount: Int { roundTrips.load(ordering: .relaxed) }

    /// Runs a body with a connection of its own.
    func use<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        guard free.wait(timeout: .now() + .milliseconds(options.waitMilliseconds)) == .success else {
            throw PostgreSQLStoreError(
                .poolExhausted, place: place.description,
                "all \(options.connectionLimit) connections are in use; raise connectionLimit")
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
                // A server that has gone has taken all its connections along, or one of it only, which costs little.
                if connection.isLost { idle.withLock { $0.removeAll() } }
            }
        }
        return try body(connection)
    }

    /// Runs a statement outside of a transaction, and again where the connection was lost or others were in the way.
    ///
    /// The server may have run the first one all the same. The statement is to be one that may be run twice: it reads, it removes what
    /// is old, it reserves numbers (some are lost then), or it inserts a row whose token nothing else has.
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

    /// A new connection. A server that is about to come back is waited for.
    private func connect() throws -> PostgreSQLConnection {
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

    /// Whether a connection has ever been made: before, whoever opens the store is told at once.
    private let hasConnected = Atomic<Bool>(false)
}

/// A connection that lies in a pool.
///
/// - Note: Unchecked, as the compiler cannot see that a pool hands each connection to one task at a time.
private final class PooledConnection: @unchecked Sendable {
    let connection: PostgreSQLConnection

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }
}

/// How long to wait before something is tried again: longer each time, and by chance, so that two that are in each other's way
/// part.
struct BackOff {
    private var ceilingMilliseconds = 4

    mutating func wait() {
        Thread.sleep(forTimeInterval: Double.random(in: 0...Double(ceilingMilliseconds)) / 1000)
        ceilingMilliseconds = min(ceilingMilliseconds * 2, 500)
    }
}
