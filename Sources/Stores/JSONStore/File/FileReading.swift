import FileAccess
import Foundation

/// The contents of a file at one moment, as far as its stamp shows.
struct FileReading: Sendable {
    let bytes: FileBytes
    let stamp: FileStamp

    /// Reads a file into memory once; nil if there is none.
    ///
    /// - Throws: ``SystemError``; ``NotAFileError``; ``FileTooLargeError``.
    init?(_ path: String, from start: Int = 0, maximumSizeBytes: Int = .max) throws {
        try self.init(path, from: start, maximumSizeBytes: maximumSizeBytes, maximumCount: .max)
    }

    /// Reads at most `maximumCount` bytes from the start of a file; nil if there is none.
    ///
    /// - Throws: ``SystemError``; ``NotAFileError``.
    init?(_ path: String, maximumCount: Int) throws {
        try self.init(path, from: 0, maximumSizeBytes: .max, maximumCount: maximumCount)
    }

    private init?(_ path: String, from start: Int, maximumSizeBytes: Int, maximumCount: Int) throws {
        guard let (descriptor, stamp) = try SystemCall.openToRead(path) else { return nil }
        defer { SystemCall.close(descriptor) }
        guard stamp.sizeBytes <= maximumSizeBytes else { throw FileTooLargeError(sizeBytes: stamp.sizeBytes) }
        self.stamp = stamp
        bytes = try FileBytes(upTo: min(maximumCount, max(0, stamp.sizeBytes - start))) { memory in
            try SystemCall.read(descriptor, into: memory, at: start)
        }
    }
}

/// A file is larger than its reader allows.
struct FileTooLargeError: Error {
    var sizeBytes: Int
}

/// The bytes of a file in memory, which can be released in parts.
///
/// The file is copied, not mapped, because another program that truncates it must not crash this one.
///
/// Unchecked: the memory is written only before the initializer returns, and only the one reader of a file that is
/// being opened releases parts, before anyone else has these bytes.
final class FileBytes: @unchecked Sendable {
    let count: Int
    private let start: UnsafeMutableRawPointer?
    private let capacity: Int
    /// The start of the memory that was not released. Only the sole reader of a file releases parts.
    private var released = 0

    /// The size of the memory that is released at a time: a large page of the processor.
    private static let releaseBytes = 2 << 20

    /// Creates bytes that `body` writes to memory.
    ///
    /// - Parameter body: Receives memory for `capacity` bytes, and returns the number of written bytes.
    init(upTo capacity: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        guard capacity > 0 else {
            (start, count, self.capacity) = (nil, 0, 0)
            return
        }
        let memory = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.anonymous, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw SystemError.last("mmap") }
        #if os(Linux)
            // Larger pages, so fewer page faults; it also works without them.
            if capacity > Self.releaseBytes { madvise(memory, capacity, Self.adviceOfLargePages) }
        #endif
        do {
            count = try body(UnsafeMutableRawBufferPointer(start: memory, count: capacity))
        } catch {
            munmap(memory, capacity)
            throw error
        }
        start = memory
        self.capacity = capacity
    }

    deinit {
        if let start { munmap(start, capacity) }
    }

    var isEmpty: Bool { count == 0 }

    var array: [UInt8] { withUnsafeBytes { Array($0) } }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Releases the memory of bytes that are no longer needed.
    func release(upTo offset: Int) {
        guard let start, offset - released >= 2 * Self.releaseBytes else { return }
        let address = UInt(bitPattern: start) + UInt(released)
        let end = (UInt(bitPattern: start) + UInt(offset)) & ~UInt(Self.releaseBytes - 1)
        guard let memory = UnsafeMutableRawPointer(bitPattern: address), end > address else { return }
        madvise(memory, Int(end - address), Self.adviceToRelease)
        released += Int(end - address)
    }

    #if os(Linux)
        private static let anonymous = Int32(MAP_ANONYMOUS)
        // MADV_DONTNEED and MADV_HUGEPAGE, whose declarations differ between C libraries.
        private static let adviceToRelease: Int32 = 4
        private static let adviceOfLargePages: Int32 = 14
    #else
        private static let anonymous = MAP_ANON
        private static let adviceToRelease = MADV_FREE
    #endif
}
