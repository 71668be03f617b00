import Foundation
import ObjectGraph
import Synchronization

/// The history of a store in its database. Each transaction is written together with its save.
///
/// Transactions are numbered in the order in which saves commit, in any process: each save takes the next number from a
/// row that it locks until it commits.
final class StoreHistory: PersistentHistoryStore {
    private let core: StoreCore
    private let writer: StoreWriter
    private let state = Mutex(State())

    private struct State {
        /// The numbers that the database last returned. If it cannot be read, these are the best known for properties.
        var numbers = Numbers()
        var lastLook: ContinuousClock.Instant?
    }

    private struct Numbers {
        var isTracking = false
        var last = 0
        var lastRemoved = 0
    }

    /// The time during which another process may still save without a history after this one starts it, or with one
    /// after this one stops it.
    private static let interval = Duration.seconds(1)

    init(_ core: StoreCore, _ writer: StoreWriter) {
        self.core = core
        self.writer = writer
    }

    // MARK: Numbers

    var isTracking: Bool {
        if let isTracking = try? readTracking() { return isTracking }
        return state.withLock { $0.numbers.isTracking }
    }

    func readTracking() throws -> Bool {
        let known = state.withLock { state in
            state.lastLook.map { ContinuousClock.now - $0 < Self.interval } == true ? state.numbers.isTracking : nil
        }
        if let known { return known }
        return try readLatest().isTracking
    }

    var lastTransactionNumber: Int { latest.last }

    var lastRemovedTransactionNumber: Int { latest.lastRemoved }

    private var latest: Numbers {
        if let found = try? readLatest() { return found }
        return state.withLock { $0.numbers }
    }

    private func readLatest() throws -> Numbers {
        do {
            let found = try look()
            state.withLock { state in
                state.numbers = found
                state.lastLook = .now
            }
            return found
        } catch let error as StoreError {
            throw Self.explained(error)
        }
    }

    /// Returns the error of a store that cannot find out whether it keeps a history. Nothing is saved then.
    private static func explained(_ error: StoreError) -> StoreError {
        var error = error
        error.message = "it is unknown whether the store keeps a history: \(error.message)"
        if error.isAboutMissingRight {
            error.message += "; grant SELECT, INSERT, UPDATE, and DELETE on modelgen_history and modelgen_history_state"
        }
        error.outcome = .notCommitted
        return error
    }

    private func look() throws -> Numbers {
        do {
            let row = try core.pool.runRepeatably(
                "SELECT is_tracking, last_number, last_removed FROM \(core.tables.historyState)")
            guard row.rowCount == 1 else { return Numbers() }
            return Numbers(
                isTracking: row.integer(0, 0) != 0, last: Int(row.integer(0, 1)), lastRemoved: Int(row.integer(0, 2)))
        } catch let error as StoreError where error.isAboutMissingTable {
            // No history was ever started.
            return Numbers()
        }
    }

    // MARK: Transactions

    func setTracking(_ isTracking: Bool) throws {
        try core.checkIsWritable()
        try core.pool.use { connection in
            if isTracking {
                // Another store in the place of this one must not get the tables.
                try checkIdentity(connection)
                try makeTables(connection)
            }
            do {
                try connection.transaction {
                    try checkIdentity(connection)
                    // The removed part is gone: numbers continue, and older tokens are refused.
                    let changed = try connection.run(
                        "UPDATE \(core.tables.historyState) SET is_tracking = $1, last_removed = last_number "
                            + "WHERE is_tracking <> $1 RETURNING id", [Parameter(.boolean, [isTracking ? 1 : 0])])
                    if changed.rowCount > 0 { try connection.run("DELETE FROM \(core.tables.history)") }
                }
            } catch let error as StoreError where !isTracking && error.isAboutMissingTable {
                // There was never a history to end.
            }
        }
        // The change has taken place, so nothing may fail any longer. The next look reads the numbers.
        state.withLock { state in
            state.numbers.isTracking = isTracking
            state.lastLook = nil
        }
    }

    /// Creates the tables of the history if they do not exist, while other processes may do the same.
    private func makeTables(_ connection: PostgreSQLConnection) throws {
        for _ in 1..<Self.maximumAttemptCount where try tryToMakeTables(connection) { return }
        for statement in core.tables.historyStatements { try connection.run(statement) }
    }

    /// Returns whether the tables exist now; false if another process was creating them.
    private func tryToMakeTables(_ connection: PostgreSQLConnection) throws -> Bool {
        do {
            for statement in core.tables.historyStatements { try connection.run(statement) }
            return true
        } catch {
            // The server does not look and create in one step, even with IF NOT EXISTS.
            guard error.isAboutSomethingThere else { throw error }
            return false
        }
    }

