import CSQLite

/// The extended code of SQLite for a journal that must be rolled back first: a macro that Swift cannot read.
private let readOnlyRollback = SQLITE_READONLY | (3 << 8)

extension SQLiteStoreError {
    /// Creates the error for a result code of SQLite.
    init(_ result: Int32, _ connection: OpaquePointer?, path: String) {
        let said = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(result))
        self =
            switch result & 0xff {
            case SQLITE_NOTADB:
                SQLiteStoreError(.notADatabase, path: path, "the file is not a SQLite database, or it is encrypted")
            case SQLITE_CORRUPT:
                SQLiteStoreError(
                    .damaged, path: path,
                    "the database is damaged (\(said)); recover its contents with 'sqlite3 FILE .recover'")
            case SQLITE_BUSY, SQLITE_LOCKED:
                SQLiteStoreError(
                    .inUse, path: path, "another process is writing to the store; try again, or wait longer")
            case SQLITE_READONLY where result == readOnlyRollback:
                SQLiteStoreError(
                    .readOnly, path: path,
                    "a save was interrupted, and only a writer can undo it; open the store once for writing"
                )
            case SQLITE_READONLY, SQLITE_PERM:
                SQLiteStoreError(
                    .readOnly, path: path,
                    "the store cannot be written to: \(said); allow writing to the file and its folder")
            case SQLITE_FULL:
                SQLiteStoreError(
                    .full, path: path,
                    "no space is left for the save, and nothing has changed; free some space, and save again")
            case SQLITE_TOOBIG:
                SQLiteStoreError(
                    .unusableValue, path: path,
                    "a row exceeds 1 GB, the most that SQLite stores; allow external storage for large values")
            case SQLITE_CONSTRAINT:
                SQLiteStoreError(.taken, path: path, "another object has the same value: \(said)")
            case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_AUTH:
                SQLiteStoreError(
                    .fileSystem, path: path,
                    "the file cannot be read or written: \(said); "
                        + "check the disk, and the rights of the file and its folder"
                )
            default: SQLiteStoreError(.database, path: path, said)
            }
    }
}
