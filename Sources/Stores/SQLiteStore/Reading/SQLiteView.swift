import ObjectGraph
import SQLTranslation
import Synchronization

/// A view of a store's state at its opening, by a read transaction that does not block writers.
///
/// The transaction starts with the first query, or before the next commit, because most views are never queried, and
/// each transaction keeps the journal from restarting.
final class SQLiteView: SQLView {
    /// Nil before the transaction has started.
    private let connection = Mutex<PooledConnection?>(nil)
    private let pool: ConnectionPool
    private let core: StoreCore
    private let plainTexts: PlainTexts
    private let pageEnds = PageEnds()

    /// - Parameter writer: The store's writer; nil for a store that is open read-only.
    init(of pool: ConnectionPool, _ core: StoreCore, _ writer: SharedWriter?) {
        self.pool = pool
        self.core = core
        plainTexts = PlainTexts(of: core, writer)
    }

    deinit {
        if let connection = connection.withLock({ $0 }) { pool.takeBack(connection) }
    }

    /// Starts the transaction.
    ///
    /// - Parameter checksFile: Whether to check that the file is still the one that the store opened.
    @discardableResult
    func pin(checkingFile checksFile: Bool = true) throws -> PooledConnection {
        try connection.withLock { connection in
            if let connection { return connection }
            let taken = try pool.take(checkingFile: checksFile)
            connection = taken
            return taken
        }
    }

    func ask<Answer: Sendable>(_ body: (SQLiteReader) throws -> Answer) throws -> Answer {
        try pin().use { connection in
            let answer = try connection.interruptible { try body(SQLiteReader(connection, core, plainTexts, pageEnds)) }
            try connection.checkPages()
            return answer
        }
    }
}
