import CSQLite
import Synchronization

/// The file that a store opened, to find out that someone has removed, replaced, or truncated it since.
///
/// SQLite continues with the file that it has open. Without this check, a save would be written to a file that no longer has a
/// name, and be lost.
final class OpenedFile: Sendable {
    /// The path that errors contain.
    private let path: String
    /// The full path of the file, without links.
    private let fullPath: String
    private let journalPath: String
    private let identity: FileIdentity?
    /// The journal of a store that is open for writing; nil for a store without one. It stays as long as a connection is open.
    private let journal = Mutex<FileIdentity?>(nil)

    /// - Throws: ``SQLiteStoreError`` if the file was replaced while it was opened.
    init(_ connection: SQLiteConnection) throws(SQLiteStoreError) {
        path = connection.path
        fullPath = connection.fullPath
        journalPath = fullPath + "-wal"
        identity = FileIdentity(ofFileAt: fullPath)
        if identity == nil || connection.fileHasMoved { throw replaced }
    }

    /// Checks that a connection of the store that was just opened, and has read nothing yet, has the same file.
    func check(new connection: SQLiteConnection) throws(SQLiteStoreError) {
        guard connection.fullPath == fullPath, isInPlace, !connection.fileHasMoved else { throw replaced }
        // A connection that reads an empty file removes its journal, and with it what could still be recovered.
        guard try connection.sizeOfDatabase() != nil else { throw truncated }
    }

    /// - Throws: ``SQLiteStoreError`` if the file was removed or replaced.
    func check() throws(SQLiteStoreError) {
        guard isInPlace else { throw replaced }
    }

    /// Whether the file and its journal are still those that were opened.
    var isInPlace: Bool {
        guard let identity, FileIdentity(ofFileAt: fullPath) == identity else { return false }
        guard let journal = journal.withLock({ $0 }) else { return true }
        return FileIdentity(ofFileAt: journalPath) == journal
    }

    /// Also expects the current journal from now on. The caller has a connection open, and has read with it.
    func expectJournal() { journal.withLock { $0 = FileIdentity(ofFileAt: journalPath) } }

    var replaced: SQLiteStoreError {
        SQLiteStoreError(
            .fileReplaced, path: path,
            "the file was removed or replaced while the store was open; close the store, and open it again")
    }

    var truncated: SQLiteStoreError {
        SQLiteStoreError(
            .damaged, path: path,
            "the file was truncated or overwritten while the store was open; restore it from a backup, or recover its "
                + "contents with 'sqlite3 FILE .recover'")
    }
}

/// The data that tell a file from every other one, whatever is written to it.
private struct FileIdentity: Equatable {
    private var device: UInt64 = 0
    private var file: UInt64 = 0

    /// The identity of the file at a path; nil if there is none.
    init?(ofFileAt path: String) {
        guard csqlite_identify_file(path, &device, &file) != 0 else { return nil }
    }
}

extension SQLiteConnection {
    /// The full path of the file, without links.
    var fullPath: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? path }

    /// Whether SQLite has noticed that the open file was moved or replaced. It notices this only for files that it locks.
    var fileHasMoved: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// The size of the file in bytes; nil if it does not begin as every database does.
    ///
    /// Reads the file itself, because the connection's own pages are those from before someone changed the file.
    ///
    /// - Throws: ``SQLiteStoreError`` if the file cannot be read.
    func sizeOfDatabase() throws(SQLiteStoreError) -> Int64? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let methods = file.pointee.pMethods?.pointee
        else { return nil }
        let length = SQLiteStore.signature.count
        var start = [UInt8](repeating: 0, count: length)
        let result = methods.xRead(file, &start, Int32(length), 0)
        if result == Self.shortRead { return nil }
        guard result == SQLITE_OK else { throw SQLiteStoreError(result, nil, path: path) }
        guard start == SQLiteStore.signature else { return nil }
        var size: Int64 = 0
        let sizeResult = methods.xFileSize(file, &size)
        guard sizeResult == SQLITE_OK else { throw SQLiteStoreError(sizeResult, nil, path: path) }
        return size
    }

    /// The extended code of SQLite for a file that ends too early: a macro that Swift cannot read.
    private static let shortRead = SQLITE_IOERR | (2 << 8)
}
