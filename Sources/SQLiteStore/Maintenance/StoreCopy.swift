import CSQLite
import FileAccess
import Foundation

/// Copies a store, with what its journal holds and its large values, while it is open elsewhere.
struct StoreCopy {
    let source: String
    let target: String

    /// Makes the copy, as a whole or not at all.
    ///
    /// - Throws: ``SQLiteStoreError`` where there is something at the target, or it cannot be written.
    func make(from access: SQLiteConnection.Access) throws {
        guard FileKind(at: target) == nil else {
            throw SQLiteStoreError(.fileSystem, path: target, "there is a file already; nothing was written")
        }
        let fresh = FreshName.beside(target)
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                try? FileManager.default.removeItem(atPath: fresh + suffix)
            }
        }
        try copyDatabase(to: fresh, from: SQLiteConnection(path: source, access: access))
        try copyExternalData()
        guard rename(fresh, target) == 0 else {
            throw SQLiteStoreError(.fileSystem, path: target, "the copy cannot be written")
        }
    }

    private func copyDatabase(to fresh: String, from connection: SQLiteConnection) throws {
        let copy = try SQLiteConnection(path: fresh, access: .making)
        guard let backup = sqlite3_backup_init(copy.handle, "main", connection.handle, "main") else {
            throw copy.error(sqlite3_errcode(copy.handle))
        }
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw copy.error(result) }
        // What a journal of the copy would hold goes into the file: only the file is moved to its place.
        try copy.run("PRAGMA journal_mode = DELETE")
    }

    private func copyExternalData() throws {
        let from = ExternalData(storePath: source).folder
        let to = ExternalData(storePath: target).folder
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: from), !names.isEmpty else { return }
        try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
        for name in names where !FileManager.default.fileExists(atPath: to + "/" + name) {
            try FileManager.default.copyItem(atPath: from + "/" + name, toPath: to + "/" + name)
        }
    }
}
