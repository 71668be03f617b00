import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What tells a file apart from its earlier self: which file has the name, its size, and when it was written. Times are
/// compared for being equal only, so a clock that goes back does no harm.
struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let file: UInt64
    let sizeBytes: Int
    /// Whether it is a plain file, not a folder or a device.
    let isFile: Bool
    /// Whose it is, and the rights of owner, group and others.
    let rights: FileRights
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int

    /// The stamp of the file at a path, or nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(descriptor: Int32) {
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

    /// Whether both are of one file, whatever was written to it.
    func isSameFile(as other: FileStamp) -> Bool {
        device == other.device && file == other.file
    }

    static func == (left: FileStamp, right: FileStamp) -> Bool {
        left.isSameFile(as: right) && left.sizeBytes == right.sizeBytes
            && left.modifiedSeconds == right.modifiedSeconds && left.modifiedNanoseconds == right.modifiedNanoseconds
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(sizeBytes)
    }
}
