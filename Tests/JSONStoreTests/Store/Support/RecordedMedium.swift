import Foundation
import JSONStore
import Synchronization

/// Notes what a store asks of the file system, so that a test can say what a medium holds that lost power in the middle:
/// of what nobody has waited for, any part, in any order.
final class RecordedMedium: Sendable {
    enum Entry: Sendable {
        case create(name: String, file: Int)
        case write(file: Int, offset: Int, bytes: [UInt8])
        case truncate(file: Int, sizeBytes: Int)
        case synchronize(file: Int)
        case rename(from: String, to: String)
        case remove(name: String)
        case synchronizeFolder
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
                state.names[Self.name(path)] = state.fileCount
                state.log.append(.create(name: Self.name(path), file: state.fileCount))
                state.fileCount += 1
            }
            return descriptor
        }
        operations.open = { path in
            let descriptor = try system.open(path)
            self.state.withLock { $0.descriptors[descriptor] = $0.names[Self.name(path)] }
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
                state.names[Self.name(target)] = state.names.removeValue(forKey: Self.name(source))
                state.log.append(.rename(from: Self.name(source), to: Self.name(target)))
            }
        }
        operations.remove = { path in
            system.remove(path)
            self.note(.remove(name: Self.name(path)))
        }
        operations.synchronizeFolder = { _ in self.note(.synchronizeFolder) }
        return operations
    }

    private func note(_ descriptor: Int32, _ entry: (Int) -> Entry) {
        state.withLock { state in
            guard let file = state.descriptors[descriptor] else { return }
            state.log.append(entry(file))
        }
    }

    private static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }
}

/// What a medium holds after a loss of power.
struct MediumAfterPowerLoss {
    /// The bytes by file name.
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var begunCount = 0
    private(set) var returnedCount = 0

    private static let blockSizeBytes = 512

    /// - Parameter log: What was asked for before power was lost.
    init(_ log: ArraySlice<RecordedMedium.Entry>, using generator: inout some RandomNumberGenerator) {
        var contents: [Int: [UInt8]] = [:]
        var pending: [Int: [RecordedMedium.Entry]] = [:]
        var names: [String: Int] = [:]
        var pendingNames: [RecordedMedium.Entry] = []
        for entry in log {
            switch entry {
            case .create(_, let file):
                contents[file] = []
                pendingNames.append(entry)
            case .rename, .remove: pendingNames.append(entry)
            case .write(let file, _, _), .truncate(let file, _): pending[file, default: []].append(entry)
            case .synchronize(let file):
                for entry in pending.removeValue(forKey: file) ?? [] {
                    Self.apply(entry, to: &contents[file, default: []])
                }
            case .synchronizeFolder:
                for entry in pendingNames { Self.apply(entry, to: &names) }
                pendingNames = []
            case .saveBegan: begunCount += 1
            case .saveReturned: returnedCount += 1
            }
        }
        // Each of the rest has come through, or has not, or has in part.
        for (file, entries) in pending {
            contents[file] = Self.mixture(of: contents[file, default: []], and: entries, using: &generator)
        }
        for entry in pendingNames where Bool.random(using: &generator) { Self.apply(entry, to: &names) }
        files = names.compactMapValues { contents[$0] }
    }

    private static func apply(_ entry: RecordedMedium.Entry, to names: inout [String: Int]) {
        switch entry {
        case .create(let name, let file): names[name] = file
        case .rename(let source, let target):
            guard let file = names.removeValue(forKey: source) else { return }
            names[target] = file
        case .remove(let name): names[name] = nil
        default: break
        }
    }

    private static func apply(_ entry: RecordedMedium.Entry, to contents: inout [UInt8]) {
        switch entry {
        case .write(_, let offset, let bytes):
            if contents.count < offset + bytes.count {
                contents += Array(repeating: 0, count: offset + bytes.count - contents.count)
            }
            contents.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        case .truncate(_, let sizeBytes):
            contents =
                Array(contents.prefix(sizeBytes)) + Array(repeating: 0, count: max(0, sizeBytes - contents.count))
        default: break
        }
    }

    /// What becomes of a file's bytes when some changes were on their way: each block has come through as it was after any
    /// of them, and so has the length.
    private static func mixture(
        of contents: [UInt8], and entries: [RecordedMedium.Entry], using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var versions = [contents]
        for entry in entries {
            var next = versions[versions.count - 1]
            apply(entry, to: &next)
            versions.append(next)
        }
        let count = versions.randomElement(using: &generator)?.count ?? 0
        var mixture: [UInt8] = []
        for start in stride(from: 0, to: count, by: blockSizeBytes) {
            let version = versions.randomElement(using: &generator) ?? contents
            let end = min(start + blockSizeBytes, count)
            let block = version[min(start, version.count)..<min(end, version.count)]
            mixture += block + Array(repeating: 0, count: end - start - block.count)
        }
        return mixture
    }
}
