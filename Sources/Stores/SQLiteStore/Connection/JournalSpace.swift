import CSQLite

/// Space in the journal, which is made before commits need it.
///
/// A commit that makes the journal longer also waits until the file system has written where the new part is: on Linux,
/// this takes several times as long as to write over an earlier part. The journal of a store is removed when the last
/// program closes it, so that the first saves after that would all make it longer. Therefore, one of them makes it
/// longer for those that follow, by zeros. SQLite does not take zeros for pages of a transaction, since their checksums
/// are wrong, also after a crash.
struct JournalSpace {
    /// The size of the journal in bytes when it was last looked at.
    private var sizeBytes: Int64 = 0
    /// The size of a page in the journal, with its header; 0 before it is needed.
    private var pageBytes: Int64 = 0

    /// The space that is made at a time, for some 30 saves of one object.
    private static let stepBytes: Int64 = 1 << 18
    /// The space that a usual save needs at most.
    private static let reserveBytes: Int64 = 1 << 16

    /// Makes space for the transaction that the connection has begun, and for others after it, if little is left.
    ///
    /// Call it in a transaction that writes, during which no other connection writes to the journal. If no space can be
    /// made, the commit itself says what is wrong.
    ///
    /// - Parameter maximumPageCount: The number of pages with which the journal is long enough to start over.
    mutating func make(for connection: SQLiteConnection, maximumPageCount: Int) {
        #if os(Linux)
            let pageCount = connection.journal.pageCount
            guard 1..<maximumPageCount ~= pageCount else { return }
            if pageBytes == 0 {
                guard let size = try? connection.number("PRAGMA page_size") else { return }
                pageBytes = size + Self.pageHeaderBytes
            }
            let end = Self.headerBytes + Int64(pageCount) * pageBytes
            guard sizeBytes - end < Self.reserveBytes else { return }
            lengthen(to: end + Self.stepBytes, connection)
        #endif
    }

    /// The sizes of the headers of a journal and of a page in it, as SQLite's file format has them.
    private static let headerBytes: Int64 = 32
    private static let pageHeaderBytes: Int64 = 24

    /// Writes zeros after the end of the journal, up to a size.
    private mutating func lengthen(to size: Int64, _ connection: SQLiteConnection) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var present: Int64 = 0
        guard sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK,
            let file, let methods = file.pointee.pMethods?.pointee, methods.xFileSize(file, &present) == SQLITE_OK
        else { return }
        // It may be longer already: by other programs, or from before it started over.
        sizeBytes = max(present, size)
        // A journal without a header belongs to no transaction.
        guard present > Self.headerBytes, present < size else { return }
        let zeros = [UInt8](repeating: 0, count: Self.pieceCount)
        while present < size {
            let count = min(size - present, Int64(zeros.count))
            guard methods.xWrite(file, zeros, Int32(count), present) == SQLITE_OK else { return }
            present += count
        }
    }

    /// The number of bytes to write at a time: SQLite's file system writes fewer than 128 KiB in a call.
    private static let pieceCount = 1 << 16
}
