/// A transaction: statements whose answers nobody waits for go to the server together with the next one whose answer is wanted.
final class Transaction {
    private let connection: PostgreSQLConnection
    private var waiting: [Statement] = [Statement(text: "BEGIN ISOLATION LEVEL READ COMMITTED")]
    /// Whether the server has been told to commit: it may have done so, whatever is heard of it.
    private(set) var isCommitting = false

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }

    /// Goes on with a transaction that somebody else has begun, and ends.
    init(continuing connection: PostgreSQLConnection) {
        self.connection = connection
        waiting = []
    }

    /// Runs a statement before the next one that is asked.
    func add(_ text: String, _ parameters: [Parameter] = []) {
        waiting.append(Statement(text: text, parameters: parameters))
    }

    /// Runs a statement, after those that wait.
    func ask(_ text: String, _ parameters: [Parameter] = []) throws -> StatementResult {
        add(text, parameters)
        return try ask([])[0]
    }

    /// Runs several statements in one round trip, after those that wait.
    ///
    /// - Returns: An answer for each, and for the last that waited where there is none.
    func ask(_ statements: [Statement]) throws -> [StatementResult] {
        let all = waiting + statements
        waiting = []
        return Array(try connection.run(all).suffix(max(statements.count, 1)))
    }

    /// Copies rows into a table, after what waits.
    ///
    /// - Parameters:
    ///   - columns: What each row has values of, in order.
    ///   - write: Makes the rows, with values as ``ColumnType/copied`` has them.
    /// - Returns: Whether it was done: not where somebody has made the columns of other types.
    /// - Throws: ``CopyRefusal`` where the server does not copy rows, and what the rows meet.
    func copy(
        into table: String, _ columns: [(name: String, type: ColumnType)],
        _ write: (inout CopiedRows) throws -> Void
    ) throws -> Bool {
        let names = columns.map { SQLName.quoted($0.name) }.joined(separator: ", ")
        // A copy takes bytes for a value of its column, whatever that is. From now on the types stay as they are.
        let found = try ask("SELECT \(names) FROM \(table) WHERE FALSE")
        guard columns.indices.allSatisfy({ found.typeNumber(ofColumn: $0) == columns[$0].type.copied.number }) else {
            return false
        }
        do {
            try connection.copy(
                "COPY \(table) (\(names)) FROM STDIN (FORMAT binary)", columnCount: columns.count, write)
        } catch let error as PostgreSQLStoreError where error.mayRefuseCopy && error.code != .malformed {
            throw CopyRefusal(error: error)
        }
        return true
    }

    /// Commits, after what waits.
    ///
    /// - Parameter last: What is run afterwards in the same round trip, and may fail.
    /// - Returns: The answer to what waited last, or to the beginning; and why what was run afterwards has failed.
    func commit(then last: Statement? = nil) throws -> (answer: StatementResult?, refusal: PostgreSQLStoreError?) {
        isCommitting = true
        add("COMMIT")
        let all = waiting
        waiting = []
        let (results, refusal) = try connection.run(all, then: last)
        return (results.dropLast().last, refusal)
    }

    /// Ends the transaction without effect, if it can be.
    func rollBack() {
        waiting = []
        guard !connection.isLost, connection.isInTransaction else { return }
        // A connection that cannot even do this is not used again.
        _ = try? connection.run("ROLLBACK")
    }
}

/// A server that does not copy rows has said so. The transaction is of no use any more.
struct CopyRefusal: Error {
    let error: PostgreSQLStoreError
}
