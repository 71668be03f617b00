#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system calls of a save, separately, so a test can make each of them fail.
package struct FileOperations: Sendable {
    /// Creates a file, which must not exist.
    package var create: @Sendable (_ path: String) throws -> Int32
    /// Opens an existing regular file for writing.
    package var open: @Sendable (_ path: String) throws -> Int32
    /// Gives a new file the owner and mode of the file that it replaces or belongs to.
    package var setPermissions: @Sendable (_ descriptor: Int32, _ permissions: FilePermissions) throws -> Void
    /// Reserves a length on the medium before writing, which is cheaper than finding room for each part, so the file
    /// gets its name sooner. Returns false if the file system cannot; the file may still have become longer.
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
    package var createFolder: @Sendable (_ path: String) throws -> Void
    /// Removes a file or a link, but nothing else.
    package var remove: @Sendable (_ path: String) -> Void

    /// The operating system itself.
    package static let system = FileOperations(
        create: { path in try SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC) },
        open: { path in
            let descriptor = try SystemCall.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            do {
                try NotAFileError.check(descriptor)
                return descriptor
            } catch {
                _ = systemClose(descriptor)
                throw error
            }
        },
        setPermissions: { descriptor, permissions in
            // A user without the right to change owners keeps the file. Before the mode, because changing the owner
            // clears some of its bits.
            if permissions.owner != geteuid() { _ = fchown(descriptor, permissions.owner, permissions.group) }
            guard fchmod(descriptor, mode_t(permissions.mode)) == 0 else { throw SystemError.last("fchmod") }
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
                let count = SystemCall.retrying {
                    pwrite(
                        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, offset + written)
                }
                guard count >= 0 else { throw SystemError.last("write") }
                // The system has given no reason.
                guard count > 0 else { throw SystemError(EIO, call: "write") }
                written += count
            }
        },
        synchronize: { descriptor in try SystemCall.synchronize(descriptor) },
        synchronizeData: { descriptor in try SystemCall.synchronizeData(descriptor) },
        truncate: { descriptor, sizeBytes in
            guard SystemCall.retrying({ ftruncate(descriptor, sizeBytes) }) == 0 else {
                throw SystemError.last("ftruncate")
            }
        },
        close: { descriptor in
            // Not retried, because the descriptor is closed even if `close` fails.
            guard systemClose(descriptor) == 0 else { throw SystemError.last("close") }
        },
        rename: { source, target in
            try NotAFileError.check(entryAt: target)
            guard systemRename(source, target) == 0 else { throw SystemError.last("rename") }
        },
        synchronizeFolder: { path in try SystemCall.synchronizeFolder(path) },
        createFolder: { path in
            _ = try SystemCall.createFolders(path, mode: 0o700)
        },
        remove: { path in
            guard (try? NotAFileError.check(entryAt: path)) != nil else { return }
            _ = unlink(path)
        })
}

// Within the closures above, the bare names would refer to the properties.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRename(_ source: String, _ target: String) -> Int32 { rename(source, target) }
