import CSQLite
import Foundation
import Testing

/// A database, looked at without the store.
final class DatabaseFile {
    private let handle: OpaquePointer

    init(_ file: URL) throws {
        var opened: OpaquePointer?
        sqlite3_open_v2(file.path(percentEncoded: false), &opened, SQLITE_OPEN_READWRITE, nil)
        handle = try #require(opened)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// The answer of a statement: its rows, with values as SQL writes them.
    func rows(_ text: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else {
            throw DatabaseError(message: String(cString: sqlite3_errmsg(handle)))
        }
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
                })
        }
        return rows
    }

    /// SQLite's own word on the file.
    func integrity() throws -> String {
        try rows("PRAGMA integrity_check").map { $0.joined() }.joined(separator: "\n")
    }

    /// All rows of all tables but those of bookkeeping that every opening may write to.
    func dump() throws -> [String] {
        let tables = try rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map { $0[0] }
        return try tables.flatMap { table in
            let columns = try rows("SELECT name FROM pragma_table_info('\(table)')").map { "quote(\"\($0[0])\")" }
            return try rows("SELECT \(columns.joined(separator: ", ")) FROM \"\(table)\"")
                .map { "\(table): \($0.joined(separator: ", "))" }
        }
    }

    /// Tables with their columns in order, indexes and triggers: kind, name and statement, in the order of the file.
    func schema() throws -> [String] {
        try rows("SELECT IFNULL(sql, type || ' ' || name) FROM sqlite_master WHERE type <> 'index' OR sql IS NOT NULL")
            .map { $0[0] }
    }

    struct DatabaseError: Error {
        var message: String
    }
}
