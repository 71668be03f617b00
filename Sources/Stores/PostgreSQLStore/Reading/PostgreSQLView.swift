import ObjectGraph
import SQLStore
import Synchronization

/// A view of the latest state. Each query runs in its own transaction, so the view holds no connection, and later
/// queries see later rows, unless it is pinned to a state.
final class PostgreSQLView: SQLView, ColumnarView {
    private let core: StoreCore
    private let transaction: Mutex<PinnedTransaction?>

    init(_ core: StoreCore, pinnedBy transaction: PinnedTransaction? = nil) {
        self.core = core
        self.transaction = Mutex(transaction)
    }

    func read<Result: Sendable>(_ body: (StoreReader) throws -> Result) throws -> Result {
        let pageEnds = transaction.withLock { $0?.pageEnds }
        return try body(StoreReader(core: core, run: { try self.run($0, $1) }, pageEnds: pageEnds))
    }

    /// Runs a query in the state of the view.
    func run(_ text: String, _ parameters: [Parameter]) throws -> StatementResult {
        do {
            return try transaction.withLock { $0 }?.run(text, parameters) ?? core.pool.runRepeatably(text, parameters)
        } catch let error as StoreError where error.isAboutStatement {
            // Tables or columns may be missing because of a migration.
            throw (try? core.pool.runRepeatably(core.identityText)).flatMap(core.refusal) ?? error
        }
    }

    func answerInColumns(
        _ query: StoreQuery, isWhole: Bool, forEachPart receive: (StoreColumns) throws -> Void
    ) throws -> StoreResult.Parts? {
        try read { try $0.answerInColumns(query, isWhole: isWhole, forEachPart: receive) }
    }
}

extension PostgreSQLView: PinnedStoreView {
    /// Ends the transaction as soon as no query runs in it.
    func unpin() { transaction.withLock { $0 = nil } }
}

/// A transaction that keeps a state until it is deallocated, on a connection of its own. Cancellation does not
/// interrupt its queries, because the server would end the transaction with them.
final class PinnedTransaction: Sendable {
    private struct State {
        let pooled: PooledConnection
        /// Why the transaction has ended before its time.
        var failure: StoreError?
    }

    /// The ends of pages in the state of the transaction.
    let pageEnds = PageEnds()
    private let state: Mutex<State>
    private let core: StoreCore

    init(_ core: StoreCore) throws {
        self.core = core
        let pooled = try core.pool.takeSpare { connection in
            // The first query decides which state the transaction sees.
            _ = try connection.run([
                Statement(text: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", parameters: []),
                Statement(text: "SELECT 1", parameters: []),
            ])
        }
        state = Mutex(State(pooled: pooled))
    }

    deinit { core.pool.takeBack(spare: state.withLock { $0.pooled }) }

    /// Runs a query. If it fails, the server ends the transaction, and no other one would see the same state.
    func run(_ text: String, _ parameters: [Parameter]) throws -> StatementResult {
        try state.withLock { state in
            if let failure = state.failure {
                throw core.error(
                    failure.code,
                    "the pinned query generation ended when a query failed; unpin it, or pin the latest one: "
                        + failure.message)
            }
            do throws(StoreError) {
                return try state.pooled.connection.run(text, parameters)
            } catch {
                state.failure = error
                throw error
            }
        }
    }
}
