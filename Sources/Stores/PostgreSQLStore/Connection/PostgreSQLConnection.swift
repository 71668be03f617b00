import CPostgreSQL
import Foundation
import ObjectGraph
import StoreMigration

/// A connection to a server. Only one task can use it at a time.
final class PostgreSQLConnection {
    private let handle: OpaquePointer
    private let location: DatabaseLocation
    private var prepared = PreparedStatements()
    /// The number of round trips to the server.
    private(set) var roundTripCount = 0
    /// Whether a statement has ended because the connection was lost.
    private var hasFailed = false
    /// Nil if a statement may take as long as it likes.
    private var limit: AnswerLimit?
    /// The limit of waits for locks, which the options set; nil for the server's own.
    private let lockTimeoutMilliseconds: Int?
    /// Logs the statements; nil for none.
    private let log: StoreLog?
    /// Nil if no memory was left for it: statements then end by themselves.
    let interruption: StatementInterruption?

    /// - Parameter deadline: When to give up connecting; nil if only the limit of ``ConnectionOpening`` counts.
    /// - Throws: `StoreError` if no server responds, or if it rejects the connection, or `CancellationError`.
    init(
        to location: DatabaseLocation, options: PostgreSQLStoreOptions, until deadline: ContinuousClock.Instant? = nil
    ) throws {
        self.location = location
        lockTimeoutMilliseconds = options.lockTimeoutMilliseconds
        let opened = try ConnectionOpening(location: location, options: options, deadline: deadline).open()
        handle = opened
        let log = StoreLog(options.logger, store: location.description)
        self.log = log.logsStatements ? log : nil
        let interruption = StatementInterruption(of: opened, to: location)
        self.interruption = interruption
        // Otherwise libpq writes them to standard error.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        try StoreCancellation.interruptible {
            interruption?.request()
            return interruption != nil
        } _: {
            try setUp(options)
        }
    }

    /// Sets what the options say about statements and saves.
    private func setUp(_ options: PostgreSQLStoreOptions) throws(StoreError) {
        if let milliseconds = options.statementTimeoutMilliseconds {
            // To the server, 0 means no limit.
            if milliseconds > 0 {
                let (sum, isTooLarge) = milliseconds.addingReportingOverflow(
                    max(options.connectionTimeoutMilliseconds, 0))
                limit = AnswerLimit(milliseconds: isTooLarge ? .max : sum, socket: PQsocket(handle))
            }
            try run("SET statement_timeout = \(milliseconds)")
        }
        if let lockTimeoutMilliseconds { try run("SET lock_timeout = \(lockTimeoutMilliseconds)") }
        if options.durability != .full { try run("SET synchronous_commit = off") }
    }

    deinit {
        interruption?.end()
        PQfinish(handle)
    }

    /// Returns a message of libpq without its line breaks.
    static func oneLine(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "" }
        return String(cString: text).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }

    /// Whether the connection is lost.
    ///
    /// After some failures, libpq considers a connection open that no longer runs any statement.
    var isLost: Bool { hasFailed || PQstatus(handle) != CONNECTION_OK }

    /// Whether the connection can be used again.
    var isUsable: Bool { !isLost && !isInTransaction && interruption?.isRequested != true }

    /// Whether the statements of a save that can be canceled may be sent together with its commit;
    /// see ``committing(_:)``.
    var interruptsBlockedCommits = false

    /// Whether a session of the server can be found, and its commit does not wait for other servers.
    ///
    /// A pooler that shares sessions gives them other numbers, and compatible engines do not all know what a session
    /// waits for.
    var canInterruptBlockedCommits: Bool {
        let found = try? run(
            "SELECT pg_backend_pid(), current_setting('synchronous_standby_names', TRUE), version()")
        guard let found, !found.isNull(0, 1) else { return false }
        let version = found.text(0, 2)
        return found.integer(0, 0) == Int64(PQbackendPID(handle)) && found.text(0, 1).isEmpty
            && version.hasPrefix("PostgreSQL ") && !version.contains("-YB-")
    }

    /// Runs statements that end with a commit. They are interrupted only while they wait for the locks of others.
    ///
    /// - Throws: What the closure throws, or `StoreError` if an interruption was requested before. The
    ///   statements were then not run.
    func committing<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard interruption?.beginCommit() != false else { throw interrupted }
        defer { interruption?.endCommit() }
        return try body()
    }

    private func checkIsUninterrupted() throws(StoreError) {
        if interruption?.isRequested == true { throw interrupted }
    }

    private var interrupted: StoreError { location.error(.database, "the work was canceled") }

    /// The name of the database for messages.
    var locationDescription: String { location.description }

    /// The server's version, such as 150020.
    var serverVersion: Int { Int(PQserverVersion(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    // MARK: Statements

    /// Runs a statement, with results in binary form.
    ///
    /// - Parameters:
    ///   - text: One statement. It is prepared the second time.
    ///   - parameters: The values of `$1`, `$2`, and so on.
    @discardableResult
    func run(_ text: String, _ parameters: [Parameter] = []) throws(StoreError) -> StatementResult {
        try checkSizes(of: parameters)
        try checkIsUninterrupted()
        limit?.begin()
        defer { limit?.end() }
        return try logging(text) { () throws(StoreError) in try runUnlogged(text, parameters) }
    }

    /// Runs a statement, and logs its end.
    private func logging<Failure: Error>(
        _ text: String, _ body: () throws(Failure) -> StatementResult
    ) throws(Failure) -> StatementResult {
        guard log != nil else { return try body() }
        let start = ContinuousClock.now
        do {
            let result = try body()
            noteEnd(of: text, since: start, result)
            return result
        } catch {
            noteFailure(of: text, since: start, error)
            throw error
        }
    }

    private func noteEnd(of text: String, since start: ContinuousClock.Instant, _ result: StatementResult) {
        log?.ran(
            text, seconds: start.duration(to: .now) / .seconds(1),
            rowCount: result.rowCount == 0 ? result.writtenRowCount : result.rowCount)
    }

    private func noteFailure(of text: String, since start: ContinuousClock.Instant, _ error: any Error) {
        log?.failed(text, seconds: start.duration(to: .now) / .seconds(1), error)
    }

    private func runUnlogged(
        _ text: String, _ parameters: [Parameter]
    ) throws(StoreError) -> StatementResult {
        if let name = prepared[text] { return try runPrepared(name, text, parameters) }
        guard let name = prepared.newName(for: Statement(text: text, parameters: parameters)) else {
            return try runOnce(text, parameters)
        }
        let types = parameters.map { Oid($0.type.number) }
        roundTripCount += 1
        _ = try check(PQprepare(handle, name, text, Int32(types.count), types))
        prepared.note(name, for: text)
        return try runPrepared(name, text, parameters)
    }

    /// Whether the server keeps what is prepared.
    var keepsPreparations: Bool { prepared.areKept }

    /// Prepares no statements from now on, because the server does not keep them.
    func stopPreparing() { prepared.stop() }

    /// Runs a closure as one transaction, whose statements see what others committed before each, regardless of the
    /// default level.
    ///
    /// - Throws: What the closure throws, or `StoreError` of the server.
    ///   The transaction is then rolled back.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN ISOLATION LEVEL READ COMMITTED")
        do {
            let result = try body()
            do {
                try committing { () throws(StoreError) in _ = try run("COMMIT") }
            } catch var error {
                if error.code == .connectionLost { error.outcome = .unknown }
                throw error
            }
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Rolls the transaction back if one is open and the connection is not lost.
    ///
    /// If the server refuses, the transaction stays open, and the connection must not be used again; a pool drops it.
    /// No error is thrown, because the error that led here says more.
    func rollBack() {
        // An interrupted connection is closed, which also ends the transaction.
        guard !isLost, isInTransaction, interruption?.isRequested != true else { return }
        _ = try? run("ROLLBACK")
    }

    private func runOnce(_ text: String, _ parameters: [Parameter]) throws(StoreError) -> StatementResult {
        let types = parameters.map { Oid($0.type.number) }
        roundTripCount += 1
        return try check(
            parameters.withValues { values in
                PQexecParams(
                    handle, text, Int32(types.count), types, values.values, values.lengths, values.formats, 1)
            })
    }

    private func runPrepared(
        _ name: String, _ text: String, _ parameters: [Parameter]
    ) throws(StoreError) -> StatementResult {
        roundTripCount += 1
        let answer = parameters.withValues { values in
            PQexecPrepared(handle, name, Int32(parameters.count), values.values, values.lengths, values.formats, 1)
        }
        do {
            return try check(answer)
        } catch {
            throw prepared.forget(after: error, of: text)
        }
    }

    /// Throws an error for parameters that do not fit into a message.
    private func checkSizes(of parameters: [Parameter]) throws(StoreError) {
        guard parameters.byteCount > Parameter.maximumByteCount else { return }
        throw location.error(
            .unusableValue,
            "a row or a list of links exceeds 1 GB, the most that PostgreSQL accepts at once; "
                + "save fewer changes at a time"
        )
    }

    /// Runs several statements in one round trip. If one fails, those after it are not run.
    ///
    /// - Returns: The result of each statement.
    func run(_ statements: [Statement]) throws(StoreError) -> [StatementResult] {
        if statements.count == 1 { return [try run(statements[0].text, statements[0].parameters)] }
        return try run(statements, then: nil).results
    }

    /// Runs several statements in one round trip, and another one that may fail.
    ///
    /// - Parameter last: A statement without parameters, which runs if none of the others fails.
    /// - Returns: The results of the other statements, and the error of the last one if it failed.
    func run(
        _ statements: [Statement], then last: Statement?
    ) throws(StoreError) -> (results: [StatementResult], refusal: StoreError?) {
        for statement in statements { try checkSizes(of: statement.parameters) }
        try checkIsUninterrupted()
        limit?.begin()
        defer { limit?.end() }
        if last == nil, statements.count == 1, let name = prepared[statements[0].text] {
            // A pipeline would cost several calls more.
            let statement = statements[0]
            let result = try logging(statement.text) { () throws(StoreError) in
                try runPrepared(name, statement.text, statement.parameters)
            }
            return ([result], nil)
        }
        let start = log.map { _ in ContinuousClock.now }
        roundTripCount += 1
        guard PQenterPipelineMode(handle) == 1 else { throw lost(statements.first, since: start) }
        var made: [String: String] = [:]
        // For each expected result, the text whose preparation it confirms; nil for the result of a statement.
        var preparations: [String?] = []
        for statement in last.map({ statements + [$0] }) ?? statements {
            let count = Int32(statement.parameters.count)
            var name = prepared[statement.text] ?? made[statement.text]
            if name == nil, let new = prepared.newName(for: statement, beside: made.count) {
                name = new
                made[statement.text] = new
                let types = statement.parameters.map { Oid($0.type.number) }
                guard PQsendPrepare(handle, new, statement.text, count, types) == 1 else {
                    throw lost(statement, since: start)
                }
                preparations.append(statement.text)
            }
            let isSent = statement.parameters.withValues { values in
                if let name {
                    return PQsendQueryPrepared(
                        handle, name, count, values.values, values.lengths, values.formats, 1)
                }
                let types = statement.parameters.map { Oid($0.type.number) }
                return PQsendQueryParams(
                    handle, statement.text, count, types, values.values, values.lengths, values.formats, 1)
            }
            guard isSent == 1 else { throw lost(statement, since: start) }
            preparations.append(nil)
        }
        guard PQpipelineSync(handle) == 1 else { throw lost(statements.first, since: start) }
        var results: [StatementResult] = []
        var failure: StoreError?
        var refusal: StoreError?
        func text(_ index: Int) -> String { index < statements.count ? statements[index].text : last?.text ?? "" }
        for (index, preparation) in preparations.enumerated() {
            // Each statement has the time of a statement.
            limit?.begin()
            do {
                let result = try check(PQgetResult(handle))
                if let preparation {
                    // The server keeps the prepared statement even if later ones fail.
                    if let name = made[preparation] { prepared.note(name, for: preparation) }
                } else {
                    // The statements of a round trip begin together: each one's time includes those before it.
                    if let start { noteEnd(of: text(results.count), since: start, result) }
                    results.append(result)
                }
            } catch {
                // Errors after the first one only say that the statement was not run.
                if failure == nil {
                    if let start { noteFailure(of: text(results.count), since: start, error) }
                    let error = prepared.forget(after: error, of: text(results.count))
                    if last != nil, index == preparations.count - 1 { refusal = error } else { failure = error }
                }
            }
            if isLost { throw failure ?? lost() }
            while let more = PQgetResult(handle) { PQclear(more) }
        }
        if let synchronized = PQgetResult(handle) { PQclear(synchronized) }
        guard PQexitPipelineMode(handle) == 1 else { throw failure ?? lost() }
        if let failure { throw failure }
        if last != nil, refusal == nil { results.removeLast() }
        return (results, refusal)
    }

    // MARK: Copying

    /// Copies rows into a table, and sends them while they are produced.
    ///
    /// - Parameters:
    ///   - text: A `COPY` from standard input in binary form.
    ///   - columnCount: The number of values in each row.
    ///   - write: Writes the rows. If it throws, nothing is copied.
    /// - Returns: The number of rows that the server has written.
    func copy(_ text: String, columnCount: Int, _ write: (inout CopiedRows) throws -> Void) throws -> Int {
        try checkIsUninterrupted()
        limit?.begin()
        defer { limit?.end() }
        return try logging(text) { try copyUnlogged(text, columnCount: columnCount, write) }.writtenRowCount
    }

    private func copyUnlogged(
        _ text: String, columnCount: Int, _ write: (inout CopiedRows) throws -> Void
    ) throws -> StatementResult {
        roundTripCount += 1
        guard let start = PQexecParams(handle, text, 0, nil, nil, nil, nil, 1) else { throw lost() }
        guard PQresultStatus(start) == PGRES_COPY_IN else {
            _ = try check(start)
            throw location.error(.database, "the server does not accept rows for COPY")
        }
        PQclear(start)
        var rows = CopiedRows(columnCount: columnCount, location: location.description) { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            self.limit?.begin()
            defer { self.limit?.end() }
            guard PQputCopyData(self.handle, start, Int32(bytes.count)) == 1 else { throw self.lost() }
        }
        // Producing rows is not waiting for the server.
        limit?.end()
        do {
            try write(&rows)
            try rows.end()
        } catch {
            limit?.begin()
            // The server's response only confirms the failure.
            if PQputCopyEnd(handle, "the rows could not be created") == 1 {
                while let answer = PQgetResult(handle) { PQclear(answer) }
            }
            throw error
        }
        roundTripCount += 1
        limit?.begin()
        guard PQputCopyEnd(handle, nil) == 1 else { throw lost() }
        let answer = PQgetResult(handle)
        defer { while let more = PQgetResult(handle) { PQclear(more) } }
        return try check(answer)
    }

    // MARK: Notifications

    /// The socket on which the server sends; negative if the connection is closed.
    var socket: Int32 { PQsocket(handle) }

    /// Returns the notifications that have arrived on the connection's channels, without waiting for more.
    func takeNotifications() throws(StoreError) -> [String] {
        guard PQconsumeInput(handle) == 1 else { throw lost() }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
            PQfreemem(notification)
        }
        if isLost { throw lost() }
        return payloads
    }

    private func check(_ answer: OpaquePointer?) throws(StoreError) -> StatementResult {
        guard let answer else { throw lost() }
        let status = PQresultStatus(answer)
        if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK { return StatementResult(answer) }
        defer { PQclear(answer) }
        if isLost { throw lost() }
        if status == PGRES_PIPELINE_ABORTED {
            throw location.error(.database, "the statement was not run, because an earlier one failed")
        }
        guard let code = PQresultErrorField(answer, Int32(UInt8(ascii: "C"))) else {
            // An error of the server has a code. This one is libpq's, which lost the connection and has not closed it
            // yet.
            hasFailed = true
            throw location.error(
                .connectionLost, "the connection is lost: \(Self.oneLine(PQresultErrorMessage(answer)))")
        }
        let state = String(cString: code)
        // Only the primary message, because details repeat values. So do messages about invalid data, but not the one
        // about a sequence without numbers.
        let message =
            state.hasPrefix("22") && state != StoreError.exhaustedSequence
            ? "the server cannot use a value" : Self.oneLine(PQresultErrorField(answer, Int32(UInt8(ascii: "M"))))
        let error = StoreError(sqlState: state, location: location.description, message)
        guard error.isAboutHeldLock, let lockTimeoutMilliseconds else { throw error }
        throw error.afterWaiting(milliseconds: lockTimeoutMilliseconds)
    }

    /// The error of a connection that was lost while it sent a statement, which is logged.
    private func lost(_ statement: Statement?, since start: ContinuousClock.Instant?) -> StoreError {
        let error = lost()
        if let start { noteFailure(of: statement?.text ?? "", since: start, error) }
        return error
    }

    /// The error of a lost connection, which is not used again.
    private func lost() -> StoreError {
        hasFailed = true
        if let limit, limit.isExceeded {
            return location.error(
                .connectionLost,
                "the connection is lost: the server has not answered for \(limit.milliseconds) ms; "
                    + "try again when it does"
            )
        }
        return location.error(.connectionLost, "the connection is lost: \(Self.oneLine(PQerrorMessage(handle)))")
    }
}
