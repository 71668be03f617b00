#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Steps that remove or replace a regular file, and nothing else.
///
/// Removing or replacing a device destroys it for the whole machine, and a folder can contain anything. So everything
/// that removes a file, or gives its name to another one, checks just before that step what the entry is. A link is not
/// followed, because its destination is another file.
package enum RegularFile {
    /// Whether there is a regular file at a path.
    ///
    /// - Parameter operation: The operation for which the file is needed, as a participle: `removed`.
    /// - Throws: The reason if there is anything else, or the entry cannot be examined.
    @discardableResult
    package static func isPresent(at path: String, toBe operation: String) throws(FileError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let error = SystemError()
            if error.code == ENOENT || error.code == ENOTDIR { return false }
            throw error.fileError(path, operation)
        }
        let kind = FileKind(status)
        guard kind == .regular else { throw FileError(path: path, operation: operation, reason: kind.reasonAsEntry) }
        return true
    }

    /// Removes the file at a path; does nothing if there is none.
    ///
    /// - Throws: The reason if there is anything else, or the file cannot be removed.
    package static func remove(_ path: String) throws(FileError) {
        guard try isPresent(at: path, toBe: "removed") else { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError().fileError(path, "removed") }
    }

    /// Gives a file a second name. There must be nothing at the other path.
    ///
    /// - Returns: Whether it has the name. Not every file system supports a second one.
    package static func addName(_ unused: String, to path: String) -> Bool { link(path, unused) == 0 }

    /// Gives a file another name, in one step. There must be nothing at the other path.
    ///
    /// - Throws: The reason for a failure; the file then has its name.
    package static func move(_ path: String, to unused: String) throws(FileError) {
        // Unlike renaming, this fails if something has appeared there.
        if addName(unused, to: path) {
            unlink(path)
            return
        }
        let error = SystemError()
        guard error.code != EEXIST, FileKind(ofEntryAt: unused) == nil, rename(path, unused) == 0 else {
            throw error.fileError(writing: unused)
        }
    }

    /// The first bytes of the file at a path, with links followed.
    ///
    /// - Parameter maximumCount: The number of bytes; fewer in a shorter file.
    /// - Throws: The reason if there is anything else, or the file cannot be read.
    package static func beginning(of path: String, maximumCount: Int) throws(FileError) -> [UInt8] {
        // Opening a device can have effects.
        guard let kind = FileKind(at: path) else { throw SystemError().fileError(path, "read") }
        guard kind == .regular else { throw FileError(path: path, operation: "read", reason: kind.reason) }
        do throws(SystemError) {
            // Opening a pipe that has appeared here since would block.
            let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            return try file.contents(maximumCount: maximumCount)
        } catch {
            throw error.fileError(path, "read")
        }
    }

    /// The first bytes of every SQLite database.
    package static let databaseSignature = Array("SQLite format 3\0".utf8)

    /// Whether the file at a path, with links followed, begins as every SQLite database does. Reads nothing else of it.
    ///
    /// Opening and closing a database releases the locks that SQLite has on it in this process.
    ///
    /// - Throws: The reason if there is anything else, or the file cannot be read.
    package static func isDatabase(at path: String) throws(FileError) -> Bool {
        try beginning(of: path, maximumCount: databaseSignature.count) == databaseSignature
    }
}

/// Links in the place of a file.
package enum SymbolicLink {
    /// The maximum number of links that systems follow.
    static let maximumCount = 40

    /// The path that the links at a path lead to, whether there is anything or not;
    /// the path itself if it is not a link.
    ///
    /// - Throws: The reason if the links form a circle, and so have no destination.
    package static func destination(of path: String, toBe operation: String) throws(FileError) -> String {
        var current = path
        for _ in 0...maximumCount {
            guard FileKind(ofEntryAt: current) == .link else { return current }
            do throws(SystemError) {
                current = try next(after: current)
            } catch {
                throw error.fileError(path, operation)
            }
        }
        throw SystemError(ELOOP).fileError(path, operation)
    }

    /// A path in which no `..` comes after a link to a folder.
    ///
    /// For the system, `link/..` is the folder in which the destination of the link is. Code that removes `..` from the
    /// text of a path takes the folder of the link, and so another file.
    package static func resolvingParents(in path: String) -> String {
        guard path.contains("..") else { return path }
        var resolved = path.hasPrefix("/") ? "/" : ""
        var hasLink = false
        for component in path.split(separator: "/") {
            if !resolved.isEmpty, !resolved.hasSuffix("/") { resolved += "/" }
            resolved += component
            if component == "..", hasLink {
                // A missing entry is reported when it is opened.
                guard let folder = realpath(resolved, nil) else { return path }
                defer { free(folder) }
                (resolved, hasLink) = (String(cString: folder), false)
            } else {
                hasLink = hasLink || FileKind(ofEntryAt: resolved) == .link
            }
        }
        return path.hasSuffix("/") && !resolved.hasSuffix("/") ? resolved + "/" : resolved
    }

    /// Removes the link at a path, but not what it leads to. Does nothing if there is anything else.
    package static func remove(_ path: String) throws(SystemError) {
        guard FileKind(ofEntryAt: path) == .link else { return }
        guard unlink(path) == 0 else { throw SystemError.last("unlink") }
    }

    /// The path in a link, from the current folder if the link's path is.
    static func next(after link: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &bytes, Int(PATH_MAX))
        guard count > 0 else { throw SystemError() }
        let destination = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard !destination.hasPrefix("/"), let slash = link.lastIndex(of: "/") else { return destination }
        return link[...slash] + destination
    }
}
