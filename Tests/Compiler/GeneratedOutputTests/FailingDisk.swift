import FileAccess
import GeneratedOutput
import Synchronization

/// A disk that refuses the *n*-th change, and all later ones if it stands for a run that is killed.
final class FailingDisk: FileLayer {
    private let disk = Disk()
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

    private func step(_ path: String) throws(FileFailure) {
        if isRefused() { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> FileFailure {
        FileFailure(path: path, step: "written", reason: "no space left on device")
    }

    func entry(at path: String) throws(FileFailure) -> FileEntry { try disk.entry(at: path) }

    func create(_ path: String, holding bytes: [UInt8], like model: String?) throws(FileFailure) {
        if isRefused() {
            // A full disk and a killed run write a part of the bytes.
            try disk.create(path, holding: Array(bytes.prefix(bytes.count / 2)), like: model)
            throw Self.failure(path)
        }
        try disk.create(path, holding: bytes, like: model)
    }

    func keep(_ path: String, as other: String) throws(FileFailure) {
        try step(other)
        try disk.keep(path, as: other)
    }

    func rename(_ path: String, to other: String) throws(FileFailure) {
        try step(other)
        try disk.rename(path, to: other)
    }

    func remove(_ path: String) throws(FileFailure) {
        try step(path)
        try disk.remove(path)
    }

    func makeFolder(_ path: String) throws(FileFailure) {
        try step(path)
        try disk.makeFolder(path)
    }

    func removeFolder(_ path: String) throws(FileFailure) {
        try step(path)
        try disk.removeFolder(path)
    }

    func lock(_ folder: String) throws(FileFailure) -> any FolderLock {
        try step(folder)
        return try disk.lock(folder)
    }
}
