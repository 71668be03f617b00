import CSQLite
import Dispatch
import FileAccess
import Foundation
import ObjectGraph
import Synchronization

/// The file that a store opened, to find out that someone has removed, replaced, or truncated it since.
///
/// SQLite continues with the file that it has open. Without this check, a save would be written to a file that no
/// longer has a name, and be lost.
final class OpenedFile: Sendable {
    /// The path that errors contain.
    private let path: String
    /// The full path of the file, without links.
    private let fullPath: String
    private let journalPath: String
    private let identity: FileIdentity?
    private let names: NameCount
    private struct Journal {
        let identity: FileIdentity?
        let names: NameCount
    }
    /// The journal of a store that is open for writing; nil for a store without one.
    /// It stays as long as a connection is open.
    private let journal = Mutex<Journal?>(nil)
    /// When the file was last found in its place, in nanoseconds of the system's uptime; 0 if it was not.
    private let lastFound = Atomic<UInt64>(0)
    /// The nanoseconds for which a query takes a file to be in its place that still has its names.
    private static let queryInterval: UInt64 = 100_000_000
    /// The nanoseconds for which a commit does so.
    private static let commitInterval: UInt64 = 20_000_000

    /// - Throws: `StoreError` if the file was replaced while it was opened.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        path = connection.path
        fullPath = connection.fullPath
        journalPath = fullPath + "-wal"
        names = NameCount(ofFileAt: fullPath)
        identity = FileIdentity(ofFileAt: fullPath)
        if identity == nil || connection.fileHasMoved { throw replaced }
    }

    /// Checks that a connection of the store that was just opened, and has read nothing yet, has the same file.
    func check(new connection: SQLiteConnection) throws(StoreError) {
        guard connection.fullPath == fullPath, isInPlace, !connection.fileHasMoved else { throw replaced }
        // A connection that reads an empty file removes its journal, and with it what could still be recovered.
        guard try connection.fileBeginsAsDatabase() else { throw truncated }
    }

    /// Checks that the file was not removed or replaced.
    ///
    /// - Returns: The size of the file in bytes.
    /// - Throws: `StoreError` if it was.
    @discardableResult
    func check() throws(StoreError) -> Int64 {
        guard let size = sizeInPlace else { throw replaced }
        return size
    }

    /// Checks that the file was not removed or replaced since the last ``check()``.
    ///
    /// If that was a moment ago, it costs less, but does not notice that the file was moved, with what was written to
    /// it.
    func checkAgain() throws(StoreError) {
        if !isInPlace(since: Self.commitInterval) { throw replaced }
    }

    /// Whether the file and its journal are still those that were opened.
    var isInPlace: Bool { sizeInPlace != nil }

    /// Like ``isInPlace``, for queries, which are frequent: that the file was moved is noticed only after a tenth of a
    /// second.
    var isInPlaceForQuery: Bool { isInPlace(since: Self.queryInterval) }

    /// Like ``isInPlace``, but if the file was found in its place within some nanoseconds, only whether it and its
    /// journal still have their names.
    private func isInPlace(since interval: UInt64) -> Bool {
        let last = lastFound.load(ordering: .relaxed)
        return DispatchTime.now().uptimeNanoseconds &- last < interval && names.isSame
            && journal.withLock { $0?.names.isSame != false } || isInPlace
    }

    /// The size of the file in bytes; nil if the file or its journal is not the one that was opened.
    private var sizeInPlace: Int64? {
        let size = findSize()
        lastFound.store(size == nil ? 0 : DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
        return size
    }

    /// Looks at the paths of the file and of its journal.
    private func findSize() -> Int64? {
        var size: Int64 = 0
        guard let identity, FileIdentity(ofFileAt: fullPath, &size) == identity else { return nil }
        guard let journal = journal.withLock({ $0?.identity }) else { return size }
        return FileIdentity(ofFileAt: journalPath) == journal ? size : nil
    }

    /// Also expects the current journal from now on. The caller has a connection open, and has read with it.
    func expectJournal() {
        let current = Journal(
            identity: FileIdentity(ofFileAt: journalPath), names: NameCount(ofFileAt: journalPath))
        journal.withLock { $0 = current }
    }

    var replaced: StoreError {
        StoreError(
            .fileReplaced, location: path,
            "the file was removed or replaced while the store was open; close the store, and open it again")
    }

    var truncated: StoreError {
        StoreError(
            .damaged, location: path,
            "the file was truncated or overwritten while the store was open; restore it from a backup, or recover its "
                + "contents with 'sqlite3 FILE .recover'")
    }
}

/// The data that tell a file from every other one, whatever is written to it.
private struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// The identity of the file at a path; nil if there is none.
    init?(ofFileAt path: String) {
        var size: Int64 = 0
        self.init(ofFileAt: path, &size)
    }

    /// The identity, and the size in bytes, of the file at a path; nil if there is none.
    init?(ofFileAt path: String, _ size: inout Int64) {
        var file = csqlite_file()
        guard csqlite_describe_file(path, &file) != 0 else { return nil }
        device = file.device
        number = file.number
        size = file.size
    }
}

/// The number of names of a file, which is lower when it was removed, or replaced by another one. Some file systems
/// keep the number, and somebody may give the file another name, so it does not replace a look at the path.
private final class NameCount: Sendable {
    /// Negative if the system has no such descriptors.
    private let descriptor: Int32
    private let count: Int64

    init(ofFileAt path: String) {
        descriptor = csqlite_open_reference(path)
        count = descriptor < 0 ? -1 : csqlite_count_names(descriptor)
    }

    deinit { if descriptor >= 0 { SystemCall.close(descriptor) } }

    /// Whether the file has as many names as at first; also false if that is not known.
    var isSame: Bool { count > 0 && csqlite_count_names(descriptor) == count }
}

extension SQLiteConnection {
    /// The full path of the file, without links.
    var fullPath: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? path }

    /// Whether SQLite has noticed that the open file was moved or replaced.
    /// It notices this only for files that it locks.
    var fileHasMoved: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// Whether the file begins as every database does.
    ///
    /// Reads the file itself, because the connection's own pages are those from before someone changed the file.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func fileBeginsAsDatabase() throws(StoreError) -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let methods = file.pointee.pMethods?.pointee
        else { return false }
        let length = RegularFile.databaseSignature.count
        var start = [UInt8](repeating: 0, count: length)
        let result = methods.xRead(file, &start, Int32(length), 0)
        if result == Self.shortRead { return false }
        guard result == SQLITE_OK else { throw StoreError(result, nil, path: path) }
        return start == RegularFile.databaseSignature
    }

    /// The extended code of SQLite for a file that ends too early: a macro that Swift cannot read.
    private static let shortRead = SQLITE_IOERR | (2 << 8)
}
