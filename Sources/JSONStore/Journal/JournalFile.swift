import FileAccess
import Foundation

/// A journal that is open for more saves.
struct JournalFile {
    let path: String
    let operations: FileOperations
    private let descriptor: Int32
    /// How many bytes are sound lines; what a crash or a failed save has left behind them is cut off before the next.
    private(set) var soundCount: Int
    /// Whether there is something after the intact lines.
    private(set) var hasRest: Bool
    /// The stamp of the file when it was last written.
    private(set) var stamp: FileStamp?

    init(opening path: String, soundCount: Int, tornCount: Int = 0, operations: FileOperations) throws {
        self.path = path
        self.operations = operations
        descriptor = try operations.open(path)
        self.soundCount = soundCount
        hasRest = tornCount > 0
        stamp = FileStamp(descriptor: descriptor)
    }

    /// Creates a journal with its first line and others.
    ///
    /// Waiting for the medium is the caller's.
    ///
    /// - Parameter rights: Those of the store's file; nil for a file that is the user's alone.
    init(making path: String, _ bytes: [UInt8], rights: FileRights?, operations: FileOperations) throws {
        self.path = path
        self.operations = operations
        operations.remove(path)
        descriptor = try operations.create(path)
        soundCount = 0
        hasRest = false
        do {
            if let rights, !rights.areOfNewFile { try operations.setRights(descriptor, rights) }
            try append(bytes)
        } catch {
            close()
            operations.remove(path)
            throw error
        }
    }

    /// Whether the file that has the journal's name is still this one, as it was written last.
    var isInPlace: Bool { stamp != nil && FileStamp(path) == stamp }

    /// Writes lines to the end. When it throws, they are not there, or will not be when the next ones are written.
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

    /// Removes what a crash or a failed save left after the intact lines.
    mutating func cutOff() throws {
        if hasRest { try cutOffRest() }
    }

    /// Waits until what was appended is on the medium.
    mutating func synchronize() throws { try operations.synchronizeData(descriptor) }

    /// Takes back what was appended after the first `count` bytes.
    mutating func takeBack(to count: Int) {
        soundCount = count
        hasRest = true
        try? cutOffRest()
    }

    func close() { try? operations.close(descriptor) }

    private mutating func cutOffRest() throws {
        defer { stamp = FileStamp(descriptor: descriptor) }
        try operations.truncate(descriptor, soundCount)
        // What has failed must not come back after a crash.
        try operations.synchronize(descriptor)
        hasRest = false
    }
}
