import CSQLite
import SQLTranslation

/// A connection to a database. One task uses it at a time.
final class SQLiteConnection {
    /// What a connection may do with the file.
    enum Access {
        /// Reads. Changes no byte of the file, and makes no other next to it.
        case reading
        /// Reads a file that no one writes to, without looking for others who do.
        case readingAlone
        /// Reads a file that no one writes to and whose journal is empty, without looking at the journal.
        case readingUnchanging
        /// Reads and writes a file that is there.
        case writing
        /// Reads and writes, and makes the file if there is none.
        case making
    }

    /// The database's file.
    let path: String
    let handle: OpaquePointer
    /// Statements by their text: making one costs more than running most.
    private var statements: [String: SQLiteStatement] = [:]
    /// A statement that is left at its first row for as long as the connection reads one state, which takes less than a transaction
    /// that is begun and ended; nil before the first time.
    private var reading: SQLiteStatement?
    /// How long the journal is.
    let journal = JournalLength()

    private static let greatestStatementCount = 256
    /// How many values a statement binds at most that is kept: those with more are large, and hardly two are the same.
    private static let greatestKeptValueCount = 100

    /// Opens a database.
    ///
    /// - Parameter fileSystemName: The name of SQLite's file system, for a file that is written to; nil for the usual one.
    /// - Throws: ``SQLiteStoreError`` if SQLite cannot open the file. Nothing of it has been read then.
    init(path: String, access: Access, fileSystemName: String? = nil) throws(SQLiteStoreError) {
        self.path = path
        let mode =
            switch access {
            case .reading, .readingAlone, .readingUnchanging: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE
            case .making: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(
            Self.address(of: path, access, fileSystemName), &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
        guard result == SQLITE_OK, let opened else {
            let error = SQLiteStoreError(result, opened, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        // A file from elsewhere may hold views and triggers: they get at nothing but what this module offers them.
        _ = csqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = csqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        register()
        // Nobody locks a file that is read alone, so its journal can be read without the memory that processes share.
        if access == .readingAlone { try run("PRAGMA locking_mode = EXCLUSIVE") }
        try run("PRAGMA cell_size_check = ON")
    }

    deinit {
        // Statements are released with the dictionary, after this: SQLite waits for them.
        sqlite3_close_v2(handle)
    }

    /// A path as a URI, which can say how a file is read.
    private static func address(of path: String, _ access: Access, _ fileSystemName: String?) -> String {
        var text = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        switch access {
        case .reading: return text + "?readonly_shm=1"
        case .readingAlone: return text + "?vfs=unix-none"
        case .readingUnchanging: return text + "?immutable=1"
        case .writing, .making: return text + (fileSystemName.map { "?vfs=\($0)" } ?? "")
        }
    }

    // MARK: Reading one state

    /// Lets the connection see one state of the database until ``endReading()``: the one of now.
    func beginReading() throws(SQLiteStoreError) {
        let statement: SQLiteStatement
        if let reading {
            statement = reading
        } else {
            // The first row is of no table, so none is read; the second is never asked for.
            statement = try self.statement("SELECT 0 UNION ALL SELECT Z_VERSION FROM Z_METADATA", isKept: false)
            reading = statement
        }
        _ = try statement.step()
    }

    func endReading() {
        reading?.reset()
    }

    // MARK: Statements

    /// A statement, ready to be bound and run.
    ///
    /// - Parameter isKept: Whether it is likely to be run again.
    func statement(_ text: String, isKept: Bool = true) throws(SQLiteStoreError) -> SQLiteStatement {
        if let known = statements[text] {
            known.reset()
            return known
        }
        var prepared: OpaquePointer?
        let result = text.withCString { sqlite3_prepare_v3(handle, $0, -1, 0, &prepared, nil) }
        guard result == SQLITE_OK, let prepared else { throw error(result) }
        let statement = SQLiteStatement(prepared, of: self)
        guard isKept else { return statement }
        if statements.count >= Self.greatestStatementCount { statements = [:] }
        statements[text] = statement
        return statement
    }

    /// A statement with its values bound.
    func statement(_ fragment: SQLFragment) throws(SQLiteStoreError) -> SQLiteStatement {
        let (text, values) = fragment.written(in: SQLiteDialect())
        let statement = try statement(text, isKept: values.count <= Self.greatestKeptValueCount)
        for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
        return statement
    }

    /// Runs statements that yield nothing.
    func run(_ text: String) throws(SQLiteStoreError) {
        let result = sqlite3_exec(handle, text, nil, nil, nil)
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// The first column of a statement's first row; nil for none, and for null.
    func number(_ text: String) throws(SQLiteStoreError) -> Int64? {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInteger(at: 0) : nil
    }

    /// What has just gone wrong.
    func error(_ result: Int32) -> SQLiteStoreError {
        SQLiteStoreError(result, handle, path: path)
    }

    /// How long a lock of another process is waited for.
    func waitForLocks(upTo milliseconds: Int) {
        sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
    }

    /// Counts the pages of the journal from now on, and leaves it to the caller to fold it into the file.
    func countJournalPages() {
        let length = Unmanaged.passUnretained(journal).toOpaque()
        sqlite3_wal_hook(
            handle,
            { length, _, _, pageCount in
                guard let length else { return SQLITE_OK }
                Unmanaged<JournalLength>.fromOpaque(length).takeUnretainedValue().pageCount = Int(pageCount)
                return SQLITE_OK
            }, length)
    }

    /// Runs a body as one transaction, which another process's writing delays.
    func transaction<Result, Failure: Error>(
        _ begin: String = "BEGIN IMMEDIATE", _ body: () throws(Failure) -> Result
    ) throws -> Result {
        try statement(begin).run()
        do {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // Fails where SQLite has already rolled back by itself, which is what is wanted.
            try? run("ROLLBACK")
            throw error
        }
    }
}

/// How long the journal of a connection's database was after its last commit.
final class JournalLength {
    var pageCount = 0
}
