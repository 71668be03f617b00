import ColumnEngine
import FileAccess
import Foundation
import Synchronization

/// Locks a store for this process, because two writers would overwrite each other's saves.
///
/// The lock is on a file next to the store, because a save gives the store's name to a new file. The operating system
/// releases it when the process ends for any reason.
final class StoreLock: Sendable {
    private let held: Mutex<Int32?>

    /// Takes the lock.
    ///
    /// - Throws: `StoreError` with the code `inUse`, which names the process that has it, or `fileSystem`.
    init(storePath: String) throws {
        let path = storePath + ".lock"
        var descriptor = try Self.lockedFile(path, storePath)
        // Removing a store also removes this file, and a lock on a removed file does not exclude other processes.
        var attemptCount = 1
        while !Self.isInPlace(descriptor, path), attemptCount < Self.maximumAttemptCount {
            close(descriptor)
            descriptor = try Self.lockedFile(path, storePath)
            attemptCount += 1
        }
        Self.give(descriptor, toOwnerOf: storePath)
        Self.writeHolder(descriptor)
        held = Mutex(descriptor)
    }

    deinit { release() }

    /// Releases the store, the first time it is called.
    func release() {
        held.withLock { held in
            guard let descriptor = held else { return }
            // Closing alone would not release the lock while a forked child still has the descriptor.
            _ = flock(descriptor, LOCK_UN)
            // The file stays, because another process could be using it.
            close(descriptor)
            held = nil
        }
    }

    /// Opens or creates the file, and locks it.
    private static func lockedFile(_ path: String, _ storePath: String) throws(StoreError) -> Int32 {
        let descriptor: Int32
        do {
            descriptor = try open(path)
        } catch {
            throw StoreError(.fileSystem, location: path, "the lock cannot be created: \(reason(for: error, at: path))")
        }
        guard SystemCall.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 else { return descriptor }
        let failure = SystemError.last("flock")
        let holder = holder(descriptor)
        close(descriptor)
        guard failure.code == EWOULDBLOCK else { throw refusal(failure, path) }
        throw StoreError(.inUse, location: storePath, message(holder: holder))
    }

    /// The reason why the file cannot be opened, and what to do.
    private static func reason(for error: any Error, at path: String) -> String {
        switch (error as? SystemError)?.code {
        case EACCES: "\(error); allow writing to the folder and to this file, or open the store read-only"
        case EROFS: "\(error); copy the store to a place that can be written to, or open it read-only"
        // The system only says that there are too many links, although it followed none.
        case ELOOP: (FileKind(ofEntryAt: path)?.reasonAsEntry ?? "\(error)") + "; move it away"
        default: "\(error)"
        }
    }

    /// The error of a file system that cannot lock files.
    private static func refusal(_ failure: SystemError, _ path: String) -> StoreError {
        StoreError(
            .fileSystem, location: path,
            "the file system cannot lock the store: \(failure); open the store read-only, or move it to a local disk")
    }

    /// Stores are not removed this often in a row, so attempts end only on a file system without lasting file numbers.
    private static let maximumAttemptCount = 100

    private static func isInPlace(_ descriptor: Int32, _ path: String) -> Bool {
        guard let locked = FileStamp(descriptor: descriptor), let present = FileStamp(path) else { return false }
        return present.isSameFile(as: locked)
    }

    private static func open(_ path: String) throws -> Int32 {
        // The file is written to, so a link could point to somebody's file.
        let descriptor = try SystemCall.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        do {
            try NotAFileError.check(descriptor)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func message(holder: Int?) -> String {
        guard let holder else { return "the store is in use by another process; wait until that process ends" }
        guard holder == Int(getpid()) else {
            return "the store is in use by process \(holder); wait until that process ends"
        }
        return "the store is already open in this process (\(holder)); use a single container"
    }

    /// A lock file of an administrator would lock out the store's user.
    private static func give(_ descriptor: Int32, toOwnerOf storePath: String) {
        guard let permissions = FileStamp(storePath)?.permissions, permissions.owner != geteuid() else { return }
        _ = fchown(descriptor, permissions.owner, permissions.group)
    }

    /// The number in the file is for people only, so a failure to write it does no harm.
    private static func writeHolder(_ descriptor: Int32) {
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    private static func holder(_ descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0,
            let number = Int32(String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first ?? ""),
            number > 0
        else { return nil }
        // The file keeps the number of the last writer, and a forked child can have the lock of an ended process.
        return kill(number, 0) != 0 && errno == ESRCH ? nil : Int(number)
    }
}
