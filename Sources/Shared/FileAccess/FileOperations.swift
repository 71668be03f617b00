import Dispatch
package import FileAccess
import Foundation

/// The system calls of a save, separately, so a test can make each of them fail.
package struct FileOperations: Sendable {
    /// Creates a file, which must not exist.
    package var create: @Sendable (_ path: String) throws -> Int32
    /// Opens an existing regular file for writing.
    package var open: @Sendable (_ path: String) throws -> Int32
    /// Gives a new file the owner and mode of the file that it replaces or belongs to.
    package var setRights: @Sendable (_ descriptor: Int32, _ rights: FileRights) throws -> Void
    /// Reserves a length on the medium before writing, which is cheaper than finding room for each part, so the file gets its
    /// name sooner. Returns false if the file system cannot; the file may still have become longer.
    package var reserve: @Sendable (_ descriptor: Int32, _ sizeBytes: Int) -> Bool
    /// Writes all bytes at an offset, or throws.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) throws -> Void
    /// Waits until the file is on the medium.
    package var synchronize: @Sendable (_ descriptor: Int32) throws -> Void
    /// Waits until the file's bytes are on the medium, and the data that is necessary to find them.
    package var synchronizeData: @Sendable (_ descriptor: Int32) throws -> Void
    /// Truncates a file to a length.
    package var truncate: @Sendable (_ descriptor: Int32, _ sizeBytes: Int) throws -> Void
    package var close: @Sendable (_ descriptor: Int32) throws -> Void
    /// Gives a file another name, and replaces a file there, but nothing else.
    package var rename: @Sendable (_ source: String, _ target: String) throws -> Void
    package var synchronizeFolder: @Sendable (_ path: String) throws -> Void
    /// Creates a folder that only the user can access.
    package var makeFolder: @Sendable (_ path: String) throws -> Void
    /// Removes a file or a link, but nothing else.
    package var remove: @Sendable (_ path: String) -> Void

    /// The operating system itself.
    package static let system = FileOperations(
        create: { path in try POSIX.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC) },
        open: { path in
            let descriptor = try POSIX.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            do {
                try NotAFile.check(descriptor)
                return descriptor
            } catch {
                _ = systemClose(descriptor)
                throw error
            }
        },
        setRights: { descriptor, rights in
            // A user without the right to change owners keeps the file. Before the mode, because changing the owner
            // clears some of its bits.
            if rights.owner != geteuid() { _ = fchown(descriptor, rights.owner, rights.group) }
            guard fchmod(descriptor, mode_t(rights.mode)) == 0 else { throw SystemError.last("fchmod") }
        },
        reserve: { descriptor, sizeBytes in
            #if canImport(Darwin)
                false
            #else
                posix_fallocate(descriptor, 0, sizeBytes) == 0
            #endif
        },
        write: { descriptor, bytes, offset in
            var written = 0
            while written < bytes.count {
                let count = POSIX.retrying {
                    pwrite(
                        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, offset + written)
                }
                guard count > 0 else { throw SystemError.last("write") }
                written += count
            }
        },
        synchronize: { descriptor in try POSIX.synchronize(descriptor) },
        synchronizeData: { descriptor in try POSIX.synchronizeData(descriptor) },
        truncate: { descriptor, sizeBytes in
            guard POSIX.retrying({ ftruncate(descriptor, sizeBytes) }) == 0 else { throw SystemError.last("ftruncate") }
        },
        close: { descriptor in
            // Not retried, because the descriptor is closed even if `close` fails.
            guard systemClose(descriptor) == 0 else { throw SystemError.last("close") }
        },
        rename: { source, target in
            try NotAFile.check(entryAt: target)
            guard systemRename(source, target) == 0 else { throw SystemError.last("rename") }
        },
        synchronizeFolder: { path in
            let descriptor = try POSIX.open(path, O_RDONLY | O_CLOEXEC)
            defer { _ = systemClose(descriptor) }
            try POSIX.synchronize(descriptor)
        },
        makeFolder: { path in
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        },
        remove: { path in
            guard (try? NotAFile.check(entryAt: path)) != nil else { return }
            _ = unlink(path)
        })
}

/// The error of a system call.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package var call: String
    package var number: Int32

    package init(call: String, number: Int32) {
        self.call = call
        self.number = number
    }

    package static func last(_ call: String) -> SystemError { SystemError(call: call, number: errno) }

    package var description: String { "\(String(cString: strerror(number))) (\(call))" }
}

/// System calls of more than one line.
enum POSIX {
    /// Repeats a call that a signal has interrupted.
    static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Opens a file for reading; nil if there is none.
    ///
    /// - Throws: ``NotAFile``, ``SystemError``.
    static func openToRead(_ path: String) throws -> (descriptor: Int32, stamp: FileStamp)? {
        // Opening a device can have effects.
        try NotAFile.check(path)
        // Opening a pipe that has appeared here since would block until somebody writes into it.
        let descriptor = retrying { systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemError.last("open")
        }
        do {
            try NotAFile.check(descriptor)
            guard let stamp = FileStamp(descriptor: descriptor) else { throw SystemError.last("fstat") }
            return (descriptor, stamp)
        } catch {
            _ = systemClose(descriptor)
            throw error
        }
    }

    /// Fills memory with the bytes of a file from an offset, and returns the number of bytes: fewer at the end of the file,
    /// which may have become shorter meanwhile.
    static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        var total = 0
        while total < memory.count, let address = memory.baseAddress {
            let count = retrying { pread(descriptor, address + total, memory.count - total, off_t(offset + total)) }
            guard count >= 0 else { throw SystemError.last("read") }
            if count == 0 { break }
            total += count
        }
        return total
    }

    /// Keeps a file's bytes until freeing them, which takes long for a large file, blocks nobody. Call the result when
    /// the file has lost its name.
    static func holdBytes(ofFileAt path: String) -> () -> Void {
        let descriptor = retrying { systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
        guard descriptor >= 0 else { return {} }
        return { DispatchQueue.global(qos: .utility).async { _ = systemClose(descriptor) } }
    }

    /// Throws an error if the mode of a file prevents the user from writing to it.
    static func checkWritingIsAllowed(_ path: String) throws {
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno != EACCES else {
            throw SystemError.last("open")
        }
    }

    /// Opens a file. Only the user can access a new file.
    static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = retrying { systemOpen(path, flags, mode_t(FileRights.newFileMode)) }
        guard descriptor >= 0 else { throw SystemError.last("open") }
        return descriptor
    }

    /// Waits until all writes are on the medium.
    static func synchronize(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            // `fsync` only reaches the drive's cache there.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard retrying({ fsync(descriptor) }) == 0 else { throw SystemError.last("fsync") }
    }

    /// Waits until the bytes are on the medium, but not the times.
    static func synchronizeData(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            try synchronize(descriptor)
        #else
            guard retrying({ fdatasync(descriptor) }) == 0 else { throw SystemError.last("fdatasync") }
        #endif
    }
}

// Within the closures above, the bare names would refer to the properties.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRename(_ source: String, _ target: String) -> Int32 { rename(source, target) }
