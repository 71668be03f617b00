import CSQLite
import FileAccess
public import Foundation

extension SQLiteStore {
    /// Writes the latest saved state of a store to another file, complete and without a journal, while others save.
    ///
    /// Files of large values are copied too, into the folder that belongs to the copy.
    ///
    /// - Throws: ``SQLiteStoreError`` where the file is no store, or the copy cannot be written or is there already.
    public static func backUp(_ url: URL, to target: URL) throws {
        let path = url.path(percentEncoded: false)
        let targetPath = target.path(percentEncoded: false)
        let source = try SQLiteConnection(reading: path)
        _ = try source.storeTableColumns()
        let values = ExternalData(storePath: path).supportFolder
        let targetValues = ExternalData(storePath: targetPath).supportFolder
        for taken in [targetPath, targetPath + "-wal", targetValues] where FileReader.isAnything(at: taken) {
            throw SQLiteStoreError(.fileSystem, path: taken, "there is something already; nothing was written")
        }
        do {
            // Values first: what the rows of the copy name is there as soon as they are.
            if FileReader.isAnything(at: values) {
                try FileManager.default.copyItem(atPath: values, toPath: targetValues)
            }
            try copyPages(of: source, to: SQLiteConnection(path: targetPath, access: .making))
        } catch {
            for made in [targetPath, targetPath + "-wal", targetPath + "-shm", targetValues] {
                try? FileManager.default.removeItem(atPath: made)
            }
            if let error = error as? SQLiteStoreError { throw error }
            throw SQLiteStoreError(
                .fileSystem, path: targetPath, "the copy cannot be written: \(error.localizedDescription)")
        }
    }

    private static func copyPages(of source: SQLiteConnection, to target: SQLiteConnection) throws(SQLiteStoreError) {
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw target.error(sqlite3_errcode(target.handle))
        }
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw target.error(result) }
    }
}
