import FileAccess
import Foundation

/// The bytes of a file in consecutive parts.
final class FileStream {
    /// The stamp of the file when it was opened.
    let stamp: FileStamp
    private let descriptor: Int32
    private var offset = 0
    private var checksum = ChecksumStream()

    /// Opens a file; nil if there is none.
    ///
    /// - Throws: ``SystemError``; ``NotAFileError``.
    init?(_ path: String) throws {
        guard let (descriptor, stamp) = try SystemCall.openToRead(path) else { return nil }
        self.descriptor = descriptor
        self.stamp = stamp
    }

    deinit { SystemCall.close(descriptor) }

    /// Whether the number of read bytes is the size of the file when it was opened.
    var isAtEnd: Bool { offset == stamp.sizeBytes }
    /// The identity of the bytes read so far.
    var identity: BaseIdentity { checksum.identity }

    /// Adds the next bytes to a window.
    ///
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: ``SystemError``.
    func read(_ count: Int, into window: FileWindow) throws -> Int {
        try window.append(upTo: min(count, stamp.sizeBytes - offset)) { memory in
            let readTotal = try SystemCall.read(descriptor, into: memory, at: offset)
            offset += readTotal
            checksum.add(UnsafeRawBufferPointer(rebasing: memory[..<readTotal]))
            return readTotal
        }
    }
}

/// Memory for a part of a file, which is reused for other parts. It belongs to the system, and is returned to it.
///
/// Unchecked: a window has one user at a time, and moves from one thread to another under a lock.
final class FileWindow: @unchecked Sendable {
    private var memory: UnsafeMutableRawBufferPointer
    /// The number of bytes.
    private(set) var count = 0

    /// - Throws: ``SystemError``.
    init(capacity: Int) throws { memory = try Self.allocate(capacity) }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// The bytes, valid until the window changes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Adds bytes that `body` writes to memory, and returns their number.
    func append(upTo added: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> Int {
        if memory.count - count < added { try grow(by: added) }
        let addedCount = try body(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + added]))
        count += addedCount
        return addedCount
    }

    func replace(with bytes: UnsafeRawBufferPointer) throws {
        count = 0
        _ = try append(upTo: bytes.count) { memory in
            memory.copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// Removes the first bytes.
    func removeFirst(_ removedCount: Int) {
        let rest = UnsafeRawBufferPointer(rebasing: memory[removedCount..<count])
        memory.copyMemory(from: rest)
        count -= removedCount
    }

    private func grow(by added: Int) throws {
        let larger = try Self.allocate(memory.count + max(added, memory.count / 2))
        larger.copyMemory(from: bytes)
        munmap(memory.baseAddress, memory.count)
        memory = larger
    }

    private static func allocate(_ count: Int) throws -> UnsafeMutableRawBufferPointer {
        #if os(Linux)
            let anonymous = Int32(MAP_ANONYMOUS)
        #else
            let anonymous = MAP_ANON
        #endif
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
        guard start != MAP_FAILED else { throw SystemError.last("mmap") }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }
}
