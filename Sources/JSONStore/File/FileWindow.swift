import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Memory for a part of a file, which is used again for other parts: so that a file takes no more of it than is looked at.
///
/// It is the system's own, and goes back to it.
///
/// Unchecked: whoever has a window is alone with it. A window goes from one thread to another under a lock.
final class FileWindow: @unchecked Sendable {
    private var memory: UnsafeMutableRawBufferPointer
    /// How many bytes there are.
    private(set) var count = 0

    /// - Throws: ``SystemError``.
    init(capacity: Int) throws {
        memory = try Self.allocate(capacity)
    }

    deinit {
        munmap(memory.baseAddress, memory.count)
    }

    /// The bytes. They are valid until the window changes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Adds bytes that `body` puts into memory: it returns how many they are.
    func append(upTo added: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> Int {
        if memory.count - count < added { try grow(by: added) }
        let addedCount = try body(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + added]))
        count += addedCount
        return addedCount
    }

    /// Puts other bytes in the place of those that are there.
    func replace(with bytes: UnsafeRawBufferPointer) throws {
        count = 0
        _ = try append(upTo: bytes.count) { memory in
            memory.copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// Forgets the first bytes.
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
