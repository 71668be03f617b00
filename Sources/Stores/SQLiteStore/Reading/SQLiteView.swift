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
        /// The number of times that a connection became free.
        var releaseCount: UInt = 0
        /// The tasks that wait for a connection, in the order of their arrival.
        var waiting: [Turn] = []
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

    /// The connections that see the state, at least one, and how many times one of them has become free.
    private func connections() throws -> (connections: [PooledConnection], releaseCount: UInt) {
        try readers.withLock { readers in
            if readers.connections.isEmpty {
                let version = pool.commits?.version
                readers.connections = [try pool.take()]
                readers.version = version
            }
            return (readers.connections, readers.releaseCount)
        }
    }

    func read<Answer: Sendable>(_ body: (StoreReader) throws -> Answer) throws -> Answer {
        while true {
            let (connections, releaseCount) = try connections()
            for connection in connections {
                if let answer = try answerIfFree(connection, body) { return answer }
            }
            try waitForConnection(besides: connections.count, since: releaseCount)
        }
    }

    private func answerIfFree<Answer: Sendable>(
        _ connection: PooledConnection, _ body: (StoreReader) throws -> Answer
    ) throws -> Answer? {
        var isUsed = false
        defer { if isUsed { noteRelease() } }
        return try connection.useIfFree { connection in
            isUsed = true
            return try answer(connection, body)
        }
    }

    private func noteRelease() {
        let turn = readers.withLock { readers -> Turn? in
            readers.releaseCount &+= 1
            return readers.waiting.isEmpty ? nil : readers.waiting.removeFirst()
        }
        turn?.come()
    }

    private func answer<Answer>(
        _ connection: SQLiteConnection, _ body: (StoreReader) throws -> Answer
    ) throws -> Answer {
        let answer = try connection.interruptible { try body(StoreReader(connection, core, plainTexts, pageEnds)) }
        try connection.checkPages()
        return answer
    }

    /// Returns when there is another connection, or one may have become free.
    ///
    /// One is added unless there are enough, or someone has committed since the first transaction started. A task does
    /// not wait for a particular connection, because the query that uses it may take long.
    ///
    /// - Throws: `CancellationError` if the work was canceled.
    private func waitForConnection(besides count: Int, since releaseCount: UInt) throws {
        let turn = readers.withLock { readers -> Turn? in
            if readers.connections.count > count || readers.releaseCount != releaseCount { return nil }
            // If none can be opened, a busy one still answers.
            if count < Self.maximumConnectionCount, let version = readers.version,
                let added = try? pool.take(checkingFile: false)
            {
                if pool.commits?.version == version {
                    readers.connections.append(added)
                    return nil
                }
                pool.takeBack(added)
                readers.version = nil
            }
            let turn = Turn()
            readers.waiting.append(turn)
            return turn
        }
        guard let turn else { return }
        do {
            try turn.wait()
        } catch {
            let hasCome = readers.withLock { readers in
                guard let place = readers.waiting.firstIndex(where: { $0 === turn }) else { return true }
                readers.waiting.remove(at: place)
                return false
            }
            // The connection that has become free is another task's now.
            if hasCome { noteRelease() }
            throw error
        }
    }
}
