#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a system can keep under a name.
package enum FileKind: Sendable {
    case regular, folder, link, pipe, characterDevice, blockDevice, socket

    /// What stands at a path, with links followed, and a link where it has no destination; nil if there is nothing, or no one
    /// may know. Nothing is opened.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 || lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What was opened; nil for what is not a descriptor.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        case S_IFIFO: self = .pipe
        case S_IFCHR: self = .characterDevice
        case S_IFBLK: self = .blockDevice
        case S_IFSOCK: self = .socket
        default: self = .regular
        }
    }

    /// Why it is not what was asked for, where that is a file.
    package var reason: String {
        switch self {
        case .regular: "it is a file"
        case .folder: "it is a folder"
        case .link: "it is a broken link"
        case .pipe: "it is a pipe, not a file"
        case .characterDevice, .blockDevice: "it is a device, not a file"
        case .socket: "it is a socket, not a file"
        }
    }
}
