import CSQLite
import Foundation
import Synchronization

/// A file system for SQLite that does what the usual one does, tells what is asked of it, and fails on demand.
final class TestFileSystem: Sendable {
    /// What changes a file, or waits for the medium.
    enum Operation: Sendable {
        case write(path: String, offset: Int, bytes: [UInt8])
        case truncate(path: String, sizeBytes: Int)
        case synchronize(path: String)
        case delete(path: String, isSynchronized: Bool)
        /// What neither changes a file nor waits for the medium: opening, reading, locking. It is not kept.
        case look
        /// A test's own mark.
        case mark(Int)
    }

    /// What fails.
    struct Fault: Sendable {
        /// How many operations come first.
        var countdown: Int
        /// Whether all operations after it fail too.
        var isLasting = false
        /// What SQLite is told, such as `SQLITE_FULL`; by default an error that fits the operation.
        var result: Int32?
        /// Whether opening, reading, and locking fail too.
        var includesLooks = false
    }

    private struct State {
        var log: [Operation] = []
        var isRecording = false
        var fault: Fault?
        var hasFailed = false
        var beforeJournalIsSynchronized: (@Sendable () -> Void)?
        var synchronizations: [Int32] = []
        var refusedLockCount = 0
    }

    /// What SQLite knows the file system by.
    let name: String
    private let state = Mutex(State())

    /// - Parameter isRecording: Whether operations are kept.
    init(isRecording: Bool = false) throws {
        name = "test-\(UUID().uuidString.prefix(8))"
        guard let usual = sqlite3_vfs_find(nil) else {
            throw DatabaseFile.DatabaseError(message: "SQLite has no file system")
        }
        let registered = UnsafeMutablePointer<RegisteredFileSystem>.allocate(capacity: 1)
        registered.initialize(to: RegisteredFileSystem(usual, name: name))
        // Connections that are being closed on another thread use the file system longer than the test, so it stays.
        registered.pointee.owner = Unmanaged.passRetained(self)
        state.withLock { $0.isRecording = isRecording }
        registered.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) { _ = sqlite3_vfs_register($0, 0) }
    }

    /// What has been done since the beginning.
    var log: [Operation] { state.withLock { $0.log } }

    func mark(_ number: Int) { state.withLock { $0.log.append(.mark(number)) } }

    /// Lets operations fail from now on; nil for none.
    func fail(_ fault: Fault?) {
        state.withLock { $0.fault = fault }
    }

    /// Calls a closure once, before the journal is synchronized the next time.
    func beforeJournalIsSynchronized(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.beforeJournalIsSynchronized = body }
    }

    /// How thoroughly SQLite has waited for the medium, each time: `SQLITE_SYNC_NORMAL` or `SQLITE_SYNC_FULL`.
    var synchronizations: [Int32] { state.withLock { $0.synchronizations } }

    func noteSynchronization(_ flags: Int32) { state.withLock { $0.synchronizations.append(flags & 0x0f) } }

    /// How often somebody else had a lock that SQLite asked for.
    var refusedLockCount: Int { state.withLock { $0.refusedLockCount } }

    /// Notes the result of asking for a lock, and returns it.
    func noting(lock result: Int32) -> Int32 {
        if result == SQLITE_BUSY { state.withLock { $0.refusedLockCount += 1 } }
        return result
    }

    /// Whether an operation has failed.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// What an operation is to end with; nil where it is to be done.
    func begin(_ operation: @autoclosure () -> Operation, failure: Int32, isLook: Bool = false) -> Int32? {
        let before = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.beforeJournalIsSynchronized != nil, case .synchronize(let path) = operation(),
                path.hasSuffix("-wal")
            else { return nil }
            defer { state.beforeJournalIsSynchronized = nil }
            return state.beforeJournalIsSynchronized
        }
        before?()
        return state.withLock { state in
            if let fault = state.fault, !isLook || fault.includesLooks {
                state.fault?.countdown -= 1
                if fault.countdown == 0 || fault.isLasting && fault.countdown < 0 {
                    state.hasFailed = true
                    return fault.result ?? failure
                }
            }
            if state.isRecording, !isLook { state.log.append(operation()) }
            return nil
        }
    }
}

extension TestFileSystem {
    /// As ``begin(_:failure:isLook:)`` does, for what changes nothing.
    func beginLook(failure: Int32) -> Int32? { begin(.look, failure: failure, isLook: true) }
}

/// What SQLite is given, with what is needed to go on behind it: SQLite looks only at the beginning.
struct RegisteredFileSystem {
    var table: sqlite3_vfs
    let usual: UnsafeMutablePointer<sqlite3_vfs>
    let name: UnsafeMutablePointer<CChar>?
    var owner: Unmanaged<TestFileSystem>?

