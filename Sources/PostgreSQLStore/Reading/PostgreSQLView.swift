import ObjectGraph
import Synchronization

/// A view of the latest state. Each query runs in its own transaction, so the view holds no connection, and later queries
/// see later rows, unless it has a transaction that keeps a state.
final class PostgreSQLView: StoreView, ColumnarView {
    private let core: StoreCore
    private let transaction: PinnedTransaction?

    init(_ core: StoreCore, _ transaction: PinnedTransaction? = nil) {
        self.core = core
        self.transaction = transaction
    }

    private var reader: PostgreSQLReader {
        PostgreSQLReader(core: core) { [pool = core.pool, transaction] text, parameters in
            try transaction?.run(text, parameters) ?? pool.runRepeatably(text, parameters)
        }
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try reader.rows(of: objectIDs) }

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
        try reader.destinations(of: relationship, from: objectIDs, handingOut: receive)
    }

    func answer(_ question: StoreQuestion) throws -> StoreAnswer {
        var rows: [StoreRow] = []
        var answer = try answer(question) { rows.append($0) }
        if case .rows(let rest) = answer.objects { answer.objects = .rows(rows + rest) }
        return answer
    }

    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer {
        try reader.answer(question, handingOut: receive)
    }

    func answerInColumns(
        _ question: StoreQuestion, isWhole: Bool, handingOut receive: (StoreColumns) throws -> Void
    ) throws -> StoreAnswer.Parts? {
        try reader.answerInColumns(question, isWhole: isWhole, handingOut: receive)
    }

    func count(_ question: StoreQuestion) throws -> Int? { try reader.count(question) }

    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? { try reader.groups(question) }

    func statement(for question: StoreQuestion) -> StoreStatement? { reader.statement(for: question) }
}

/// A transaction that keeps a state until it is deallocated, on a connection of its own.
final class PinnedTransaction: Sendable {
    private let connection: Mutex<PostgreSQLConnection>
    private let core: StoreCore

    init(_ core: StoreCore) throws {
        self.core = core
        let connection = try core.pool.connect()
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        // The first query decides which state the transaction sees.
        try connection.run("SELECT 1")
        self.connection = Mutex(connection)
    }

    /// Runs a query. It is not run again on another connection, which would see another state.
    func run(_ text: String, _ parameters: [Parameter]) throws -> StatementResult {
        do {
            return try connection.withLock { try $0.run(text, parameters) }
        } catch let error as PostgreSQLStoreError where error.code == .connectionLost {
            throw core.error(
                .connectionLost,
                "the connection of the pinned query generation was lost; unpin it, or pin the latest one: \(error.message)"
            )
        }
    }
}
