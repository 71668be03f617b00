import Foundation
import TestSupport

/// What is on the medium after power was lost: all that was waited for, and any part of the rest.
struct FilesAfterPowerLoss {
    /// The files by path; one that has been removed is not there.
    private(set) var files: [String: [UInt8]] = [:]

    /// Pieces that a medium writes as a whole.
    private static let sectorSizeBytes = 512

    /// - Parameter log: What was done before power was lost.
    init(_ log: ArraySlice<TestFileSystem.Operation>, _ generator: inout SplitMix) {
        // Of each file, what comes up to the last time that somebody waited for it.
        var lastSync: [String: Int] = [:]
        // SQLite waits for the folder when it waits for a new journal for the first time.
        var lastFolderSync = log.startIndex
        for (index, operation) in zip(log.indices, log) {
            switch operation {
            case .synchronize(let path):
                if lastSync[path] == nil, path.contains(".sqlite-") { lastFolderSync = index }
                lastSync[path] = index
            case .delete(let path, _): lastSync[path] = nil
            default: break
            }
        }
        for (index, operation) in zip(log.indices, log) {
            switch operation {
            case .write(let path, let offset, let bytes):
                let isSafe = index < lastSync[path] ?? log.startIndex
                if files[path] == nil, isSafe || Bool.random(using: &generator) { files[path] = [] }
                var start = 0
                while start < bytes.count {
                    let end = min(
                        bytes.count, start + Self.sectorSizeBytes - (offset + start) % Self.sectorSizeBytes)
                    if isSafe || Bool.random(using: &generator) {
                        write(bytes[start..<end], to: path, at: offset + start)
                    }
                    start = end
                }
            case .truncate(let path, let sizeBytes):
                let isSafe = index < lastSync[path] ?? log.startIndex
                guard isSafe || Bool.random(using: &generator), let old = files[path] else { continue }
                files[path] =
                    Array(old.prefix(sizeBytes)) + Array(repeating: 0, count: max(0, sizeBytes - old.count))
            case .delete(let path, let isSynchronized):
                // A name that was taken away without waiting may still be there,
                // unless the folder was waited for later.
                if isSynchronized || index < lastFolderSync || Bool.random(using: &generator) { files[path] = nil }
            case .synchronize, .mark, .look:
                break
            }
        }
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>, to path: String, at offset: Int) {
        Self.write(bytes, to: &files[path, default: []], at: offset)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to content: inout [UInt8], at offset: Int) {
        if content.count < offset + bytes.count {
            content += Array(repeating: 0, count: offset + bytes.count - content.count)
        }
        // At once: millions of bytes one by one would take minutes.
        content.withUnsafeMutableBytes { content in
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: content[offset...]).copyMemory(from: $0) }
        }
    }

    /// Writes the files to a folder, by their last names.
    func write(to folder: URL) throws {
        for (path, bytes) in files {
            let name = URL(filePath: path).lastPathComponent
            try Data(bytes).write(to: folder.appending(path: name))
        }
    }
}
