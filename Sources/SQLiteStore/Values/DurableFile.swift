import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is on the medium when it has been written, with its name.
enum DurableFile {
    /// Creates a file.
    ///
    /// - Throws: An error of the file system. There is no file then.
    static func write(_ data: Data, to path: String, in folder: String) throws {
        do {
            try data.write(to: URL(filePath: path), options: .withoutOverwriting)
            try synchronize(path)
            try synchronize(folder)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Waits until a file is on the medium, or the names in a folder.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
