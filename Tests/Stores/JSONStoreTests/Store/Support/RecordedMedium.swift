import FileAccess
import Foundation
import JSONStore
import Synchronization

/// Notes what a store asks of the file system, so that a test can say what a medium holds that lost power in the
/// middle: of what nobody has waited for, any part, in any order.
///
/// Files and folders are named by their paths in the store's folder, which is the empty path.
final class RecordedMedium: Sendable {
    enum Entry: Sendable {
        case createFolder(name: String)
        case create(name: String, file: Int)
        case write(file: Int, offset: Int, bytes: [UInt8])
        case truncate(file: Int, sizeBytes: Int)
        case synchronize(file: Int)
        case rename(from: String, to: String)
        case remove(name: String)
        case synchronizeFolder(name: String)
        /// A save is about to begin, or has returned.
        case saveBegan, saveReturned
    }

    private struct State {
        var log: [Entry] = []
        var names: [String: Int] = [:]
        var descriptors: [Int32: Int] = [:]
        var fileCount = 0
    }

    private let state = Mutex(State())
    private let root: String

    /// - Parameter root: The store's folder.
    init(root: URL) {
        self.root = Self.path(root)
    }

    var log: [Entry] { state.withLock { $0.log } }

    func note(_ entry: Entry) {
        state.withLock { $0.log.append(entry) }
    }

    var operations: FileOperations {
        let system = FileOperations.system
        var operations = system
        operations.create = { path in
            let descriptor = try system.create(path)
            self.state.withLock { state in
                state.descriptors[descriptor] = state.fileCount
                state.names[self.name(path)] = state.fileCount
                state.log.append(.create(name: self.name(path), file: state.fileCount))
                state.fileCount += 1
            }
            return descriptor
        }
        operations.open = { path in
            let descriptor = try system.open(path)
            self.state.withLock { $0.descriptors[descriptor] = $0.names[self.name(path)] }
            return descriptor
        }
        operations.write = { descriptor, bytes, offset in
            try system.write(descriptor, bytes, offset)
            self.note(descriptor) { .write(file: $0, offset: offset, bytes: Array(bytes)) }
        }
        operations.truncate = { descriptor, sizeBytes in
            try system.truncate(descriptor, sizeBytes)
            self.note(descriptor) { .truncate(file: $0, sizeBytes: sizeBytes) }
        }
        operations.synchronize = { descriptor in self.note(descriptor) { .synchronize(file: $0) } }
        operations.synchronizeData = { descriptor in self.note(descriptor) { .synchronize(file: $0) } }
        operations.rename = { source, target in
            try system.rename(source, target)
            self.state.withLock { state in
                state.names[self.name(target)] = state.names.removeValue(forKey: self.name(source))
                state.log.append(.rename(from: self.name(source), to: self.name(target)))
            }
        }
        operations.remove = { path in
            system.remove(path)
            self.note(.remove(name: self.name(path)))
        }
        operations.synchronizeFolder = { path in self.note(.synchronizeFolder(name: self.name(path))) }
        operations.createFolder = { path in
            try system.createFolder(path)
            self.note(.createFolder(name: self.name(path)))
        }
        return operations
    }

    private func note(_ descriptor: Int32, _ entry: (Int) -> Entry) {
        state.withLock { state in
            guard let file = state.descriptors[descriptor] else { return }
            state.log.append(entry(file))
        }
    }

    private func name(_ path: String) -> String {
        String(Self.path(URL(filePath: path)).dropFirst(root.count).drop { $0 == "/" })
    }

    /// Of one form, whichever way leads there.
    private static func path(_ url: URL) -> String {
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        return folder.appending(path: url.lastPathComponent).standardizedFileURL.path(percentEncoded: false)
    }
}
