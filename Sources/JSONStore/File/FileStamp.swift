import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What tells a file apart from its earlier self: which file has the name, its size, and when it was written.
struct FileStamp: Sendable, Hashable {
    private let file: UInt64
    private let sizeBytes: Int64
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int

    /// The stamp of the file at a path, or nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        file = UInt64(status.st_ino)
        sizeBytes = Int64(status.st_size)
        #if canImport(Darwin)
            modifiedSeconds = status.st_mtimespec.tv_sec
            modifiedNanoseconds = status.st_mtimespec.tv_nsec
        #else
            modifiedSeconds = status.st_mtim.tv_sec
            modifiedNanoseconds = status.st_mtim.tv_nsec
        #endif
    }
}
