import BenchmarkModels
import CPeerPostgreSQL
import Foundation

/// The same work by hand, with nothing but libpq.
final class PeerConnection {
    private let handle: OpaquePointer

    init(_ connection: String) throws {
        guard let opened = PQconnectdb(connection) else { throw PeerError(message: "there is no memory") }
        handle = opened
        guard PQstatus(handle) == CONNECTION_OK else {
            throw PeerError(message: String(cString: PQerrorMessage(handle)))
        }
        try run("SET client_min_messages = warning")
    }

    deinit { PQfinish(handle) }

    /// Runs statements that answer nothing of interest.
    func run(_ statement: String) throws {
        let result = PQexec(handle, statement)
        defer { PQclear(result) }
        try check(result)
    }

    /// The one number that a statement answers.
    func number(_ statement: String) throws -> Int {
        let result = PQexec(handle, statement)
        defer { PQclear(result) }
        try check(result)
        return PQgetvalue(result, 0, 0).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Runs a statement with one value.
    func insert(_ data: Data, _ statement: String) throws {
        let result = data.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return PQexecParams(handle, statement, 1, [17], [start], [Int32(data.count)], [1], 1)
        }
        defer { PQclear(result) }
        try check(result)
    }

    /// The one value that a statement answers.
    func data(_ statement: String) throws -> Data {
        let result = PQexecParams(handle, statement, 0, nil, nil, nil, nil, 1)
        defer { PQclear(result) }
        try check(result)
        return Data(
            UnsafeRawBufferPointer(start: PQgetvalue(result, 0, 0), count: Int(PQgetlength(result, 0, 0))))
    }

    private func check(_ result: OpaquePointer?) throws {
        let status = PQresultStatus(result)
        guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_COPY_IN else {
            throw PeerError(message: String(cString: PQerrorMessage(handle)))
        }
    }

    // MARK: People

    /// Prepares a statement without parameters.
    func prepare(_ name: String, _ statement: String) throws {
        let result = PQprepare(handle, name, statement, 0, nil)
        defer { PQclear(result) }
        try check(result)
    }

    /// Runs a prepared statement that answers people, and adds up what depends on every value.
    func weight(_ name: String) throws -> Int {
        let result = PQexecPrepared(handle, name, 0, nil, nil, nil, 1)
        defer { PQclear(result) }
        try check(result)
        // Behind the key, the entity, the version and the household.
        let attributes: Int32 = 4
        var sum = 0
        for row in 0..<PQntuples(result) {
            func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(
                    start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
            }
            func text(_ column: Int32) -> String { String(decoding: bytes(attributes + column), as: UTF8.self) }
            func number<Number: FixedWidthInteger>(_ column: Int32, as: Number.Type) -> Number {
                Number(bigEndian: bytes(column).loadUnaligned(as: Number.self))
            }
            let identity = number(0, as: Int64.self) &+ Int64(number(1, as: Int32.self) &+ number(2, as: Int32.self))
            let household = PQgetisnull(result, row, 3) != 0 ? 0 : number(3, as: Int64.self)
            guard identity &+ household > 0 else { throw PeerError(message: "a row is not an object") }
            var values = PersonValues(number: 0)
            values.age = number(attributes, as: Int32.self)
            let created = number(attributes + 1, as: Int64.self)
            values.created = Date(timeIntervalSinceReferenceDate: Double(created - 31_622_400_000_000) / 1_000_000)
            values.email = text(2)
            values.isActive = bytes(attributes + 3)[0] != 0
            values.name = text(4)
            values.score = Double(bitPattern: number(attributes + 5, as: UInt64.self))
            sum += values.weight
        }
        return sum
    }

    /// Copies people into a table, in one statement.
    func copy(_ numbers: ClosedRange<Int>, into table: String) throws {
        try run("COPY \(table) (id, entity, version, age, created, email, is_active, name, score) FROM STDIN")
        var lines = ""
        for number in numbers {
            let values = PersonValues(number: number)
            // Seconds since 2001 as a time that the server reads.
            let time = values.created.timeIntervalSinceReferenceDate + 978_307_200
            lines += "\(number)\t2\t1\t\(values.age)\t\(Self.text(time))\t\(values.email)\t"
            lines += "\(values.isActive ? "t" : "f")\t\(values.name)\t\(values.score)\n"
            if lines.utf8.count > 1 << 16 {
                PQputCopyData(handle, lines, Int32(lines.utf8.count))
                lines = ""
            }
        }
        PQputCopyData(handle, lines, Int32(lines.utf8.count))
        guard PQputCopyEnd(handle, nil) == 1 else { throw PeerError(message: "the copy did not end") }
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            try check(result)
        }
    }

    /// Seconds since 1970 as `2001-01-01 00:01:01.5+00`.
    private static func text(_ seconds: Double) -> String {
        var whole = time_t(seconds)
        var parts = tm()
        gmtime_r(&whole, &parts)
        let fraction = Int((seconds - Double(whole)) * 10)
        return "\(parts.tm_year + 1900)-\(parts.tm_mon + 1)-\(parts.tm_mday) "
            + "\(parts.tm_hour):\(parts.tm_min):\(parts.tm_sec).\(fraction)+00"
    }
}

struct PeerError: Error {
    var message: String
}
