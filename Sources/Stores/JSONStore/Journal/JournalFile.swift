import FileAccess
import Foundation

/// A journal that is open for more saves.
struct JournalFile {
    let path: String
    let operations: FileOperations
    private let descriptor: Int32
    /// The number of bytes of intact lines. The remains of a crash or a failed save after them are removed before the
    /// next save.
    private(set) var soundCount: Int
    /// Whether there is something after the intact lines.
    private(set) var hasRest: Bool
    /// The stamp of the file after the last write.
    private(set) var stamp: FileStamp?

    init(opening path: String, soundCount: Int, tornCount: Int = 0, operations: FileOperations) throws {
        self.path = path
        self.operations = operations
        descriptor = try operations.open(path)
        self.soundCount = soundCount
        hasRest = tornCount > 0
        stamp = FileStamp(descriptor: descriptor)
    }

    /// Creates a journal with its first line and further ones.
    ///
    /// The caller waits for the medium.
    ///
    /// - Parameter permissions: The permissions of the store's file; nil for a file that only the user can access.
    init(making path: String, _ bytes: [UInt8], permissions: FilePermissions?, operations: FileOperations) throws {
        self.path = path
        self.operations = operations
        operations.remove(path)
        descriptor = try operations.create(path)
        soundCount = 0
        hasRest = false
        do {
            if let permissions, !permissions.areDefaultsOfNewFile {
                try operations.setPermissions(descriptor, permissions)
            }
            try append(bytes)
        } catch {
            close()
            operations.remove(path)
            throw error
        }
    }

    /// Whether the file with the journal's name is still this one, unchanged since the last write.
    var isInPlace: Bool { stamp != nil && FileStamp(path) == stamp }

    /// Whether a stamp is that of the open file, whatever was written to it.
    func isSameFile(as other: FileStamp) -> Bool { FileStamp(descriptor: descriptor)?.isSameFile(as: other) ?? false }

    /// Appends lines. If it throws, they are not in the file, or will be removed before the next ones are written.
    mutating func append(_ bytes: [UInt8]) throws {
        try cutOff()
        defer { stamp = FileStamp(descriptor: descriptor) }
        do {
            hasRest = true
            try bytes.withUnsafeBytes { try operations.write(descriptor, $0, soundCount) }
        } catch {
            try? cutOffRest()
            throw error
        }
        hasRest = false
        soundCount += bytes.count
    }

    /// Removes the remains of a crash or a failed save after the intact lines.
    mutating func cutOff() throws {
        if hasRest { try cutOffRest() }
    }

    /// Waits until the appended lines are on the medium.
    mutating func synchronize() throws { try operations.synchronizeData(descriptor) }

    /// Removes everything after the first `count` bytes.
    mutating func takeBack(to count: Int) {
        soundCount = count
        hasRest = true
        try? cutOffRest()
    }

    func close() { try? operations.close(descriptor) }

    private mutating func cutOffRest() throws {
        defer { stamp = FileStamp(descriptor: descriptor) }
        try operations.truncate(descriptor, soundCount)
        // A failed save must not come back after a crash.
        try operations.synchronize(descriptor)
        hasRest = false
    }
}
