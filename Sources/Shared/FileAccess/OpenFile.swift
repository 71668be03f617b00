#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open file, which closes when it is no longer used.
struct OpenFile: ~Copyable {
    let descriptor: Int32

    /// Opens or creates the file at a path.
    ///
    /// - Parameter mode: The mode of a new file, before the user's mask.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        var descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
        // Waiting for the reader of a pipe can be interrupted.
        while descriptor < 0, errno == EINTR { descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode) }
        guard descriptor >= 0 else { throw SystemError() }
        self.descriptor = descriptor
    }

    deinit { _ = systemClose(descriptor) }

    /// Closes the file and reports errors: a network file system may report a full disk only here.
    consuming func close() throws(SystemError) {
        let result = systemClose(descriptor)
        let error = SystemError()
        discard self
        // After an interruption the descriptor is closed, and closing it again might close another file.
        guard result == 0 || error.code == EINTR else { throw error }
    }

    func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError() }
        return status
    }

    /// Reads to the end.
    ///
    /// - Parameter sizeBytes: The size of a regular file, so most files need only one call.
    func contents(sizeBytes: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let capacity = bytes.isEmpty ? sizeBytes + 1 : 64 * 1024
            var result = 0
            let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                result = systemRead(descriptor, buffer.baseAddress, capacity)
                count = max(result, 0)
            }
            if result < 0 {
                guard errno == EINTR else { throw SystemError() }
                continue
            }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            if result == 0 || bytes.count == sizeBytes { return bytes }
        }
    }

    /// Reads at most a number of bytes.
    func contents(maximumCount: Int) throws(SystemError) -> [UInt8] {
        try Self.contents(of: descriptor, maximumCount: maximumCount)
    }

    /// Reads at most a number of bytes from a descriptor of another owner.
    static func contents(of descriptor: Int32, maximumCount: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < maximumCount {
            // The number can be far greater than what there is to read.
            let capacity = min(maximumCount - bytes.count, 1 << 20)
            var result = 0
            let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                result = systemRead(descriptor, buffer.baseAddress, capacity)
                count = max(result, 0)
            }
            guard result >= 0 || errno == EINTR else { throw SystemError() }
            if result == 0 { break }
            bytes += piece
        }
        return bytes
    }

    /// Writes all bytes at the current position.
    func write(_ bytes: [UInt8]) throws(SystemError) { try Self.write(bytes[...], to: descriptor) }

    /// Writes all bytes at an offset of a regular file.
    func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(SystemError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw SystemError() }
        try Self.write(bytes, to: descriptor)
    }

    func truncate(to sizeBytes: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(sizeBytes)) == 0 else { throw SystemError() }
    }

    /// Waits until the file is on the medium.
    func synchronize() throws(SystemError) { try SystemCall.synchronize(descriptor) }

    /// Gives the file the owner and the mode of another one.
    func take(ownerAndModeOf status: stat) throws(SystemError) {
        let own = try self.status()
        if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
            guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else { throw SystemError() }
        }
        // After the owner, because changing the owner clears some bits of the mode.
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw SystemError() }
    }

    /// Writes all bytes to a descriptor of another owner.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let result = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if result >= 0 {
                rest = rest.dropFirst(result)
            } else if errno == EAGAIN {
                // The owner of the descriptor may have made it nonblocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            } else if errno != EINTR {
                throw SystemError()
            }
        }
    }
}

// Inside the type, the bare names would mean its methods.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