    init(_ usual: UnsafeMutablePointer<sqlite3_vfs>, name: String) {
        self.usual = usual
        self.name = strdup(name)
        table = usual.pointee
        table.zName = UnsafePointer(self.name)
        table.pNext = nil
        table.xOpen = { system, path, file, flags, outFlags in
            guard let system, let file, let known = RegisteredFileSystem.at(system) else { return SQLITE_ERROR }
            if let failure = known.owner?.takeUnretainedValue().beginLook(failure: SQLITE_CANTOPEN) {
                // SQLite closes a file only if it was opened.
                file.pointee.pMethods = nil
                return failure
            }
            // The usual file system finds its own data in the copy as well.
            let result = known.usual.pointee.xOpen?(system, path, file, flags, outFlags) ?? SQLITE_ERROR
            guard result == SQLITE_OK, let path, let owner = known.owner else { return result }
            WrappedFile.wrap(file, path: String(cString: path), owner)
            return result
        }
        table.xDelete = { system, path, isSynchronized in
            guard let system, let path, let known = RegisteredFileSystem.at(system),
                let owner = known.owner?.takeUnretainedValue()
            else { return SQLITE_ERROR }
            let failure = owner.begin(
                .delete(path: String(cString: path), isSynchronized: isSynchronized != 0),
                failure: SQLITE_IOERR | (10 << 8))
            return failure ?? known.usual.pointee.xDelete?(system, path, isSynchronized) ?? SQLITE_ERROR
        }
        table.xAccess = { system, path, flags, answer in
            guard let system, let known = RegisteredFileSystem.at(system) else { return SQLITE_ERROR }
            let failure = known.owner?.takeUnretainedValue().beginLook(failure: SQLITE_IOERR | (13 << 8))
            return failure ?? known.usual.pointee.xAccess?(system, path, flags, answer) ?? SQLITE_ERROR
        }
    }

    private static func at(_ system: UnsafeMutablePointer<sqlite3_vfs>) -> RegisteredFileSystem? {
        UnsafeRawPointer(system).assumingMemoryBound(to: RegisteredFileSystem.self).pointee
    }
}

/// An open file's functions, with what is needed to go on behind them: SQLite looks only at the beginning.
private struct WrappedFile {
    var table: sqlite3_io_methods
    let usual: sqlite3_io_methods
    let usualPointer: UnsafePointer<sqlite3_io_methods>
    let path: String
    let owner: Unmanaged<TestFileSystem>

    private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<WrappedFile>? {
        guard let methods = file?.pointee.pMethods else { return nil }
        return UnsafeMutableRawPointer(mutating: methods).assumingMemoryBound(to: WrappedFile.self)
    }

    /// Puts functions of this file system into an open file. All others stay as they are.
    static func wrap(
        _ file: UnsafeMutablePointer<sqlite3_file>, path: String, _ owner: Unmanaged<TestFileSystem>
    ) {
        guard let usual = file.pointee.pMethods else { return }
        var table = usual.pointee
        table.xWrite = { file, bytes, count, offset in
            guard let bytes, let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            let owner = known.owner.takeUnretainedValue()
            let content = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            let failure = owner.begin(
                .write(path: known.path, offset: Int(offset), bytes: Array(content)), failure: SQLITE_IOERR | (3 << 8))
            // A failed write may have come half way.
            let done = failure == nil ? count : count / 2
            let result = known.usual.xWrite?(file, bytes, done, offset) ?? SQLITE_ERROR
            return failure ?? result
        }
        table.xTruncate = { file, size in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            let failure = known.owner.takeUnretainedValue().begin(
                .truncate(path: known.path, sizeBytes: Int(size)), failure: SQLITE_IOERR | (6 << 8))
            return failure ?? known.usual.xTruncate?(file, size) ?? SQLITE_ERROR
        }
        table.xSync = { file, flags in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            known.owner.takeUnretainedValue().noteSynchronization(flags)
            let failure = known.owner.takeUnretainedValue().begin(
                .synchronize(path: known.path), failure: SQLITE_IOERR | (4 << 8))
            return failure ?? known.usual.xSync?(file, flags) ?? SQLITE_ERROR
        }
        table.xRead = { file, bytes, count, offset in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            let failure = known.owner.takeUnretainedValue().beginLook(failure: SQLITE_IOERR | (1 << 8))
            return failure ?? known.usual.xRead?(file, bytes, count, offset) ?? SQLITE_ERROR
        }
        table.xFileSize = { file, size in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            let failure = known.owner.takeUnretainedValue().beginLook(failure: SQLITE_IOERR | (7 << 8))
            return failure ?? known.usual.xFileSize?(file, size) ?? SQLITE_ERROR
        }
        table.xLock = { file, level in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            let owner = known.owner.takeUnretainedValue()
            let failure = owner.beginLook(failure: SQLITE_IOERR | (15 << 8))
            return failure ?? owner.noting(lock: known.usual.xLock?(file, level) ?? SQLITE_ERROR)
        }
        table.xShmMap = { file, region, size, isExtending, memory in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            let failure = known.owner.takeUnretainedValue().beginLook(failure: SQLITE_IOERR | (21 << 8))
            return failure ?? known.usual.xShmMap?(file, region, size, isExtending, memory) ?? SQLITE_ERROR
        }
        table.xShmLock = { file, offset, count, flags in
            guard let known = WrappedFile.of(file)?.pointee else { return SQLITE_ERROR }
            // Giving a lock back does not fail.
            let isUnlocking = flags & SQLITE_SHM_UNLOCK != 0
            let owner = known.owner.takeUnretainedValue()
            let failure = isUnlocking ? nil : owner.beginLook(failure: SQLITE_IOERR | (20 << 8))
            return failure ?? owner.noting(lock: known.usual.xShmLock?(file, offset, count, flags) ?? SQLITE_ERROR)
        }
        table.xClose = { file in
            guard let file, let wrapped = WrappedFile.of(file) else { return SQLITE_ERROR }
            let known = wrapped.move()
            wrapped.deallocate()
            file.pointee.pMethods = known.usualPointer
            return known.usual.xClose?(file) ?? SQLITE_ERROR
        }
        let wrapped = UnsafeMutablePointer<WrappedFile>.allocate(capacity: 1)
        wrapped.initialize(
            to: WrappedFile(table: table, usual: usual.pointee, usualPointer: usual, path: path, owner: owner))
        file.pointee.pMethods = UnsafeRawPointer(wrapped).assumingMemoryBound(to: sqlite3_io_methods.self)
    }
}
