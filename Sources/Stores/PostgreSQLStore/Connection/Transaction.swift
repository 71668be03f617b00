import ObjectGraph

/// A transaction. It sends statements whose results are not needed together with the next one whose result is.
final class Transaction {
    private let connection: PostgreSQLConnection
    private var waiting: [Statement] = [Statement(text: "BEGIN ISOLATION LEVEL READ COMMITTED")]
    /// Whether the commit was sent. The server may have committed, even if no response arrives.
    private(set) var isCommitting = false
    /// Whether the pending statements are sent before the commit, to check how many rows they write.
    private let checksRows: Bool

    init(_ connection: PostgreSQLConnection, checksRows: Bool = false) {
        self.connection = connection
        self.checksRows = checksRows
    }

    /// Continues a transaction that the caller has begun and will end.
    init(continuing connection: PostgreSQLConnection) {
        self.connection = connection
        checksRows = false
        waiting = []
    }

    /// Adds a statement to run before the next one whose result is needed.
    func add(_ text: String, _ parameters: [Parameter] = []) {
        add(Statement(text: text, parameters: parameters))
    }

    func add(_ statement: Statement) { waiting.append(statement) }

    /// Runs the pending statements, then another one.
    func run(_ text: String, _ parameters: [Parameter] = []) throws -> StatementResult {
        add(text, parameters)
        return try run([])[0]
    }

    /// Runs the pending statements, then others, in one round trip.
    ///
    /// - Returns: The result of each, or of the last pending one if there are no others.
    func run(_ statements: [Statement]) throws -> [StatementResult] {
        let all = waiting + statements
        waiting = []
        let results = try connection.run(all)
        for (statement, result) in zip(all, results) { try check(statement, result) }
        return Array(results.suffix(max(statements.count, 1)))
    }

    /// Throws an error if a statement has not written the rows that it must write.
    private func check(_ statement: Statement, _ result: StatementResult) throws(StoreError) {
        guard let expectation = statement.expectation else { return }
        let count = result.writtenRowCount
        guard count < expectation.count else { return }
        if expectation.areDeleted {
            let rest = try connection.run(
                "SELECT 1 FROM \(expectation.table) WHERE id = ANY($1) LIMIT 1", statement.parameters)
            if rest.rowCount == 0 { return }
        }
        throw expectation.refusal(count, location: connection.locationDescription)
    }

    /// Runs the pending statements, and copies rows into a table.
    ///
    /// - Parameters:
    ///   - columns: The columns of each row, in order.
    ///   - rowCount: The number of rows.
    ///   - write: Writes the rows, with values of the types ``ColumnType/copied``.
    /// - Returns: Whether the rows were copied; false if somebody has changed the types of the columns.
    /// - Throws: ``CopyError`` if the server does not copy rows, or an error about the rows.
    func copy(
        into table: String, _ columns: [(name: String, type: ColumnType)], rowCount: Int,
        _ write: (inout CopiedRows) throws -> Void
    ) throws -> Bool {
        let names = columns.map { SQLName.quoted($0.name) }.joined(separator: ", ")
        // A copy accepts any bytes for a column, so check the types. From now on, they cannot change.
        let found = try run("SELECT \(names) FROM \(table) WHERE FALSE")
        guard columns.indices.allSatisfy({ found.typeNumber(ofColumn: $0) == columns[$0].type.copied.number }) else {
            return false
        }
        do {
            let count = try connection.copy(
                "COPY \(table) (\(names)) FROM STDIN (FORMAT binary)", columnCount: columns.count, write)
            if count < rowCount {
                throw RowExpectation(table: table, count: rowCount)
                    .refusal(count, location: connection.locationDescription)
            }
        } catch let error as StoreError where error.mayRefuseCopy && error.code != .malformed {
            throw CopyError(error: error)
        }
        return true
    }

    /// Runs the pending statements, and commits.
    ///
    /// - Parameter last: A statement to run afterwards in the same round trip, which may fail.
    /// - Returns: The result of the last pending statement, or of the beginning; and the error of the statement
    ///   afterwards if it failed.
    /// - Throws: An error of the server; one with an unknown outcome if it has committed without writing all rows.
    func commit(then last: Statement? = nil) throws -> (answer: StatementResult?, refusal: StoreError?) {
        // Together with the commit, statements are interrupted only while they wait for others.
        let isInTwoSteps = checksRows || StoreCancellation.current != nil && mustPrecedeCommit
        let known = isInTwoSteps ? try run([]).last : nil
        add("COMMIT")
        let all = waiting
        waiting = []
        let (results, refusal) = try connection.committing { () throws(StoreError) in
            isCommitting = true
            return try connection.run(all, then: last)
        }
        for (statement, result) in zip(all, results) {
            do {
                try check(statement, result)
            } catch var error {
                // The other rows are saved.
                error.outcome = .unknown
                throw error
            }
        }
        return (results.dropLast().last ?? known, refusal)
    }

    /// Whether cancellation could not end the pending statements if they were sent together with the commit.
    private var mustPrecedeCommit: Bool {
        guard !waiting.isEmpty else { return false }
        return !connection.interruptsBlockedCommits || waiting.contains { $0.takesLong }
    }

    /// Rolls the transaction back, if possible.
    func rollBack() {
        waiting = []
        connection.rollBack()
    }
}

/// An error of a server that does not copy rows. The transaction has failed.
struct CopyError: Error {
    let error: StoreError
}
