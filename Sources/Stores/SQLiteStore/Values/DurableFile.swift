import FileAccess
import Foundation

/// A file that is durable, together with its name, as soon as it is written.
enum DurableFile {
    /// Creates a file.
    ///
    /// - Throws: An error of the file system, also if there is anything at the path. In this case, there is no new file.
    static func write(_ data: Data, to path: String, in folder: String) throws {
        guard !FileReader.itemExists(at: path) else { throw CocoaError(.fileWriteFileExists) }
        do {
            try data.write(to: URL(filePath: path), options: .withoutOverwriting)
            try synchronize(path)
            try synchronize(folder)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Waits until a file, or the names in a folder, are on the medium.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
