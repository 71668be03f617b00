#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What tells a file apart from its earlier self: which file has the name, its size, and when it was written. Times are
/// compared for being equal only, so a clock that goes back does no harm.
package struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let file: UInt64
    package let sizeBytes: Int
    /// Whether it is a plain file, not a folder or a device.
    package let isFile: Bool
    /// Whose it is, and the rights of owner, group and others.
    package let rights: FileRights
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int

    /// The stamp of the file at a path, or nil when there is none.
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
        rights = FileRights(status)
        #if canImport(Darwin)
            modifiedSeconds = status.st_mtimespec.tv_sec
            modifiedNanoseconds = status.st_mtimespec.tv_nsec
        #else
            modifiedSeconds = status.st_mtim.tv_sec
            modifiedNanoseconds = status.st_mtim.tv_nsec
        #endif
    }

    /// Whether the file was written so short a time ago that it may be written again without another time: clocks of file
    /// systems advance in steps.
    package var mayStayTheSame: Bool {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return true }
        let nanoseconds = (now.tv_sec - modifiedSeconds) * 1_000_000_000 + now.tv_nsec - modifiedNanoseconds
        return abs(nanoseconds) < Self.clockStepNanoseconds
    }

    /// More than the step of any clock in use.
    private static let clockStepNanoseconds = 20_000_000

    /// Whether both are of one file, whatever was written to it.
    package func isSameFile(as other: FileStamp) -> Bool {
        device == other.device && file == other.file
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
    /// A journal's file; nil also for one that holds nothing, which comes and goes with those who only read.
    package init?(ofJournal path: String) {
        self.init(path)
        if sizeBytes == 0 { return nil }
    }
}
