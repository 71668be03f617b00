import CSQLite
import Foundation
import ObjectGraph

/// Values that are written and read piece by piece, because SQLite would otherwise copy each of them in memory.
///
/// A statement writes zeros of the same length, or selects the length, and SQLite then opens the value in its row.
final class LargeValues {
    private var values: [(column: String, data: Data)] = []

    /// The minimum size of such a value. Opening one takes longer than copying less.
    static let leastSizeBytes = 1 << 20

    /// Whether data is written in this way.
    static func contains(_ data: Data) -> Bool { data.count >= leastSizeBytes }

    /// The expression that selects the length of a large value, and any other value itself, under the column's name.
    ///
    /// - Parameter alias: The name of the table in the statement.
    static func selected(_ column: String, alias: String) -> String {
        let value = "\(alias).\(column)"
        return "CASE WHEN typeof(\(value)) = 'blob' AND length(\(value)) >= \(leastSizeBytes) "
            + "THEN length(\(value)) ELSE \(value) END AS \(column)"
    }

    /// Notes a value for whose column a statement writes zeros.
    func append(_ data: Data, column: String) { values.append((column, data)) }

    /// Writes the noted values into the row that the statement has written.
    func write(intoRow row: Int64, of table: String, _ connection: SQLiteConnection) throws(StoreError) {
        defer { values = [] }
        for (column, data) in values {
            do {
                try OpenValue(column, row: row, of: table, connection, isWritten: true).write(data)
            } catch  where error.code == .database {
                // A value that an index contains can only be written by a statement.
                let statement = try connection.statement("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?")
                statement.bind(data, at: 1)
                statement.bind(row, at: 2)
                try statement.run()
            }
        }
    }

    /// Reads the value of a row.
    static func read(
        _ column: String, row: Int64, of table: String, _ connection: SQLiteConnection
    ) throws(StoreError) -> Data {
        try OpenValue(column, row: row, of: table, connection, isWritten: false).contents()
    }
}

/// A value of a row that is read or written in pieces.
private struct OpenValue: ~Copyable {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection

    init(
        _ column: String, row: Int64, of table: String, _ connection: SQLiteConnection, isWritten: Bool
    ) throws(StoreError) {
        var opened: OpaquePointer?
        let result = sqlite3_blob_open(connection.handle, "main", table, column, row, isWritten ? 1 : 0, &opened)
        guard result == SQLITE_OK, let opened else { throw connection.error(result) }
        handle = opened
        self.connection = connection
    }

    deinit { sqlite3_blob_close(handle) }

    func contents() throws(StoreError) -> Data {
        let count = sqlite3_blob_bytes(handle)
        var data = Data(count: Int(count))
        let result = data.withUnsafeMutableBytes { sqlite3_blob_read(handle, $0.baseAddress, count, 0) }
        guard result == SQLITE_OK else { throw connection.error(result) }
        return data
    }

    /// - Parameter data: As many bytes as the value has.
    func write(_ data: Data) throws(StoreError) {
        let result = data.withUnsafeBytes { sqlite3_blob_write(handle, $0.baseAddress, Int32($0.count), 0) }
        guard result == SQLITE_OK else { throw connection.error(result) }
    }
}
