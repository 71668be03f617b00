#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension FileReader {
    /// The first bytes of a regular file, with links followed; empty for anything else, and for a file that cannot be read.
    package static func beginning(of path: String, byteCount: Int) -> [UInt8] {
        // Opening a device can have effects.
        guard FileKind(at: path) == .regular, let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK) else { return [] }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var count = 0
        while count < byteCount {
            let result = bytes[count...].withUnsafeMutableBytes { read(file.descriptor, $0.baseAddress, $0.count) }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { break }
            count += result
        }
        return Array(bytes.prefix(count))
    }
}
