import FileAccess
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A whole file as it was at one moment, as far as its stamp can tell.
struct FileReading: Sendable {
    let bytes: FileBytes
    let stamp: FileStamp

    /// Reads a file into memory once; nil when there is none.
    ///
    /// - Throws: ``SystemError``; ``NotAFile``; ``FileTooLarge``.
    init?(_ path: String, from start: Int = 0, maximumSizeBytes: Int = .max) throws {
        try self.init(path, from: start, maximumSizeBytes: maximumSizeBytes, maximumCount: .max)
    }

    /// Reads the beginning of a file; nil when there is none.
    ///
    /// - Parameter maximumCount: How many bytes are read at most.
    /// - Throws: ``SystemError``; ``NotAFile``.
    init?(_ path: String, maximumCount: Int) throws {
        try self.init(path, from: 0, maximumSizeBytes: .max, maximumCount: maximumCount)
    }

    private init?(_ path: String, from start: Int, maximumSizeBytes: Int, maximumCount: Int) throws {
        guard let (descriptor, stamp) = try POSIX.openToRead(path) else { return nil }
        defer { close(descriptor) }
        guard stamp.sizeBytes <= maximumSizeBytes else { throw FileTooLarge(sizeBytes: stamp.sizeBytes) }
        self.stamp = stamp
        bytes = try Self.read(descriptor, from: start, count: min(maximumCount, max(0, stamp.sizeBytes - start)))
    }

    private static func read(_ descriptor: Int32, from start: Int, count: Int) throws -> FileBytes {
        try FileBytes(upTo: count) { buffer in
            var readTotal = 0
            while readTotal < count, let address = buffer.baseAddress {
                let readCount = POSIX.retrying {
                    pread(descriptor, address + readTotal, count - readTotal, off_t(start + readTotal))
                }
                guard readCount >= 0 else { throw SystemError.last("read") }
                // Cut shorter since its size was asked for.
                if readCount == 0 { break }
                readTotal += readCount
            }
            return readTotal
        }
    }
}

/// A file is larger than its reader allows.
struct FileTooLarge: Error {
    var sizeBytes: Int
}
