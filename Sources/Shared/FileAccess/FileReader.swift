#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads regular files, and the standard input of the process. Other pipes can block, and devices can be endless.
///
/// ```swift
/// let bytes = try FileReader.contents(of: path, maximumSizeBytes: 1_000_000)
/// let text = String(decoding: bytes, as: UTF8.self)
/// ```
public enum FileReader {
    /// Whether there is something at a path, including any link.
    public static func itemExists(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Checks that there is something at a path.
    ///
    /// - Throws: `FileError`, as reading would, if there is nothing.
    public static func requirePresence(at path: String) throws(FileError) {
        var status = stat()
        guard lstat(path, &status) != 0 else { return }
        let error = SystemError()
        // An entry that cannot be examined counts as existing.
        if error.code == ENOENT || error.code == ENOTDIR { throw error.fileError(path, "read") }
    }

    /// The reason why the entry at a path cannot be examined, such as a missing permission for its folder; nil if it
    /// can be, and if there is nothing.
    package static func obstacle(at path: String) -> FileError? {
        var status = stat()
        guard lstat(path, &status) != 0 else { return nil }
        let error = SystemError()
        return error.code == ENOENT || error.code == ENOTDIR ? nil : error.fileError(path, "read")
    }

    /// The size of the file at a path, with links followed; nil if there is nothing.
    public static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The contents of a file. Follows links.
    ///
    /// - Parameter maximumSizeBytes: The maximum size of a file to read.
    /// - Throws: The reason why it cannot be read.
    public static func contents(of path: String, maximumSizeBytes: Int = .max) throws(FileError) -> [UInt8] {
        if path == standardInput { return try contents(of: STDIN_FILENO, at: path, maximumSizeBytes) }
        if let descriptor = pipe(at: path) { return try contents(of: descriptor, at: path, maximumSizeBytes) }
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = SystemError()
            guard error.code == ENOENT, itemExists(at: path) else { throw error.fileError(path, "read") }
            throw FileError(path: path, operation: "read", reason: FileKind.link.reason)
        }
        // Opening a device can have effects.
        try check(status, path, maximumSizeBytes)
        do throws(SystemError) {
            let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            status = try file.status()
            return try file.contents(sizeBytes: Int(status.st_size))
        } catch {
            throw error.fileError(path, "read")
        }
    }

    /// The path of the standard input of a process.
    public static let standardInput = "/dev/stdin"

    /// The descriptor of a pipe that the parent of the process has opened, if a path names one, as `<(…)` in a shell
    /// does: `/dev/fd/63`.
    private static func pipe(at path: String) -> Int32? {
        let folder = "/dev/fd/"
        guard path.hasPrefix(folder), let descriptor = Int32(path.dropFirst(folder.count)),
            FileKind(descriptor: descriptor) == .pipe
        else { return nil }
        return descriptor
    }

    /// Reads from an open descriptor, because its path can belong to another user.
    private static func contents(
        of descriptor: Int32, at path: String, _ maximumSizeBytes: Int
    ) throws(FileError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            // One byte more shows that there is too much.
            bytes = try OpenFile.contents(
                of: descriptor, maximumCount: maximumSizeBytes == .max ? .max : maximumSizeBytes + 1)
        } catch {
            throw error.fileError(path, "read")
        }
        guard bytes.count <= maximumSizeBytes else {
            throw FileError(path: path, operation: "read", reason: "it is larger than \(maximumSizeBytes) bytes")
        }
        return bytes
    }

    private static func check(_ status: stat, _ path: String, _ maximumSizeBytes: Int) throws(FileError) {
        let kind = FileKind(status)
        guard kind == .regular else { throw FileError(path: path, operation: "read", reason: kind.reason) }
        guard Int(status.st_size) <= maximumSizeBytes else {
            throw FileError(path: path, operation: "read", reason: "it is larger than \(maximumSizeBytes) bytes")
        }
    }
}
