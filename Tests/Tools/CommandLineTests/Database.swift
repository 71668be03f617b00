import CSQLite

/// A SQLite database, written to without the tool.
final class Database {
    private let handle: OpaquePointer

    struct DatabaseError: Error {
        var message: String
    }

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw DatabaseError(message: path) }
        handle = opened
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ statement: String) throws {
        guard sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK else {
            throw DatabaseError(message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
