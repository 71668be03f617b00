#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The data that distinguish a file from its earlier state: its identity, its size, and the time of its last change.
/// Times are compared only for equality, so a clock that goes back does no harm.
package struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let file: UInt64
    package let sizeBytes: Int
    /// Whether it is a plain file, not a folder or a device.
    package let isFile: Bool
    /// The owner of the file, and the permissions of owner, group, and others.
    package let permissions: FilePermissions
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int

    /// The stamp of the file at a path; nil if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(status.st_ino)
        sizeBytes = Int(status.st_size)
        isFile = status.st_mode & S_IFMT == S_IFREG
        permissions = FilePermissions(status)
        #if canImport(Darwin)
            modifiedSeconds = status.st_mtimespec.tv_sec
            modifiedNanoseconds = status.st_mtimespec.tv_nsec
        #else
            modifiedSeconds = status.st_mtim.tv_sec
            modifiedNanoseconds = status.st_mtim.tv_nsec
        #endif
    }

    /// Whether the file was written so recently that another write might get the same time, because clocks of file
    /// systems advance in steps.
    package var mayStayTheSame: Bool {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return true }
        // A file can have any time, also one that is too far away for a number of nanoseconds.
        let (seconds, isTooFar) = now.tv_sec.subtractingReportingOverflow(modifiedSeconds)
        guard !isTooFar, (-1...1).contains(seconds) else { return false }
        let nanoseconds = seconds * 1_000_000_000 + now.tv_nsec - modifiedNanoseconds
        return abs(nanoseconds) < Self.clockStepNanoseconds
    }

    /// Longer than the step of any clock in use.
    private static let clockStepNanoseconds = 20_000_000

    /// The stamp as text, to compare it with that of another run.
    package var text: String { "\(device) \(file) \(sizeBytes) \(modifiedSeconds) \(modifiedNanoseconds)" }

    /// Whether both are stamps of the same file, whatever was written to it.
    package func isSameFile(as other: FileStamp) -> Bool { device == other.device && file == other.file }

    /// Whether two paths lead to the same regular file, through links, other spellings, or a second name of the file.
    /// Without a file, whether the paths are equal.
    package static func areSameFile(_ path: String, _ other: String) -> Bool {
        guard let first = FileStamp(path), let second = FileStamp(other) else { return path == other }
        return first.isFile && second.isFile && first.isSameFile(as: second)
    }

    package static func == (left: FileStamp, right: FileStamp) -> Bool {
        left.isSameFile(as: right) && left.sizeBytes == right.sizeBytes
            && left.modifiedSeconds == right.modifiedSeconds && left.modifiedNanoseconds == right.modifiedNanoseconds
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(sizeBytes)
    }
}

extension FileStamp {
    /// The stamp of a journal; nil also for an empty one, which readers create and remove.
    package init?(ofJournal path: String) {
        self.init(path)
        if sizeBytes == 0 { return nil }
    }
}

/// The owner and the group of a file, and its mode. A file that replaces another one gets them, so a save by an
/// administrator does not take a store from its user.
package struct FilePermissions: Sendable, Hashable {
    package let owner: UInt32
    package let group: UInt32
    package let mode: UInt32

    /// The mode of a new file, which only the user can access.
    package static let newFileMode: UInt32 = 0o600

    private init(owner: UInt32, group: UInt32, mode: UInt32) {
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    init(_ status: stat) {
        owner = status.st_uid
        group = status.st_gid
        mode = UInt32(status.st_mode) & 0o777
    }

    /// The same for a copy that its owner writes to, even if the original, such as one in a program's bundle, is not
    /// for writing.
    package var allowingOwnerToWrite: FilePermissions {
        FilePermissions(owner: owner, group: group, mode: mode | 0o600)
    }

    /// Whether a new file of the user has these values by default.
    package var areDefaultsOfNewFile: Bool { mode == Self.newFileMode && owner == geteuid() }
}

/// The kinds of entries in a file system.
package enum FileKind: Sendable {
    case regular, folder, link, pipe, characterDevice, blockDevice, socket

    /// The kind of the entry at a path, with links followed, or a link if it has no destination; nil if there is
    /// nothing, or it cannot be determined. Opens nothing.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 || lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The kind of the entry at a path, which can be any link; nil if there is nothing, or it cannot be determined.
    /// Opens nothing.
    package init?(ofEntryAt path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the kind of an open descriptor; nil if it is not valid.
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

    /// The reason why it is not a file.
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

    /// The reason why it is not a file, for a link that is not followed.
    package var reasonAsEntry: String { self == .link ? "it is a link, not a file" : reason }
}
