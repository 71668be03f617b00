import CPeerPostgreSQL
import Foundation

/// A connection to PostgreSQL, with nothing but libpq.
final class PeerConnection {
    private let handle: OpaquePointer

    init(_ connection: String) throws {
        guard let opened = PQconnectdb(connection) else { throw PeerError("libpq is out of memory") }
        handle = opened
        guard PQstatus(handle) == CONNECTION_OK else { throw PeerError(String(cString: PQerrorMessage(handle))) }
        try run("SET client_min_messages = warning")
    }

    deinit { PQfinish(handle) }

    /// Runs statements that answer nothing of interest.
    func run(_ statements: String) throws { try check(PQexec(handle, statements)) }

    /// Prepares a statement, whose parameters have the types of its columns.
    func prepare(_ name: String, _ statement: String) throws { try check(PQprepare(handle, name, statement, 0, nil)) }

    /// Runs a prepared statement with parameters in binary form.
    ///
    /// - Parameter body: Reads the rows, of which it gets the number, and the bytes of each by row and column.
    func execute<Result>(
        _ name: String, _ parameters: [[UInt8]],
        _ body: (Int32, (Int32, Int32) -> UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let bytes = parameters.flatMap { $0 }
        let result = bytes.withUnsafeBytes { bytes in
            var start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let starts = parameters.map { parameter in
                defer { start = start?.advanced(by: parameter.count) }
                return start
            }
            return PQexecPrepared(
                handle, name, Int32(parameters.count), starts, parameters.map { Int32($0.count) },
                parameters.map { _ in 1 }, 1)
        }
        defer { PQclear(result) }
        try checkStatus(of: result)
        return try body(PQntuples(result)) { row, column in
            UnsafeRawBufferPointer(
                start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        }
    }

    /// Copies lines of text into a table, in one statement.
    func copy(_ lines: String, _ statement: String) throws {
        try run(statement)
        let bytes = Array(lines.utf8)
        let isSent = bytes.withUnsafeBytes { bytes in
            PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count)) == 1
        }
        guard isSent, PQputCopyEnd(handle, nil) == 1 else { throw PeerError(String(cString: PQerrorMessage(handle))) }
        try check(PQgetResult(handle))
        while let rest = PQgetResult(handle) { PQclear(rest) }
    }

    private func check(_ result: OpaquePointer?) throws {
        defer { PQclear(result) }
        try checkStatus(of: result)
    }

    private func checkStatus(of result: OpaquePointer?) throws {
        let status = PQresultStatus(result)
        guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_COPY_IN else {
            throw PeerError(String(cString: PQerrorMessage(handle)))
        }
    }
}
