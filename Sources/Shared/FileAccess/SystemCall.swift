#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// System calls with the repetitions and checks that they need.
package enum SystemCall {
    /// Repeats a call that a signal has interrupted.
    package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Opens a file for reading; nil if there is none.
    ///
    /// - Throws: ``NotAFileError``, ``SystemError``.
    package static func openToRead(_ path: String) throws -> (descriptor: Int32, stamp: FileStamp)? {
        // Opening a device can have effects.
        try NotAFileError.check(path)
        // Opening a pipe that has appeared here since would block until somebody writes into it.
        let descriptor = retrying { systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemError.last("open")
        }
        do {
            try NotAFileError.check(descriptor)
            guard let stamp = FileStamp(descriptor: descriptor) else { throw SystemError.last("fstat") }
            return (descriptor, stamp)
        } catch {
            _ = systemClose(descriptor)
            throw error
        }
    }

    /// Fills memory with the bytes of a file from an offset, and returns the number of bytes: fewer at the end of the
    /// file, which may have become shorter meanwhile.
    package static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int) throws
        -> Int
    {
        var total = 0
        while total < memory.count, let address = memory.baseAddress {
            let count = retrying { pread(descriptor, address + total, memory.count - total, off_t(offset + total)) }
            guard count >= 0 else { throw SystemError.last("read") }
            if count == 0 { break }
            total += count
        }
        return total
    }

    /// Throws an error if the user cannot read the file or folder at a path.
    package static func checkReadingIsAllowed(_ path: String) throws(SystemError) {
        guard access(path, R_OK) == 0 else { throw SystemError.last("access") }
    }

    /// Whether the user can run the file at a path.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Throws an error if the mode of a file prevents the user from writing to it.
    package static func checkWritingIsAllowed(_ path: String) throws {
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno != EACCES else {
            throw SystemError.last("open")
        }
    }

    /// Opens a file. Only the user can access a new file.
    package static func open(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
        let descriptor = retrying { systemOpen(path, flags, mode_t(FilePermissions.newFileMode)) }
        guard descriptor >= 0 else { throw SystemError.last("open") }
        return descriptor
    }

    /// Closes a file that was read, or whose writes have been waited for, so that an error does not matter.
    package static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Waits until all writes are on the medium.
    package static func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // `fsync` only reaches the drive's cache there.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard retrying({ fsync(descriptor) }) == 0 else { throw SystemError.last("fsync") }
    }

    /// Waits until the bytes are on the medium, but not the times.
    package static func synchronizeData(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            try synchronize(descriptor)
        #else
            guard retrying({ fdatasync(descriptor) }) == 0 else { throw SystemError.last("fdatasync") }
        #endif
    }

    /// Waits until the names in a folder are on the medium.
    package static func synchronizeFolder(_ path: String) throws(SystemError) {
        let descriptor = try open(path, O_RDONLY | O_CLOEXEC)
        defer { _ = systemClose(descriptor) }
        try synchronize(descriptor)
    }

    /// Creates a folder, and the folders in which it is, as far as they are missing.
    ///
    /// - Returns: The created folders, outer ones first.
    package static func createFolders(_ path: String, mode: UInt32) throws(SystemError) -> [String] {
        var missing: [String] = []
        var current = path
        while FileKind(at: current) == nil {
            missing.append(current)
            let parent = folder(of: current)
            if parent == current { break }
            current = parent
        }
        var created: [String] = []
        for folder in missing.reversed() {
            if mkdir(folder, mode_t(mode)) == 0 {
                created.append(folder)
            } else if errno != EEXIST {
                throw SystemError.last("mkdir")
            }
        }
        return created
    }

    /// Removes a folder, unless it contains anything.
    package static func removeEmptyFolder(_ path: String) { _ = rmdir(path) }

    /// Prepares a program, whatever its parent has left to it. A program calls this method first.
    package static func prepareProgram() {
        occupyClosedStreams()
        setSignals()
        UnfinishedFiles.beginProgram()
    }

    /// Opens the standard streams that are closed.
    ///
    /// Otherwise, the next file that opens would get the number of such a stream, and messages would be written into
    /// it, such as into the journal of a store. Using the opened stream is the same error as using a closed one.
    private static func occupyClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // Gets the lowest number that is free, and so this one.
            _ = systemOpen("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0)
        }
    }

    /// Sets what signals do.
    ///
    /// Writes beyond the limit for the size of files (`ulimit -f`) fail, as on a full disk, instead of ending the
    /// process, which would then leave incomplete files. Signals that end a process reach it: a program that starts
    /// this one from a thread of a pool has blocked them, and nobody could stop a program that waits in its only
    /// thread.
    private static func setSignals() {
        signal(SIGXFSZ, SIG_IGN)
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
    }

    /// The folder that contains the entry at a path.
    package static func folder(of path: String) -> String {
        var rest = path[...]
        while rest.count > 1, rest.last == "/" { rest = rest.dropLast() }
        guard let slash = rest.lastIndex(of: "/") else { return "." }
        return slash == rest.startIndex ? "/" : String(rest[..<slash])
    }
}

// Inside the type, the bare names would mean its methods.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
