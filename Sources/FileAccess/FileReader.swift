#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads files: nothing but files, so that no one waits for a pipe or reads a device without end.
public enum FileReader {
    /// Whether there is something at a path. A link counts, wherever it leads.
    public static func isAnything(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Fails, as reading would, where there is nothing at a path.
    public static func requirePresence(at path: String) throws(FileFailure) {
        var status = stat()
        guard lstat(path, &status) != 0 else { return }
        let error = SystemError()
        // What may not be looked at is there, for all that is known.
        if error.code == ENOENT || error.code == ENOTDIR { throw error.failure(path, "read") }
    }

    /// The number of bytes of what is at a path, with links followed; nil if there is nothing.
    public static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// What a file holds. Links are followed.
    ///
    /// - Parameter maximumSizeBytes: A larger file is a failure, and is not read.
    /// - Throws: Why it cannot be read, in words that fit what is there.
    public static func contents(of path: String, maximumSizeBytes: Int = .max) throws(FileFailure) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = SystemError()
            guard error.code == ENOENT, isAnything(at: path) else { throw error.failure(path, "read") }
            throw FileFailure(path: path, step: "read", reason: FileKind.link.reason)
        }
        // Opening is more than looking: some devices begin to work.
        try check(status, path, maximumSizeBytes)
        do throws(SystemError) {
            let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            status = try file.status()
            return try file.contents(sizeBytes: Int(status.st_size))
        } catch {
            throw error.failure(path, "read")
        }
    }

    private static func check(_ status: stat, _ path: String, _ maximumSizeBytes: Int) throws(FileFailure) {
        let kind = FileKind(status)
        guard kind == .regular else { throw FileFailure(path: path, step: "read", reason: kind.reason) }
        guard Int(status.st_size) <= maximumSizeBytes else {
            throw FileFailure(path: path, step: "read", reason: "it is larger than \(maximumSizeBytes) bytes")
        }
    }
}
