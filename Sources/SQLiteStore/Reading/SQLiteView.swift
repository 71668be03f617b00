import ObjectGraph
import Synchronization

/// A view of a store's state at its opening, by a read transaction that does not block writers.
///
/// The transaction starts with the first question, or before the next commit, because most views are never queried, and
/// each transaction keeps the journal from restarting.
final class SQLiteView: StoreView {
    /// Nil before the transaction has started.
    private let connection = Mutex<PooledConnection?>(nil)
    private let pool: ConnectionPool
    private let core: StoreCore

    init(of pool: ConnectionPool, _ core: StoreCore) {
        self.pool = pool
        self.core = core
    }

    deinit {
        if let connection = connection.withLock({ $0 }) { pool.takeBack(connection) }
    }

    /// Starts the transaction.
    @discardableResult
    func pin() throws -> PooledConnection {
        try connection.withLock { connection in
            if let connection { return connection }
            let taken = try pool.take()
            connection = taken
            return taken
        }
    }

    private func ask<Answer: Sendable>(_ body: (SQLiteReader) throws -> Answer) throws -> Answer {
        try pin().use { connection in
            try body(SQLiteReader(connection, core))
        }
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try ask { try $0.rows(of: objectIDs) } }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        var rows: [StoreRow] = []
        var answer = try destinations(of: relationship, from: objectIDs) { rows.append($0) }
        answer.rows = rows
        return answer
    }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try ask { try $0.destinations(of: relationship, from: objectIDs, handingOut: receive) }
    }

    func answer(_ question: StoreQuestion) throws -> StoreAnswer {
        var rows: [StoreRow] = []
        var answer = try answer(question) { rows.append($0) }
        if case .rows(let rest) = answer.objects { answer.objects = .rows(rows + rest) }
        return answer
    }

    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer {
        try ask { try $0.answer(question, handingOut: receive) }
    }

    func count(_ question: StoreQuestion) throws -> Int? { try ask { try $0.count(question) } }

    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? { try ask { try $0.groups(question) } }

    func statement(for question: StoreQuestion) throws -> StoreStatement? {
        try ask { $0.statement(for: question) }
    }
}
