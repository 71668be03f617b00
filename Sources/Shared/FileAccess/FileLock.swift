import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A lock on a file, for the program that changes what the file stands for.
///
/// The operating system releases the lock when the process ends for any reason.
package final class FileLock: Sendable {
    private let held: Mutex<Int32?>

    /// Takes the lock on the file at a path, which is created if it does not exist.
    ///
    /// - Parameter example: The path of a file whose owner the lock's file gets, if permitted: a file of an
    ///   administrator would lock out the user.
    package init(_ path: String, withOwnerOf example: String) throws(FileLockError) {
        var descriptor = try Self.lockedFile(path)
        // Others may remove the file, and a lock on a removed file does not exclude other processes.
        var attemptCount = 1
        while !Self.isInPlace(descriptor, path), attemptCount < Self.maximumAttemptCount {
            SystemCall.close(descriptor)
            descriptor = try Self.lockedFile(path)
            attemptCount += 1
        }
        // What someone else has written under this name stays. It can be locked without a change.
        if Self.isOfALock(Self.beginning(of: descriptor)) {
            Self.give(descriptor, toOwnerOf: example)
            Self.writeHolder(descriptor)
        }
        held = Mutex(descriptor)
    }

    deinit { release() }

    /// Releases the lock, the first time it is called.
    package func release() {
        held.withLock { held in
            guard let descriptor = held else { return }
            // Closing alone would not release the lock while a forked child still has the descriptor.
            _ = flock(descriptor, LOCK_UN)
            // The file stays, because another process could be using it.
            SystemCall.close(descriptor)
            held = nil
        }
    }

    /// Opens or creates the file, and locks it.
    private static func lockedFile(_ path: String) throws(FileLockError) -> Int32 {
        let descriptor: Int32
        do {
            descriptor = try open(path)
        } catch {
            throw FileLockError.unopened(error)
        }
        guard SystemCall.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 else { return descriptor }
        let failure = SystemError.last("flock")
        let holder = holder(descriptor)
        SystemCall.close(descriptor)
        throw failure.code == EWOULDBLOCK ? FileLockError.held(by: holder) : FileLockError.unsupported(failure)
    }

    /// The file is not removed this often in a row, so attempts end only on a file system without lasting file numbers.
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
            SystemCall.close(descriptor)
            throw error
        }
    }

    private static func give(_ descriptor: Int32, toOwnerOf example: String) {
        guard let permissions = FileStamp(example)?.permissions, permissions.owner != geteuid() else { return }
        _ = fchown(descriptor, permissions.owner, permissions.group)
    }

    /// The number in the file is for people only, so a failure to write it does no harm.
    private static func writeHolder(_ descriptor: Int32) {
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Removes the file of a lock. The caller holds the lock, or knows that no process does. A file that has anything
    /// but the number of a process is not that of a lock, and stays.
    package static func removeFile(at path: String) {
        guard FileKind(ofEntryAt: path) == .regular,
            let bytes = try? RegularFile.beginning(of: path, maximumCount: maximumSizeBytes), isOfALock(bytes)
        else { return }
        FileOperations.system.remove(path)
    }

    /// More than the number of a process and a line feed.
    private static let maximumSizeBytes = 32

    private static func beginning(of descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: maximumSizeBytes)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Whether a file with these bytes is that of a lock: it is empty, or has only the number of a process.
    private static func isOfALock(_ bytes: [UInt8]) -> Bool {
        bytes.count < maximumSizeBytes
            && bytes.allSatisfy { $0 == UInt8(ascii: "\n") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func holder(_ descriptor: Int32) -> Int? {
        let bytes = beginning(of: descriptor)
        guard let number = Int32(String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""), number > 0
        else { return nil }
        // The file keeps the number of the last writer, and a forked child can have the lock of an ended process.
        return kill(number, 0) != 0 && errno == ESRCH ? nil : Int(number)
    }
}

/// The error of a lock that cannot be taken.
package enum FileLockError: Error {
    /// A process has it: the one with this number, if it is known.
    case held(by: Int?)
    /// The file cannot be opened or created.
    case unopened(any Error)
    /// The file system cannot lock files.
    case unsupported(SystemError)
}
