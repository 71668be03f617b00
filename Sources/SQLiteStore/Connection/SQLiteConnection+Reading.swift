import CSQLite
import FileAccess
import Foundation

extension SQLiteConnection {
    /// Opens a database so that no byte of it changes, and no file next to it is made or removed.
    ///
    /// - Throws: ``SQLiteStoreError`` if there is no file, or SQLite cannot open it.
    convenience init(reading path: String) throws(SQLiteStoreError) {
        try Self.checkIsFile(path, mayBeMissing: false)
        guard FileReader.size(of: path) != 0 else {
            throw SQLiteStoreError(.notAStore, path: path, "the file is empty and contains no store yet")
        }
        try self.init(path: path, access: .toRead(path))
    }

    /// Refuses what SQLite should not even try to open: it would wait for a pipe without end.
    static func checkIsFile(_ path: String, mayBeMissing: Bool) throws(SQLiteStoreError) {
        guard let kind = FileKind(at: path) else {
            if mayBeMissing { return }
            throw SQLiteStoreError(.fileSystem, path: path, "the file does not exist")
        }
        guard kind == .regular else {
            throw SQLiteStoreError(.fileSystem, path: path, "it cannot be opened: \(kind.reason)")
        }
    }
}

extension SQLiteConnection.Access {
    /// How a file is read without a change, by what lies next to it.
    ///
    /// SQLite makes a journal for a store without one where it finds the memory that processes share, and removes an empty
    /// journal where it does not: each needs a way of its own.
    static func toRead(_ path: String) -> SQLiteConnection.Access {
        let isShared = FileReader.isAnything(at: path + "-shm")
        switch FileReader.size(of: path + "-wal") {
        case nil: return .readingAlone
        case 0: return isShared ? .reading : .readingUnchanging
        case journalHeaderSize: return isShared && isInUse(path + "-shm") ? .reading : .readingUnchanging
        default: return isShared ? .reading : .readingAlone
        }
    }

    /// The size of a journal that holds no change yet. SQLite does not get by with one that a killed process has left behind, if
    /// the memory that processes share is there too: it waits for ten seconds, and fails.
    private static let journalHeaderSize = 32

    private static func isInUse(_ sharedMemory: String) -> Bool {
        let descriptor = open(sharedMemory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        // It stays open where somebody uses the memory: to close it would take the locks from this process's own connections.
        if csqlite_is_shared_memory_in_use(descriptor) != 0 { return true }
        close(descriptor)
        return false
    }
}
