#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes the output of commands to the user's path, without damaging existing files.
///
/// - A file gets its new bytes in one step, so readers get the old or the new ones. It keeps its mode and owner, and a
///   file that already has the bytes is not changed.
/// - A link is followed, and stays a link.
/// - Devices, pipes, and the streams of the process are written into.
///
/// Unlike a store's file, the output is not synchronized with the medium: it can be created again, and waiting for the
/// disk takes longer than everything else that the tool does.
///
/// ```swift
/// let hasChanged = try FileWriter.write(Array("# Library\n".utf8), to: path)
/// if hasChanged { print("wrote \(path)") }
/// ```
public enum FileWriter {
    /// Writes bytes to the file, device, or pipe at a path.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: The reason for a failure; a file stays unchanged.
    @discardableResult
    public static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
        let place = try WritingPlace(path)
        do throws(SystemError) {
            switch place {
            case .descriptor(let number): try OpenFile.write(bytes[...], to: number)
            case .stream(let path): try write(bytes, intoStream: path)
            case .missing(let path): try TemporaryFile(beside: path, containing: bytes).move(to: path)
            case .file(let path, let status):
                // An unreadable file can still be writable.
                if Int(status.st_size) == bytes.count, (try? FileReader.contents(of: path)) == bytes { return false }
                try replace(path, with: bytes)
            }
            return true
        } catch {
            throw error.fileError(writing: path)
        }
    }

    /// Replaces the bytes of a file, unless they are no longer those that were read.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: The reason for a failure; the file stays unchanged.
    @discardableResult
    package static func replace(
        _ original: [UInt8], with bytes: [UInt8], at path: String
    ) throws(FileError) -> Bool {
        guard try FileReader.contents(of: path) == original else {
            throw FileError(
                path: path, operation: "written",
                reason: "another program has changed it since it was read; run the command again")
        }
        return try write(bytes, to: path)
    }

    /// - Throws: The reason why nothing can be written at a path if its folder does not exist, or cannot be reached.
    package static func requireFolder(of path: String) throws(FileError) {
        var status = stat()
        guard stat(SystemCall.folder(of: path), &status) == 0 else {
            let error = SystemError()
            // Every other code leaves open whether there is one.
            throw error.code == ENOENT ? .missingFolder(of: path) : error.fileError(path, "written")
        }
        guard FileKind(status) == .folder else { throw SystemError(ENOTDIR).fileError(path, "written") }
    }

    /// The path of the file that writing to a path would create or replace, with links followed, also those without a
    /// destination; nil for a device, a pipe, a stream of the process, or a place where nothing can be written.
    package static func destination(of path: String) -> String? {
        guard let place = try? WritingPlace(path) else { return nil }
        return switch place {
        case .missing(let path), .file(let path, _): path
        case .stream, .descriptor: nil
        }
    }

    /// Writes bytes to standard output.
    ///
    /// - Throws: `FileError` if it is closed, or does not take all of them.
    public static func writeToStandardOutput(_ bytes: [UInt8]) throws(FileError) {
        do throws(SystemError) {
            try OpenFile.write(bytes[...], to: STDOUT_FILENO)
        } catch {
            throw error.fileError("standard output", "written")
        }
    }

    private static func write(_ bytes: [UInt8], intoStream path: String) throws(SystemError) {
        let file = try OpenFile(path, O_WRONLY)
        // A link of the system can point to a file.
        if FileKind(try file.status()) == .regular { try file.truncate(to: 0) }
        try file.write(bytes)
        try file.close()
    }

    private static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        // A file that the user cannot write to stays unchanged, although it could be replaced.
        let file = try OpenFile(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
        let status = try file.status()
        // A file with several names must remain the same file, so all names get the bytes.
        guard status.st_nlink == 1 else { return try overwrite(file, status, at: path, with: bytes) }
        do throws(SystemError) {
            try TemporaryFile(beside: path, containing: bytes, like: status).move(to: path)
        } catch  where [EACCES, EPERM, EBUSY].contains(error.code) {
            // The user may be able to write to the file but not to the folder, or be unable to change owners, or this
            // may be a mount point.
            try overwrite(file, status, at: path, with: bytes)
        }
    }

    /// Gives a file new bytes in place. If there is no room for them, the file stays unchanged.
    private static func overwrite(
        _ file: borrowing OpenFile, _ status: stat, at path: String, with bytes: [UInt8]
    ) throws(SystemError) {
        let oldSize = Int(status.st_size)
        let old = try? FileReader.contents(of: path)
        do throws(SystemError) {
            // The part that needs space comes first; there is already space for the rest.
            if bytes.count > oldSize { try file.write(bytes[oldSize...], at: oldSize) }
            try file.write(bytes.prefix(oldSize), at: 0)
            try file.truncate(to: bytes.count)
        } catch {
            if let old, old.count >= oldSize { try? file.write(old.prefix(oldSize), at: 0) }
            try? file.truncate(to: oldSize)
            throw error
        }
    }
}

/// The place to write the bytes for a path to, with links followed.
enum WritingPlace {
    /// There is nothing; the file is created at this path.
    case missing(String)
    /// A regular file.
    case file(String, stat)
    /// A device or a pipe, or the destination of a system link, into which bytes are written.
    case stream(String)
    /// An inherited stream of this process.
    case descriptor(Int32)

    init(_ path: String) throws(FileError) {
        var current = path
        for _ in 0...SymbolicLink.maximumCount {
            if let number = Self.descriptor(named: current) {
                self = .descriptor(number)
                return
            }
            var status = stat()
            guard lstat(current, &status) == 0 else {
                let error = SystemError()
                guard error.code == ENOENT, !current.hasSuffix("/") else { throw error.fileError(path, "written") }
                self = .missing(current)
                return
            }
            guard FileKind(status) == .link else {
                self = try Self.place(current, status, asked: path)
                return
            }
            if Self.isOfSystem(current) {
                self = .stream(current)
                return
            }
            // Like the operating system, this does not follow links of other users in a folder that everybody can write
            // to.
            guard stat(current, &status) == 0 || errno == ENOENT else { throw SystemError().fileError(path, "written") }
            do throws(SystemError) {
                current = try SymbolicLink.next(after: current)
            } catch {
                throw error.fileError(path, "written")
            }
        }
        throw SystemError(ELOOP).fileError(path, "written")
    }

    private static func place(_ path: String, _ status: stat, asked: String) throws(FileError) -> Self {
        let kind = FileKind(status)
        switch kind {
        case .regular: return .file(path, status)
        case .pipe, .characterDevice: return .stream(path)
        // Text at the start of a disk would destroy its contents, which nobody intends.
        case .folder, .blockDevice, .socket, .link:
            throw FileError(path: asked, operation: "written", reason: kind.reason)
        }
    }

    /// The descriptor that a path refers to. Writing to it, instead of opening the path again, continues at the current
    /// position, and works for sockets too.
    private static func descriptor(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
            return folders.lazy.compactMap { folder in
                path.hasPrefix(folder) ? Int32(path.dropFirst(folder.count)) : nil
            }.first
        }
    }

    /// Whether a link is one of Linux's links to open files, whose text is not a path.
    private static func isOfSystem(_ link: String) -> Bool {
        guard let slash = link.lastIndex(of: "/"), let folder = realpath(String(link[...slash]), nil) else {
            return false
        }
        defer { free(folder) }
        return String(cString: folder).hasPrefix("/proc/")
    }
}
