import CSQLite
package import ObjectGraph
import StoreMigration
import Synchronization

/// Reports the statements of connections as they end, to loggers and for debugging.
package enum StatementTrace {
    /// A statement that has run.
    package struct Statement: Sendable {
        /// The statement, without values.
        package let text: String
        /// The statement with its values, if the receiver wants them.
        package let textWithValues: String?
        /// The time that it took.
        package let seconds: Double
        /// The number of rows that it returned.
        package let rowCount: Int
        /// Why it failed; nil if it succeeded.
        package var error: StoreError?
    }

    /// What receives statements.
    package struct Receiver: Sendable {
        /// Whether statements have their values, which are private data.
        package var includesValues: Bool
        /// Receives a statement, on the thread that ran it.
        package var receive: @Sendable (Statement) -> Void

        /// Creates a receiver.
        package init(includesValues: Bool, receive: @escaping @Sendable (Statement) -> Void) {
            self.includesValues = includesValues
            self.receive = receive
        }
    }

    private static let receiver = Mutex<Receiver?>(nil)

    /// Sets the receiver for the statements of connections that are opened from now on; nil for none.
    package static func setReceiver(_ receiver: Receiver?) { self.receiver.withLock { $0 = receiver } }

    static var current: Receiver? { receiver.withLock { $0 } }
}

/// The trace of one connection.
final class ConnectionTrace {
    private let receivers: [StatementTrace.Receiver]
    private let includesValues: Bool
    private var rowCounts: [OpaquePointer: Int] = [:]
    /// When statements that run now began. SQLite's own clock has milliseconds only.
    private var starts: [OpaquePointer: ContinuousClock.Instant] = [:]
    /// The statement that has just ended. SQLite reports its end before its outcome.
    private var ended: StatementTrace.Statement?

    /// Creates a trace; nil if neither a logger nor a receiver is interested in statements.
    init?(_ log: StoreLog?) {
        var receivers = StatementTrace.current.map { [$0] } ?? []
        if let log, log.logsStatements {
            receivers.append(
                StatementTrace.Receiver(includesValues: false) { statement in
                    if let error = statement.error {
                        log.failed(statement.text, seconds: statement.seconds, error)
                    } else {
                        log.ran(statement.text, seconds: statement.seconds, rowCount: statement.rowCount)
                    }
                })
        }
        if receivers.isEmpty { return nil }
        self.receivers = receivers
        includesValues = receivers.contains(where: \.includesValues)
    }

    /// Begins to receive the statements of a connection, which retains the trace until its end.
    func begin(on handle: OpaquePointer) {
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW),
            { event, trace, statement, _ in
                guard let trace, let statement else { return 0 }
                Unmanaged<ConnectionTrace>.fromOpaque(trace).takeUnretainedValue()
                    .note(event, OpaquePointer(statement))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Ends the trace, before the connection is closed.
    static func end(on handle: OpaquePointer) { sqlite3_trace_v2(handle, 0, nil, nil) }

    private func note(_ event: UInt32, _ statement: OpaquePointer) {
        switch event {
        case UInt32(SQLITE_TRACE_STMT):
            // The statements of a trigger begin within the one that fires it.
            if starts[statement] == nil { starts[statement] = .now }
        case UInt32(SQLITE_TRACE_ROW): rowCounts[statement, default: 0] += 1
        default: noteEnd(of: statement)
        }
    }

    private func noteEnd(of statement: OpaquePointer) {
        reportEnd()
        let duration = starts.removeValue(forKey: statement).map { $0.duration(to: .now) } ?? .zero
        let rowCount = rowCounts.removeValue(forKey: statement) ?? 0
        guard let text = sqlite3_sql(statement).map({ String(cString: $0) }), Self.isOfProgram(text) else { return }
        ended = StatementTrace.Statement(
            text: text, textWithValues: includesValues ? Self.textWithValues(of: statement) : nil,
            seconds: duration / .seconds(1), rowCount: rowCount)
    }

    /// Reports the statement that has just ended, if one has.
    ///
    /// - Parameter error: Why it failed; nil if it succeeded.
    func reportEnd(after error: StoreError? = nil) {
        guard var statement = ended else { return }
        ended = nil
        statement.error = error
        for receiver in receivers { receiver.receive(statement) }
    }

    /// Reports a statement that failed, even if SQLite did not begin to run it.
    func reportFailure(of text: String, _ error: StoreError) {
        if ended == nil, Self.isOfProgram(text) {
            ended = StatementTrace.Statement(text: text, textWithValues: nil, seconds: 0, rowCount: 0)
        }
        reportEnd(after: error)
    }

    /// Whether a statement is one about objects or a transaction, rather than one that keeps the connection itself.
    private static func isOfProgram(_ text: String) -> Bool {
        !text.hasPrefix("PRAGMA") && text != SQLiteConnection.readingText
    }

    private static func textWithValues(of statement: OpaquePointer) -> String? {
        guard let expanded = sqlite3_expanded_sql(statement) else { return nil }
        defer { sqlite3_free(expanded) }
        return String(cString: expanded)
    }
}
