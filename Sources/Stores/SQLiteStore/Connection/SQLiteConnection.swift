import CSQLite
import FileAccess
import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// A connection to a database. One task uses it at a time.
final class SQLiteConnection {
    /// The kinds of access to the file.
    enum Access {
        /// Reads, without changing a byte of the file or creating another one next to it.
        case reading
        /// Reads a file that nobody writes to, without checking for writers.
        case readingAlone
        /// Reads a file that nobody writes to and whose journal is empty, without reading the journal.
        case readingUnchanging
        /// Reads and writes an existing file.
        case writing
        /// Reads and writes, and creates the file if there is none, for the user alone.
        case making
    }

    /// The database's file.
    let path: String
    let handle: OpaquePointer
    /// Statements by their text: preparing one costs more than running most.
    private var statements: [String: SQLiteStatement] = [:]
    /// A statement that stays at its first row while the connection reads one state, which is cheaper than a
    /// transaction; nil before the first use.
    private var reading: SQLiteStatement?
    /// How many times that statement had been prepared again when the connection last began to read; nil before.
    private var knownPreparationCount: Int32?
    /// The trace of the statements; nil for none.
    private(set) var trace: ConnectionTrace?
    /// The files when the connection was opened, if it reads without locks,
    /// so that others can write at any time; otherwise, nil.
    private let unlockedFiles: DatabaseFiles?
    let journal = JournalLength()
    private let lockWait = LockWait()

