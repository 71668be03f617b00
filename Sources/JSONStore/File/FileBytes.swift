import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a file, in memory of their own. What has been read of them can be given back before the rest is.
///
/// The file is copied, not mapped: another program that cuts it shorter must not bring this one down.
///
/// Unchecked: the memory is written before the initializer returns and never after it, and what is given back is given
/// back by the one reader of a file that is being opened, before anybody else has these bytes.
final class FileBytes: @unchecked Sendable {
    let count: Int
    private let start: UnsafeMutableRawPointer?
    private let capacity: Int
    /// Where the memory begins that was not given back. Only whoever reads a file alone gives something back.
    private var released = 0

    /// What is given back at a time: a large page of the processor's.
    private static let releaseBytes = 2 << 20

    /// The bytes that `body` puts into memory.
    ///
    /// - Parameter body: Gets `capacity` bytes of room, and returns how many it has filled.
    init(upTo capacity: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        guard capacity > 0 else {
            (start, count, self.capacity) = (nil, 0, 0)
            return
        }
        let memory = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.anonymous, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw SystemError.last("mmap") }
        #if os(Linux)
            // Fewer pages to be asked for one by one; without them it works too.
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

    /// A copy as an array.
    var array: [UInt8] { withUnsafeBytes { Array($0) } }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Gives back memory of bytes that no one will read any more: they are lost.
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
        // Of enumerations and macros that differ between C libraries: MADV_DONTNEED and MADV_HUGEPAGE.
        private static let adviceToRelease: Int32 = 4
        private static let adviceOfLargePages: Int32 = 14
    #else
        private static let anonymous = MAP_ANON
        private static let adviceToRelease = MADV_FREE
    #endif
}
