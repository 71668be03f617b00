import ColumnEngine
import FileAccess
import Foundation

/// Locks a store for this process, because two writers would overwrite each other's saves.
///
/// The lock is on a file next to the store, because a save gives the store's name to a new file.
final class StoreLock: Sendable {
    private let lock: FileLock

    /// Takes the lock.
    ///
    /// - Throws: `StoreError` with the code `inUse`, which names the process that has it, or `fileSystem`.
    init(storePath: String) throws(StoreError) {
        let path = storePath + ".lock"
        do throws(FileLockError) {
            lock = try FileLock(path, withOwnerOf: storePath)
        } catch {
            throw Self.refusal(error, path: path, storePath: storePath)
        }
    }

    /// Releases the store, the first time it is called.
    func release() { lock.release() }

    private static func refusal(_ error: FileLockError, path: String, storePath: String) -> StoreError {
        switch error {
        case .held(let holder): StoreError(.inUse, location: storePath, message(holder: holder))
        case .unopened(let error):
            StoreError(.fileSystem, location: path, "the lock cannot be created: \(reason(for: error, at: path))")
        case .unsupported(let error):
            StoreError(
                .fileSystem, location: path,
                "the file system cannot lock the store: \(error); open the store read-only, or move it to a local disk")
        }
    }

    /// The reason why the file cannot be opened, and what to do.
    private static func reason(for error: any Error, at path: String) -> String {
        switch (error as? SystemError)?.code {
        case EACCES: "\(error); allow writing to the folder and to this file, or open the store read-only"
        case EROFS: "\(error); copy the store to a place that can be written to, or open it read-only"
        // The system only says that there are too many links, although it followed none.
        case ELOOP: (FileKind(ofEntryAt: path)?.reasonAsEntry ?? "\(error)") + "; move it away"
        default: "\(error)"
        }
    }

    private static func message(holder: Int?) -> String {
        guard let holder else { return "the store is in use by another process; wait until that process ends" }
        guard holder == Int(getpid()) else {
            return "the store is in use by process \(holder); wait until that process ends"
        }
        return "the store is already open in this process (\(holder)); use a single container"
    }
}