    private static let maximumStatementCount = 256
    /// The maximum number of values of a cached statement: those with more are large, and rarely used twice.
    private static let maximumKeptValueCount = 100

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - fileSystemName: The name of the SQLite file system for writing; nil for the default.
    ///   - log: What logs the statements, if its level is low enough.
    /// - Throws: `StoreError` if SQLite cannot open the file.
    init(
        path: String, access: Access, fileSystemName: String? = nil, log: StoreLog? = nil
    ) throws(StoreError) {
        self.path = path
        let mode =
            switch access {
            case .reading, .readingAlone, .readingUnchanging: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE
            case .making: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        if access == .making { Self.makePrivateFile(path) }
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(
            Self.address(of: path, access, fileSystemName), &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
        guard result == SQLITE_OK, let opened else {
            let error = StoreError(result, opened, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        unlockedFiles =
            switch access {
            case .readingAlone, .readingUnchanging: DatabaseFiles(at: path)
            case .reading, .writing, .making: nil
            }
        sqlite3_extended_result_codes(handle, 1)
        // A file from elsewhere can contain views and triggers. They can only call functions of this module.
        _ = csqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = csqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        // As in Core Data. Otherwise, dropping a table would delete the rows of an app's tables that refer to it.
        _ = csqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        let isWriting = [.writing, .making].contains(access)
        // A journal stays, whoever it belongs to, and even if no transaction in it is complete.
        if !isWriting { _ = csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
        register()
        // Nobody locks a file with a single reader, so its journal can be read without shared memory.
        if access == .readingAlone { try run("PRAGMA locking_mode = EXCLUSIVE") }
        try run("PRAGMA cell_size_check = ON")
        // On Apple's platforms, `fsync` only reaches the drive's cache. Elsewhere, this has no effect.
        if isWriting { try run("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON") }
        trace = ConnectionTrace(log)
        trace?.begin(on: handle)
    }

    deinit {
        if trace != nil { ConnectionTrace.end(on: handle) }
        // The dictionary releases the statements after this. SQLite waits for them.
        sqlite3_close_v2(handle)
    }

    /// Creates an empty file that only the user can access, unless there is anything at the path, because SQLite would
    /// let every user read a new file. If the file cannot be created, SQLite says why.
    private static func makePrivateFile(_ path: String) {
        guard FileKind(ofEntryAt: path) == nil else { return }
        // Under another name, so that no one has the file open yet when it is closed: that would release the locks that
        // another connection of this process has meanwhile.
        let fresh = TemporaryName.beside(path)
        guard let made = try? SystemCall.open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC) else { return }
        SystemCall.close(made)
        // Unlike renaming, this never replaces a file that someone has created meanwhile.
        let isMade = RegularFile.addName(path, to: fresh)
        FileOperations.system.remove(fresh)
        // Not every file system supports a second name. If there is a file by now, it stays, too.
        if !isMade, let made = try? SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC) {
            SystemCall.close(made)
        }
    }

    /// A path as a URI, which can specify how a file is read.
    private static func address(of path: String, _ access: Access, _ fileSystemName: String?) -> String {
        var text = "file:"
        for byte in path.utf8 {
            if byte.isOfPlainName || "/-.".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        switch access {
        case .reading: return text + "?readonly_shm=1"
        case .readingAlone: return text + "?vfs=unix-none"
        case .readingUnchanging: return text + "?immutable=1"
        case .writing, .making: return text + (fileSystemName.map { "?vfs=\($0)" } ?? "")
        }
    }

    // MARK: Reading without locks

    /// Whether the connection sees what others have saved since it was opened. One without locks does not.
    var isUpToDate: Bool { unlockedFiles.map { $0 == DatabaseFiles(at: path) } ?? true }

    /// Checks that the file has not been written since a connection without locks was opened.
    ///
    /// - Throws: `StoreError` if what was read since the connection was opened may be parts of different
    ///   states.
    func checkPages() throws(StoreError) {
        guard let unlockedFiles, !unlockedFiles.hasSamePages(as: DatabaseFiles(at: path)) else { return }
        throw StoreError(
            .inUse, location: path,
            "another program has written to the file while it was read; read it again")
    }

    // MARK: Reading one state

    /// The text of the statement that keeps a state.
    static let readingText = "SELECT 0 UNION ALL SELECT Z_VERSION FROM Z_METADATA"

    /// Lets the connection see the current state of the database until ``endReading()``.
    ///
    /// - Returns: Whether the tables may be others than at the last call; true for the first one.
    @discardableResult
    func beginReading() throws(StoreError) -> Bool {
        let statement: SQLiteStatement
        if let reading {
            statement = reading
        } else {
            // The first row belongs to no table, so none is read. The second row is never requested.
            statement = try self.statement(Self.readingText, isKept: false)
            reading = statement
        }
        _ = try statement.step()
        // Costs nothing, unlike asking for the number of the tables.
        let count = statement.repeatedPreparationCount
        defer { knownPreparationCount = count }
        return count != knownPreparationCount
    }

    func endReading() { reading?.reset() }

    // MARK: Statements

    /// A statement that is ready for binding and running.
    ///
    /// - Parameter isKept: Whether to cache the statement, because it is likely to run again.
    func statement(_ text: String, isKept: Bool = true) throws(StoreError) -> SQLiteStatement {
        if let known = statements[text] {
            known.reset()
            return known
        }
        var prepared: OpaquePointer?
        let result = text.withCString { sqlite3_prepare_v3(handle, $0, -1, 0, &prepared, nil) }
        if StoreActivity.isMeasuring { endWait() }
        guard result == SQLITE_OK, let prepared else {
            let error = error(result)
            trace?.reportFailure(of: text, error)
            throw error
        }
        let statement = SQLiteStatement(prepared, of: self)
        guard isKept else { return statement }
        if statements.count >= Self.maximumStatementCount { statements = [:] }
        statements[text] = statement
        return statement
    }

    /// A statement with its values bound.
    func statement(_ fragment: SQLFragment) throws(StoreError) -> SQLiteStatement {
        let (text, values) = fragment.written(in: SQLiteDialect())
        let statement = try statement(text, isKept: values.count <= Self.maximumKeptValueCount)
        for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
        return statement
    }

    /// Runs statements without results.
    func run(_ text: String) throws(StoreError) {
        let result = sqlite3_exec(handle, text, nil, nil, nil)
        if StoreActivity.isMeasuring { endWait() }
        guard result == SQLITE_OK else {
            let error = error(result)
            trace?.reportFailure(of: text, error)
            throw error
        }
        trace?.reportEnd()
    }

    /// The first column of a statement's first row; nil for none, and for null.
    func number(_ text: String) throws(StoreError) -> Int64? {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInteger(at: 0) : nil
    }

    /// Calls a closure with the first two columns of each row of a statement.
    func forEachRow(of text: String, _ body: (Int64, Int64) -> Void) throws(StoreError) {
        let statement = try statement(text)
        defer { statement.reset() }
        while try statement.step() { body(statement.integer(at: 0), statement.integer(at: 1)) }
    }

    func error(_ result: Int32) -> StoreError { StoreError(result, handle, path: path) }

    /// Sets the time to wait for locks of other processes. Cancellation of the work ends the wait.
    func waitForLocks(upTo milliseconds: Int) {
        lockWait.milliseconds = milliseconds
        sqlite3_busy_handler(
            handle,
            { wait, attemptCount in
                guard let wait else { return 0 }
                return Unmanaged<LockWait>.fromOpaque(wait).takeUnretainedValue().sleeps(after: Int(attemptCount))
                    ? 1 : 0
            }, Unmanaged.passUnretained(lockWait).toOpaque())
    }

    /// Ends the measurement of a wait for a lock, after a call that may have waited.
    func endWait() { lockWait.end() }

    // MARK: Cancellation

    /// The number of steps of a statement, each of some nanoseconds, after which it looks whether it was canceled.
    private static let stepCount: Int32 = 10_000

    /// Runs statements that the cancellation of the work interrupts. A transaction must then be rolled back.
    ///
    /// - Throws: `CancellationError` if the work was canceled and the statements did not succeed,
    ///   or what the closure throws.
    func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
        guard let cancellation = StoreCancellation.current else { return try body() }
        try StoreCancellation.check()
        // SQLite's own interruption would also end a view's statements that begin later.
        sqlite3_progress_handler(
            handle, Self.stepCount,
            { cancellation in
                guard let cancellation else { return 0 }
                return Unmanaged<StoreCancellation>.fromOpaque(cancellation).takeUnretainedValue().isCancelled ? 1 : 0
            }, Unmanaged.passUnretained(cancellation).toOpaque())
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        do {
            return try body()
        } catch {
            if cancellation.isCancelled { throw CancellationError() }
            throw error
        }
    }

    /// Counts the pages of the journal from now on. The caller must merge it into the file.
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

    /// Sets how durable commits are.
    func setDurability(_ durability: Durability) throws(StoreError) {
        try run("PRAGMA synchronous = \(durability.pragmaValue)")
    }

    /// Sets whether closing the last connection leaves the journal as it is, instead of merging it into the file.
    func keepJournal(_ keeps: Bool) {
        _ = csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
    }

    /// Removes from the journal what a commit that has failed may have left there. A recovery after a crash could
    /// otherwise take it for complete.
    ///
    /// - Returns: Whether nothing is left. While others read the journal, it stays as it is.
    func discardRemainsInJournal() throws -> Bool {
        guard try number("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else { return false }
        let journal = fullPath + "-wal"
        guard FileKind(ofEntryAt: journal) == .regular else { return true }
        // The locks are on another file, so closing this one releases none.
        let descriptor = try SystemCall.open(journal, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        defer { SystemCall.close(descriptor) }
        try SystemCall.synchronize(descriptor)
        return true
    }

    /// Runs a closure as one transaction, which waits for other writing processes.
    func transaction<Result, Failure: Error>(
        _ begin: String = "BEGIN IMMEDIATE", _ body: () throws(Failure) -> Result
    ) throws -> Result {
        try interruptible { try statement(begin).run() }
        do {
            let result = try interruptible { try body() }
            try StoreCancellation.ignoringCancellation { try statement("COMMIT").run() }
            return result
        } catch {
            // Fails if SQLite has already rolled back, which is the desired result.
            try? run("ROLLBACK")
            throw error
        }
    }
}

extension Durability {
    /// The value for `PRAGMA synchronous`.
    var pragmaValue: String {
        switch self {
        case .full: "FULL"
        case .normal: "NORMAL"
        case .off: "OFF"
        }
    }
}

/// The length of the journal of a connection's database after its last commit.
final class JournalLength {
    var pageCount = 0
}

/// The wait for a lock of another process.
private final class LockWait {
    /// The maximum time to wait.
    var milliseconds = 0
    private var waited = 0
    private var measurement: StoreActivity.Measurement?

    /// The times to sleep, which increase so that the other process can finish.
    private static let intervals = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

    /// Sleeps before the next attempt.
    ///
    /// - Returns: Whether to try again.
    func sleeps(after attemptCount: Int) -> Bool {
        if attemptCount == 0 { waited = 0 }
        guard waited < milliseconds, StoreCancellation.current?.isCancelled != true else { return false }
        if attemptCount == 0 {
            measurement = StoreActivity.begin(.wait(for: .lock, of: SQLiteStore.systemName))
        }
        let interval = min(Self.intervals[min(attemptCount, Self.intervals.count - 1)], milliseconds - waited)
        usleep(UInt32(interval) * 1000)
        waited += interval
        return true
    }

    /// Ends the measurement of the wait, if there was one.
    func end() {
        measurement?.end()
        measurement = nil
    }
}
