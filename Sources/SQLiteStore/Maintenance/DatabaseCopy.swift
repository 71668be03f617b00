import CSQLite
import FileAccess
import Foundation

/// Copies a store, including its journal and its large values, while it is open elsewhere.
struct DatabaseCopy {
    let source: String
    let target: String

    /// Creates the copy, as a whole or not at all.
    ///
    /// - Throws: ``SQLiteStoreError`` if the source is not a store, or the target cannot be written or already exists.
    func make(from access: SQLiteConnection.Access) throws {
        try SQLiteConnection.checkIsFile(source, mayBeMissing: false)
        let connection = try SQLiteConnection(path: source, access: access)
        _ = try connection.storeTableColumns()
        let values = ExternalData(storePath: target).supportFolder
        for taken in [target, target + "-wal", values] where FileReader.isAnything(at: taken) {
            throw SQLiteStoreError(.fileSystem, path: taken, "the file already exists; nothing was written")
        }
        let fresh = FreshName.beside(target)
        defer { Self.removeFiles(of: fresh) }
        do {
            try copyDatabase(to: fresh, from: connection)
            // Values first, so they exist before the rows that refer to them.
            try copyExternalData()
            try FileManager.default.moveItem(atPath: fresh, toPath: target)
        } catch {
            try? FileManager.default.removeItem(atPath: values)
            if let error = error as? SQLiteStoreError { throw error }
            throw SQLiteStoreError(
                .fileSystem, path: target, "the copy cannot be written: \(error.localizedDescription)")
        }
    }

    /// Removes the files of a database, but not its large values.
    static func removeFiles(of path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    private func copyDatabase(to fresh: String, from connection: SQLiteConnection) throws {
        let copy = try SQLiteConnection(path: fresh, access: .making)
        guard let backup = sqlite3_backup_init(copy.handle, "main", connection.handle, "main") else {
            throw copy.error(sqlite3_errcode(copy.handle))
        }
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw copy.error(result) }
        // Merges the copy's journal into the file, because only the file is moved to its destination.
        try copy.run("PRAGMA journal_mode = DELETE")
    }

    private func copyExternalData() throws {
        let from = ExternalData(storePath: source).supportFolder
        guard FileReader.isAnything(at: from) else { return }
        try FileManager.default.copyItem(atPath: from, toPath: ExternalData(storePath: target).supportFolder)
    }
}
