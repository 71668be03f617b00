import CSQLite
import FileAccess
import Foundation
import ObjectGraph

extension SQLiteConnection {
    /// Opens a database without changing a byte of it, and without creating or removing a file next to it.
    ///
    /// - Parameter milliseconds: The time to wait for another process that writes.
    /// - Throws: `StoreError` if there is no file, or SQLite cannot open it.
    convenience init(
        reading path: String, waitingUpTo milliseconds: Int = SQLiteStoreOptions().busyTimeoutMilliseconds
    ) throws(StoreError) {
        try Self.checkIsFile(path, mayBeMissing: false)
        guard FileReader.size(of: path) != 0 else {
            throw StoreError(
                .notAStore, location: path,
                "the file is empty and contains no store yet; open it for writing with a model to create one, or "
                    + "remove it")
        }
        try self.init(path: path, access: .toRead(path))
        waitForLocks(upTo: milliseconds)
    }

    /// Whether a journal contains changes of a database, and not only a header. The journal of a transaction that
    /// creates a database contains none.
    static func hasChanges(journalAt path: String) -> Bool {
        guard let count = FileReader.size(of: path), count > Access.journalHeaderSize else { return false }
        guard path.hasSuffix("-journal") else { return true }
        // The number of the database's pages before the transaction, from the header.
        let header = try? RegularFile.beginning(of: path, maximumCount: 20)
        return header?.count != 20 || header?.suffix(4).contains { $0 != 0 } == true
    }

    /// Whether another connection, of any process, is writing to the database. This connection has read nothing yet.
    ///
    /// Asks through SQLite's own descriptor, because closing another one would release the locks that other connections
    /// of this process have on the file.
    var isBeingWrittenByOthers: Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let methods = file.pointee.pMethods?.pointee
        else { return false }
        let result = methods.xLock(file, SQLITE_LOCK_SHARED)
        // Locking fails on some file systems. There, no writer can be found.
        guard result == SQLITE_OK else { return result & 0xff == SQLITE_BUSY }
        defer { _ = methods.xUnlock(file, SQLITE_LOCK_NONE) }
        var isReserved: Int32 = 0
        return methods.xCheckReservedLock(file, &isReserved) == SQLITE_OK && isReserved != 0
    }

    /// The suffixes of the files that SQLite creates next to a database.
    static let suffixes = ["-wal", "-shm", "-journal"]

    /// Rejects what SQLite must not open, such as a pipe, which would block, or write to, such as a device. This
    /// includes the files next to the database, which SQLite also removes.
    static func checkIsFile(_ path: String, mayBeMissing: Bool) throws(StoreError) {
        guard let kind = FileKind(at: path) else {
            if mayBeMissing { return try checkSuffixes(of: path) }
            throw StoreError(.fileSystem, location: path, "the file does not exist")
        }
        guard kind == .regular else {
            throw StoreError(.fileSystem, location: path, "it cannot be opened: \(kind.reason)")
        }
        try checkSuffixes(of: path)
    }

    /// Rejects a store that the user cannot write to before SQLite opens it for writing: SQLite would leave a journal
    /// with the same permissions, which would also hinder those who can write to the store later.
    static func checkWritingIsAllowed(_ path: String) throws(StoreError) {
        do {
            try SystemCall.checkWritingIsAllowed(path)
        } catch {
            throw StoreError(
                .readOnly, location: path,
                "the store cannot be written to: \(error); allow writing to the file and its folder")
        }
        for suffix in suffixes {
            do {
                try SystemCall.checkWritingIsAllowed(path + suffix)
            } catch {
                throw StoreError(
                    .readOnly, location: path + suffix,
                    "the store cannot be written to: \(error); allow writing to this file, which belongs to the store")
            }
        }
    }

    /// Rejects a journal whose store is missing or empty, which SQLite would remove, with the saves in it.
    static func checkJournal(of path: String) throws(StoreError) {
        guard FileReader.size(of: path) ?? 0 == 0 else { return }
        for journal in [path + "-wal", path + "-journal"] where hasChanges(journalAt: journal) {
            throw StoreError(
                .journalMismatch, location: journal,
                "the store of the journal is missing; restore \(path), or move the journal away")
        }
    }

    private static func checkSuffixes(of path: String) throws(StoreError) {
        for suffix in suffixes {
            guard let kind = FileKind(ofEntryAt: path + suffix), kind != .regular else { continue }
            throw StoreError(
                .fileSystem, location: path + suffix,
                "the store cannot be opened: \(kind.reasonAsEntry); move it away first")
        }
    }
}

extension SQLiteConnection.Access {
    /// The access for reading a file without a change, which depends on the files next to it.
    ///
    /// With the memory that processes share, SQLite creates a missing journal, and without it, it removes an empty
    /// journal, so each case needs its own access. A connection that has created a missing journal would also remove it
    /// at its end, together with what another process has saved in it meanwhile.
    static func toRead(_ path: String) -> SQLiteConnection.Access {
        let isShared = FileReader.itemExists(at: path + "-shm")
        switch FileReader.size(of: path + "-wal") {
        // Nothing hides from such a connection but a transaction of another kind of journal: an interrupted one, or one
        // that somebody makes now. Only with locks can SQLite tell them apart, and wait for the latter.
        case nil:
            guard (FileReader.size(of: path + "-journal") ?? 0) > 0 else { return .readingUnchanging }
            return isBeingWritten(path) ? .reading : .readingAlone
        case 0: return isShared ? .reading : .readingUnchanging
        case journalHeaderSize: return isShared && isInUse(path + "-shm") ? .reading : .readingUnchanging
        default: return isShared ? .reading : .readingAlone
        }
    }

    /// The size of a journal without changes. If a killed process has left one behind together with the shared memory,
    /// SQLite waits for ten seconds and then fails.
    fileprivate static let journalHeaderSize = 32

    private static func isBeingWritten(_ path: String) -> Bool {
        (try? SQLiteConnection(path: path, access: .reading))?.isBeingWrittenByOthers == true
    }

    private static func isInUse(_ sharedMemory: String) -> Bool {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        guard let descriptor = try? SystemCall.open(sharedMemory, flags) else { return true }
        // It stays open while somebody uses the memory, because closing it would release the locks of this process's
        // own connections.
        if csqlite_is_shared_memory_in_use(descriptor) != 0 { return true }
        SystemCall.close(descriptor)
        return false
    }
}

/// The files of a database at a time.
struct DatabaseFiles: Equatable {
    private let file: FileStamp?
    private let journal: FileStamp?

    init(at path: String) {
        file = FileStamp(path)
        journal = FileStamp(path + "-wal")
    }

    /// Whether pages that were read at the other time are still the same: what others save is in the journal first.
    func hasSamePages(as other: DatabaseFiles) -> Bool { file == other.file }
}
