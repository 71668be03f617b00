import Foundation

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
        // What has a name: a file by its number; a folder by nothing.
        var names: [String: Int?] = [:]
        var pendingNames: [String: [RecordedMedium.Entry]] = [:]
        for entry in log {
            switch entry {
            case .create(let name, let file):
                contents[file] = []
                pendingNames[Self.folder(of: name), default: []].append(entry)
            case .rename(let name, _), .remove(let name), .createFolder(let name):
                pendingNames[Self.folder(of: name), default: []].append(entry)
            case .write(let file, _, _), .truncate(let file, _): pending[file, default: []].append(entry)
            case .synchronize(let file):
                for entry in pending.removeValue(forKey: file) ?? [] {
                    Self.apply(entry, to: &contents[file, default: []])
                }
            case .synchronizeFolder(let name):
                for entry in pendingNames.removeValue(forKey: name) ?? [] { Self.apply(entry, to: &names) }
            case .saveBegan: begunCount += 1
            case .saveReturned: returnedCount += 1
            }
        }
        // Each of the rest has come through, or has not, or has in part.
        for (file, entries) in pending {
            contents[file] = Self.mixture(of: contents[file, default: []], and: entries, using: &generator)
        }
        for entries in pendingNames.values {
            for entry in entries where Bool.random(using: &generator) { Self.apply(entry, to: &names) }
        }
        // Without its folder a file is not found.
        files = names.filter { Self.folder(of: $0.key).isEmpty || names[Self.folder(of: $0.key)] != nil }
            .compactMapValues { $0.flatMap { contents[$0] } }
    }

    private static func folder(of name: String) -> String {
        name.split(separator: "/").dropLast().joined(separator: "/")
    }

    private static func apply(_ entry: RecordedMedium.Entry, to names: inout [String: Int?]) {
        switch entry {
        case .createFolder(let name): names[name] = .some(nil)
        case .create(let name, let file): names[name] = file
        case .rename(let source, let target):
            guard let file = names.removeValue(forKey: source) else { return }
            names[target] = file
        case .remove(let name): names.removeValue(forKey: name)
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

    /// What becomes of a file's bytes when some changes were on their way: each block has come through as it was after
    /// any of them, and so has the length.
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

extension MediumAfterPowerLoss {
    /// Puts its files into a folder.
    func write(to folder: URL) throws {
        for (name, bytes) in files {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
    }
}