    private static let maximumAttemptCount = 5

    /// Throws an error if another store is in the place of the one that was opened, whose history would change.
    private func checkIdentity(_ connection: PostgreSQLConnection) throws {
        let found = try connection.run("SELECT identifier FROM \(core.tables.store)")
        guard found.rowCount == 1, found.uuid(0, 0) == core.identifier else { throw core.replaced }
    }

    func append(_ transaction: PersistentHistoryTransaction) throws {
        try core.checkIsWritable()
        let text = HistoryText(core: core).text(of: transaction.changes)
        let (time, exact) = DateColumns.columns(of: transaction.timestamp)
        writer.willWrite([
            Statement(
                text: "UPDATE \(core.tables.historyState) SET last_number = last_number + 1 WHERE is_tracking"),
            Statement(
                text: "INSERT INTO \(core.tables.history) "
                    + "(number, saved_at, saved_at_exact, author, context_name, process, changes) "
                    + "SELECT last_number, $1, $2, $3, $4, $5, $6::jsonb FROM \(core.tables.historyState) "
                    + "WHERE is_tracking",
                parameters: [
                    Parameter(.timestamp, time?.bigEndianBytes),
                    Parameter(.double, exact?.bitPattern.bigEndianBytes),
                    Parameter(transaction.author.map(CommitRecord.usable)),
                    Parameter(transaction.contextName.map(CommitRecord.usable)), Parameter(transaction.processID),
                    Parameter(text),
                ]),
        ])
    }

    func revertLastTransaction(after error: any Error) { writer.willWrite([]) }

    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        guard try readTracking() else { return [] }
        let rows = try core.pool.runRepeatably(
            "SELECT number, saved_at, saved_at_exact, author, context_name, process, changes::text "
                + "FROM \(core.tables.history) WHERE number > $1 ORDER BY number", [Parameter(Int64(number))])
        return try transactions(rows)
    }

    func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        guard try readTracking() else { return [] }
        // Other changes of the transaction do not leave the server.
        let own =
            "SELECT jsonb_agg(c) FROM jsonb_array_elements(h.changes) AS e(c) "
            + "WHERE c->>'id' = $2 AND $3 IN (c->>'insert', c->>'update', c->>'delete')"
        let rows = try core.pool.runRepeatably(
            "SELECT number, saved_at, saved_at_exact, author, context_name, process, own::text FROM "
                + "(SELECT h.*, (\(own)) AS own FROM \(core.tables.history) h WHERE number < $1) changed "
                + "WHERE own IS NOT NULL ORDER BY number DESC LIMIT $4",
            [
                Parameter(Int64(number ?? .max)), Parameter(String(objectID.number)), Parameter(objectID.entityName),
                Parameter(Int64(max(limit, 0))),
            ])
        return try transactions(rows)
    }

    private func transactions(_ rows: StatementResult) throws -> [PersistentHistoryTransaction] {
        try (0..<rows.rowCount).map { row in
            let number = rows.integer(row, 0)
            guard let changes = HistoryText(core: core).changes(rows.data(row, 6)),
                let timestamp = DateColumns.date(
                    time: rows.optionalInteger(row, 1), exact: rows.isNull(row, 2) ? nil : rows.double(row, 2))
            else {
                throw StoreError(
                    .malformed, location: core.location, table: "modelgen_history", row: number,
                    "the row is not a transaction")
            }
            return PersistentHistoryTransaction(
                token: PersistentHistoryToken(storeIdentifier: core.identifier, transactionNumber: Int(number)),
                timestamp: timestamp, author: rows.isNull(row, 3) ? nil : rows.text(row, 3),
                contextName: rows.isNull(row, 4) ? nil : rows.text(row, 4), processID: rows.text(row, 5),
                changes: changes)
        }
    }

    func removeTransactions(upTo number: Int) throws {
        guard try readTracking() else { return }
        try core.checkIsWritable()
        try core.pool.use { connection in
            try connection.transaction {
                try checkIdentity(connection)
                let parameter = [Parameter(Int64(number))]
                try connection.run(
                    "UPDATE \(core.tables.historyState) SET last_removed = $1 "
                        + "WHERE last_removed < $1 AND last_number >= $1", parameter)
                try connection.run(
                    "UPDATE \(core.tables.historyState) SET last_removed = last_number WHERE last_number < $1",
                    parameter)
                try connection.run("DELETE FROM \(core.tables.history) WHERE number <= $1", parameter)
            }
        }
    }
}
