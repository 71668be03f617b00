#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The disk of this machine.
public struct Disk: FileLayer {
    /// The disk of the machine; all of them are the same.
    public init() {}

    public func entry(at path: String) throws(FileFailure) -> FileEntry {
        // A pipe would keep the call waiting, were it not for O_NONBLOCK.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .missing
            case ELOOP: return .link
            case ENXIO: return .other
            default: throw failure(path, "read")
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, "read") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(try read(descriptor, sizeBytes: Int(status.st_size), path: path))
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    private func read(_ descriptor: Int32, sizeBytes: Int, path: String) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var isAtEnd = false
        var problem: FileFailure?
        while !isAtEnd, problem == nil {
            let capacity = bytes.isEmpty ? sizeBytes + 1 : 64 * 1024
            let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                let result = systemRead(descriptor, buffer.baseAddress, capacity)
                if result < 0, errno != EINTR { problem = failure(path, "read") }
                isAtEnd = result == 0
                count = max(result, 0)
            }
            bytes = bytes.isEmpty ? piece : bytes + piece
            // The end of a regular file is where its size says, so that one read does for most of them.
            if bytes.count == sizeBytes { isAtEnd = true }
        }
        if let problem { throw problem }
        return bytes
    }

    public func create(_ path: String, holding bytes: [UInt8]) throws(FileFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path, "written") }
        var written = 0
        while written < bytes.count {
            let result = bytes[written...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else {
                let problem = failure(path, "written")
                close(descriptor)
                throw problem
            }
            written += result
        }
        // A network's disk may say only here that it is full.
        guard close(descriptor) == 0 else { throw failure(path, "written") }
    }

    public func keep(_ path: String, as other: String) throws(FileFailure) {
        if link(path, other) == 0 { return }
        // Not every file system knows a second name.
        guard case .file(let bytes) = try entry(at: path) else { throw failure(path, "read") }
        try create(other, holding: bytes)
    }

    public func rename(_ path: String, to other: String) throws(FileFailure) {
        guard systemRename(path, other) == 0 else { throw failure(other, "written") }
    }

    public func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) == 0 else { throw failure(path, "removed") }
    }

    public func makeFolder(_ path: String) throws(FileFailure) {
        guard mkdir(path, 0o777) == 0 else { throw failure(path, "written") }
    }

    public func removeFolder(_ path: String) throws(FileFailure) {
        guard rmdir(path) == 0 else { throw failure(path, "removed") }
    }

    public func lock(_ folder: String) throws(FileFailure) -> any FolderLock {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder, "written") }
        // A file system without locks is no reason not to write.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return DescriptorLock(descriptor)
    }

    private func failure(_ path: String, _ step: String) -> FileFailure {
        FileFailure(path: path, step: step, reason: String(cString: strerror(errno)).lowercasedFirst)
    }
}

private final class DescriptorLock: FolderLock {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

extension String {
    /// What the system says begins with a capital, and is the end of a sentence here.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

// Inside the type, the bare names would mean its methods.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRename(_ path: String, _ other: String) -> Int32 {
    rename(path, other)
}

/// The number of this process.
func getProcessID() -> Int32 { getpid() }
