#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where the bytes for a path go, with links followed.
enum WritingPlace {
    /// Nothing is there; the file is made at this path.
    case missing(String)
    /// A regular file.
    case file(String, stat)
    /// A device or a pipe, into which bytes are written, or what a link of the system stands for.
    case stream(String)
    /// A stream that this process was started with.
    case descriptor(Int32)

    /// As many links as systems follow one after the other.
    private static let maximumLinkCount = 40

    init(_ path: String) throws(FileFailure) {
        var current = path
        for _ in 0...Self.maximumLinkCount {
            if let number = Self.descriptor(named: current) {
                self = .descriptor(number)
                return
            }
            var status = stat()
            guard lstat(current, &status) == 0 else {
                let error = SystemError()
                guard error.code == ENOENT, !current.hasSuffix("/") else { throw error.failure(path, "written") }
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
            // Systems refuse to follow links that somebody else has left in a folder for everybody, and so does this.
            guard stat(current, &status) == 0 || errno == ENOENT else { throw SystemError().failure(path, "written") }
            current = try Self.destination(of: current, asked: path)
        }
        throw SystemError(ELOOP).failure(path, "written")
    }

    private static func place(_ path: String, _ status: stat, asked: String) throws(FileFailure) -> Self {
        let kind = FileKind(status)
        switch kind {
        case .regular: return .file(path, status)
        case .pipe, .characterDevice: return .stream(path)
        // Text at the start of a disk is the end of what the disk holds; nobody means that.
        case .folder, .blockDevice, .socket, .link:
            throw FileFailure(path: asked, step: "written", reason: kind.reason)
        }
    }

    private static func destination(of link: String, asked: String) throws(FileFailure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &bytes, Int(PATH_MAX))
        guard count > 0 else { throw SystemError().failure(asked, "written") }
        let destination = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard !destination.hasPrefix("/"), let slash = link.lastIndex(of: "/") else { return destination }
        return link[...slash] + destination
    }

    /// The descriptor that a path means. Writing to it, rather than opening the path again, goes on where others left
    /// off, and works for sockets too.
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

    /// Whether a link is one of those by which Linux shows open files, and whose text is not a path.
    private static func isOfSystem(_ link: String) -> Bool {
        guard let slash = link.lastIndex(of: "/"), let folder = realpath(String(link[...slash]), nil) else {
            return false
        }
        defer { free(folder) }
        return String(cString: folder).hasPrefix("/proc/")
    }
}
