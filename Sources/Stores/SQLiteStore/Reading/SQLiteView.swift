import ObjectGraph
import SQLStore
import Synchronization

/// A view of a store's state at its opening, by read transactions that do not block writers.
///
/// The first transaction starts with the first query, or before the next commit, because most views are never queried,
/// and each transaction keeps the journal from restarting.
final class SQLiteView: SQLView {
    private struct Readers {
        /// Connections that see the same state; none before the first transaction has started.
        var connections: [PooledConnection] = []
        /// The version of the file before the first transaction started; nil if no connections can be added.
        var version: Int64?
        /// The number of tasks that found all connections busy.
        var waitCount: UInt = 0
    }

    private let readers = Mutex(Readers())
    private let pool: ConnectionPool
    private let core: StoreCore
    private let plainTexts: PlainTexts
    private let pageEnds = PageEnds()

    /// The maximum number of tasks that query a view at the same time. Others wait.
    static let maximumConnectionCount = 4

    /// - Parameter writer: The store's writer; nil for a store that is open read-only.
    init(of pool: ConnectionPool, _ core: StoreCore, _ writer: SharedWriter?) {
        self.pool = pool
        self.core = core
        plainTexts = PlainTexts(of: core, writer)
    }

    deinit {
        for connection in readers.withLock({ $0.connections }) { pool.takeBack(connection) }
    }

    /// Starts the first transaction before a commit, whose caller has checked the file.
    func pin() throws {
        try readers.withLock { readers in
            // Few tasks query an earlier state, so one connection suffices.
            if readers.connections.isEmpty { readers.connections = [try pool.take(checkingFile: false)] }
        }
    }

    /// The connections that see the state, at least one.
    private func connections() throws -> [PooledConnection] {
        try readers.withLock { readers in
            if readers.connections.isEmpty {
                let version = pool.commits?.version
                readers.connections = [try pool.take()]
                readers.version = version
            }
            return readers.connections
        }
    }

    func ask<Answer: Sendable>(_ body: (StoreReader) throws -> Answer) throws -> Answer {
        var triedCount = 0
        while true {
            let connections = try connections()
            for connection in connections[triedCount...] {
                if let answer = try connection.useIfFree({ try answer($0, body) }) { return answer }
            }
            triedCount = connections.count
            if let busy = busyConnection(of: connections) { return try busy.use { try answer($0, body) } }
        }
    }

    private func answer<Answer>(
        _ connection: SQLiteConnection, _ body: (StoreReader) throws -> Answer
    ) throws -> Answer {
        let answer = try connection.interruptible { try body(StoreReader(connection, core, plainTexts, pageEnds)) }
        try connection.checkPages()
        return answer
    }

    /// Returns one of the connections, which are busy, to wait for; nil if there is another one now that sees the same
    /// state.
    ///
    /// One has to be waited for if there are enough, or someone has committed since the first transaction started.
    private func busyConnection(of connections: [PooledConnection]) -> PooledConnection? {
        readers.withLock { readers in
            if readers.connections.count > connections.count { return nil }
            readers.waitCount &+= 1
            let next = connections[Int(readers.waitCount % UInt(connections.count))]
            guard connections.count < Self.maximumConnectionCount, let version = readers.version else { return next }
            // If none can be opened, a busy one still answers.
            guard let added = try? pool.take(checkingFile: false) else { return next }
            guard pool.commits?.version == version else {
                pool.takeBack(added)
                readers.version = nil
                return next
            }
            readers.connections.append(added)
            return nil
        }
    }
}
