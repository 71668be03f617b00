import FileAccess
import GeneratedOutput
import Synchronization

/// A disk that refuses the *n*-th change, and all later ones if it stands for a run that is killed.
final class FailingFileSystem: FileSystem {
    private let disk = LocalFileSystem()
    private let failingStep: Int
    private let stepCount = Mutex(0)

    private let isKilled: Bool

    /// - Parameter failingStep: From 0.
    init(failingStep: Int, isKilled: Bool = false) {
        self.failingStep = failingStep
        self.isKilled = isKilled
    }

    /// How many changes were asked for.
    var count: Int { stepCount.withLock { $0 } }

    private func isRefused() -> Bool {
        let step = stepCount.withLock { count in
            count += 1
            return count - 1
        }
        return step == failingStep || (isKilled && step > failingStep)
    }

    private func step(_ path: String) throws(FileError) {
        if isRefused() { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> FileError {
        FileError(path: path, operation: "written", reason: "no space left on device")
    }

    func entry(at path: String) throws(FileError) -> FileEntry { try disk.entry(at: path) }

    func create(_ path: String, containing bytes: [UInt8], like existing: String?) throws(FileError) {
        if isRefused() {
            // A full disk and a killed run write a part of the bytes.
            try disk.create(path, containing: Array(bytes.prefix(bytes.count / 2)), like: existing)
            throw Self.failure(path)
        }
        try disk.create(path, containing: bytes, like: existing)
    }

    func hardLink(_ path: String, as other: String) throws(FileError) {
        try step(other)
        try disk.hardLink(path, as: other)
    }

    func rename(_ path: String, to other: String) throws(FileError) {
        try step(other)
        try disk.rename(path, to: other)
    }

    func remove(_ path: String) throws(FileError) {
        try step(path)
        try disk.remove(path)
    }

    func createFolder(_ path: String) throws(FileError) {
        try step(path)
        try disk.createFolder(path)
    }

    func removeFolder(_ path: String) throws(FileError) {
        try step(path)
        try disk.removeFolder(path)
    }

    func lock(_ folder: String) throws(FileError) -> any FolderLock {
        try step(folder)
        return try disk.lock(folder)
    }
}
