import ObjectGraph
import SQLTranslation
import Synchronization

/// A view of a store's state at its opening, by read transactions that do not block writers.
///
/// The first transaction starts with the first query, or before the next commit, because most views are never queried, and
/// each transaction keeps the journal from restarting.
final class SQLiteView: SQLView {
    private struct Readers {
        /// Connections that see the same state; none before the first transaction has started.
        var connections: [PooledConnection] = []
        /// The version of the file before the first transaction started; nil if no connections can be added.
        var version: Int64?
        /// The number of tasks that had to wait.
        var waitCount = 0
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

    /// Starts the first transaction.
    ///
    /// - Parameter checksFile: Whether to check that the file is still the one that the store opened.
    /// - Returns: The connections that see the state, at least one.
    @discardableResult
    func pin(checkingFile checksFile: Bool = true) throws -> [PooledConnection] {
        try readers.withLock { readers in
            if readers.connections.isEmpty {
                let version = pool.commits?.version
                readers.connections = [try pool.take(checkingFile: checksFile)]
                readers.version = version
            }
            return readers.connections
        }
    }

    func ask<Answer: Sendable>(_ body: (SQLiteReader) throws -> Answer) throws -> Answer {
        let connections = try pin()
        for connection in connections {
            if let answer = try connection.useIfFree({ try answer($0, body) }) { return answer }
        }
        return try connection(besides: connections).use { try answer($0, body) }
    }

    private func answer<Answer>(
        _ connection: SQLiteConnection, _ body: (SQLiteReader) throws -> Answer
    ) throws -> Answer {
        let answer = try connection.interruptible { try body(SQLiteReader(connection, core, plainTexts, pageEnds)) }
        try connection.checkPages()
        return answer
    }

    /// Returns another connection that sees the same state, or one of those that are busy: if there are enough, or someone has
    /// committed since the first transaction started.
    private func connection(besides busy: [PooledConnection]) -> PooledConnection {
        readers.withLock { readers in
            // Another task may have added one meanwhile.
            if readers.connections.count > busy.count { return readers.connections[busy.count] }
            readers.waitCount &+= 1
            let turn = busy[abs(readers.waitCount % busy.count)]
            guard busy.count < Self.maximumConnectionCount, let version = readers.version else { return turn }
            // If none can be opened, a busy one still answers.
            guard let added = try? pool.take(checkingFile: false) else { return turn }
            guard pool.commits?.version == version else {
                pool.takeBack(added)
                readers.version = nil
                return turn
            }
            readers.connections.append(added)
            return added
        }
    }
}
