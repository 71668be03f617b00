import FileAccess
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a file from the first to the last, one part after the other.
final class FileStream {
    /// What the file was when it was opened.
    let stamp: FileStamp
    private let descriptor: Int32
    private var offset = 0
    private var checksum = ChecksumStream()

    /// Opens a file; nil when there is none.
    ///
    /// - Throws: ``SystemError``; ``NotAFile``.
    init?(_ path: String) throws {
        guard let (descriptor, stamp) = try POSIX.openToRead(path) else { return nil }
        self.descriptor = descriptor
        self.stamp = stamp
    }

    deinit {
        close(descriptor)
    }

    /// Whether as many bytes were read as the file had when it was opened.
    var isAtEnd: Bool { offset == stamp.sizeBytes }

    /// Which bytes were read so far.
    var identity: BaseIdentity { checksum.identity }

    /// Adds the next bytes to a window.
    ///
    /// - Returns: How many they are: 0 at the end.
    /// - Throws: ``SystemError``.
    func read(_ count: Int, into window: FileWindow) throws -> Int {
        try window.append(upTo: min(count, stamp.sizeBytes - offset)) { memory in
            var readTotal = 0
            while readTotal < memory.count, let address = memory.baseAddress {
                let readCount = POSIX.retrying {
                    pread(descriptor, address + readTotal, memory.count - readTotal, off_t(offset + readTotal))
                }
                guard readCount >= 0 else { throw SystemError.last("read") }
                if readCount == 0 { break }
                readTotal += readCount
            }
            offset += readTotal
            checksum.add(UnsafeRawBufferPointer(rebasing: memory[..<readTotal]))
            return readTotal
        }
    }
}
