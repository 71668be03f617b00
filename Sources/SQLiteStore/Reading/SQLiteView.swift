import ObjectGraph

/// A reading of a store as it was when the view was opened: a read transaction, which writers need not wait for.
final class SQLiteView: StoreView {
    private let connection: PooledConnection
    private let pool: ConnectionPool
    private let core: StoreCore

    init(_ connection: PooledConnection, of pool: ConnectionPool, _ core: StoreCore) {
        self.connection = connection
        self.pool = pool
        self.core = core
    }

    deinit {
        pool.takeBack(connection)
    }

    private func ask<Answer: Sendable>(_ body: (SQLiteReader) throws -> Answer) throws -> Answer {
        try connection.use { connection in
            try body(
                SQLiteReader(
                    connection: connection, layout: core.layout, spaces: core.spaces, values: core.values))
        }
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        try ask { try $0.rows(of: objectIDs) }
    }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try ask { try $0.destinations(of: relationship, from: objectIDs) }
    }

    func answer(_ question: StoreQuestion) throws -> StoreAnswer {
        try ask { try $0.answer(question) }
    }

    func count(_ question: StoreQuestion) throws -> Int? {
        try ask { try $0.count(question) }
    }
}
