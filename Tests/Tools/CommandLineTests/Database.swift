import CSQLite

/// A SQLite database, written to without the tool.
final class Database {
    private let handle: OpaquePointer

    struct Failure: Error {
        var message: String
    }

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw Failure(message: path) }
        handle = opened
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ statement: String) throws {
        guard sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
