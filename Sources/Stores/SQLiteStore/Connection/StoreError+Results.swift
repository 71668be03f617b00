import CSQLite
import ObjectGraph

/// The extended code of SQLite for a journal that must be rolled back first: a macro that Swift cannot read.
private let readOnlyRollback = SQLITE_READONLY | (3 << 8)

/// The extended codes of SQLite for a constraint that no other row violates: a check, a missing value, a foreign key,
/// or a trigger.
private let otherConstraints = [1, 3, 5, 7].map { SQLITE_CONSTRAINT | ($0 << 8) }

extension StoreError {
    /// Creates the error for a result code of SQLite.
    init(_ result: Int32, _ connection: OpaquePointer?, path: String) {
        let said = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(result))
        self =
            switch result & 0xff {
            case SQLITE_NOTADB:
                StoreError(.notADatabase, location: path, "the file is not a SQLite database, or it is encrypted")
            case SQLITE_CORRUPT:
                StoreError(
                    .damaged, location: path,
                    "the database is damaged (\(said)); recover its contents with 'sqlite3 FILE .recover'")
            case SQLITE_BUSY, SQLITE_LOCKED:
                StoreError(
                    .inUse, location: path, "another process is writing to the store; try again when it has finished")
            case SQLITE_READONLY where result == readOnlyRollback:
                StoreError(
                    .readOnly, location: path,
                    "a save was interrupted, and only a writer can undo it; open the store once for writing"
                )
            case SQLITE_READONLY, SQLITE_PERM:
                StoreError(
                    .readOnly, location: path,
                    "the store cannot be written to: \(said); allow writing to the file and its folder")
            case SQLITE_FULL:
                StoreError(
                    .outOfSpace, location: path,
                    "no space is left for the save, and nothing has changed; free some space, and save again")
            case SQLITE_TOOBIG:
                StoreError(
                    .unusableValue, location: path,
                    "a row exceeds 1 GB, the most that SQLite stores; allow external storage for large values")
            case SQLITE_CONSTRAINT where otherConstraints.contains(result):
                StoreError(
                    .database, location: path,
                    "a constraint or a trigger that someone has added to the file refuses the save: \(said)")
            case SQLITE_CONSTRAINT:
                StoreError(.duplicateValue, location: path, "another object has the same value: \(said)")
            case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_AUTH:
                StoreError(
                    .fileSystem, location: path,
                    "the file cannot be read or written: \(said); "
                        + "check the disk, and the permissions of the file and its folder"
                )
            // SQLite has no code of its own for what only a trusted file may run.
            case SQLITE_ERROR where said.hasPrefix("unsafe use of "):
                StoreError(
                    .database, location: path,
                    "a trigger or an expression that someone has added to the file is not allowed to run, because a "
                        + "file can come from anyone: \(said); remove it from the file")
            case SQLITE_PROTOCOL:
                StoreError(
                    .database, location: path,
                    "the file cannot be locked: \(said); if no program has the store open, the file '\(path)-shm' is "
                        + "damaged; remove it, and SQLite creates it again")
            default: StoreError(.database, location: path, said)
            }
    }
}
