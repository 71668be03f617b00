import FileAccess
import Synchronization

/// A disk on which something happens right before a file is read for the first time, as if another process did it.
final class SharedFileSystem: FileSystem {
    private let disk = LocalFileSystem()
    private let name: String
    private let event: @Sendable () -> Void
    private let hasHappened = Mutex(false)

    /// - Parameter name: The name of the file.
    init(beforeReading name: String, event: @escaping @Sendable () -> Void) {
        self.name = name
        self.event = event
    }

    func entry(at path: String) throws(FileError) -> FileEntry {
        let isFirst =
            path.hasSuffix("/" + name)
            && hasHappened.withLock { hasHappened in
                defer { hasHappened = true }
                return !hasHappened
            }
        if isFirst { event() }
        return try disk.entry(at: path)
    }

    func create(_ path: String, containing bytes: [UInt8], like existing: String?) throws(FileError) {
        try disk.create(path, containing: bytes, like: existing)
    }

    func hardLink(_ path: String, as other: String) throws(FileError) { try disk.hardLink(path, as: other) }

    func rename(_ path: String, to other: String) throws(FileError) { try disk.rename(path, to: other) }

    func remove(_ path: String) throws(FileError) { try disk.remove(path) }

    func createFolder(_ path: String) throws(FileError) { try disk.createFolder(path) }

    func removeFolder(_ path: String) throws(FileError) { try disk.removeFolder(path) }

    func lock(_ folder: String) throws(FileError) -> any FolderLock { try disk.lock(folder) }
}
