public import Foundation
public import ObjectGraph
import Synchronization

/// A store that keeps a graph in one JSON file, which people, `jq` and `git diff` can read.
///
/// A save replaces the file as a whole: after a crash it is the old one or the new one, and after `save()` has
/// returned it is the new one. One process at a time may have a store open.
public final class JSONStore: PersistentStore {
    public let identifier: UUID
    /// The store's file.
    public let url: URL

    private let state: Mutex<StoreContents>
    /// Held for a whole commit, while ``state`` is held for moments only: readers do not wait for the medium. Guards
    /// what the file was when it was read or written last.
    private let committing: Mutex<FileStamp?>
    private let writer: StoreWriter
    private let file: AtomicFile
    private let lock: StoreLock

    /// Opens the store at a place. There need not be a file yet: the first save makes it, and its folders.
    ///
    /// - Throws: ``JSONStoreError``. The file is never changed by opening it.
    public convenience init(at url: URL, model: ManagedObjectModel) throws {
        try self.init(at: url, model: model, operations: .system, newIdentifier: UUID())
    }

    package init(
        at url: URL, model: ManagedObjectModel, operations: FileOperations, newIdentifier: UUID
    ) throws {
        // Through links: a save would put a plain file in a link's place.
        let url = Self.resolvingLinks(url)
        let path = url.path(percentEncoded: false)
        self.url = url
        try Self.makeFolder(of: url)
        lock = try StoreLock(storePath: path)
        writer = StoreWriter(model: model)
        file = AtomicFile(path: path, operations: operations)
        // Before the file is read: a change during the reading is then noticed.
        committing = Mutex(FileStamp(path))
        let contents =
            try Self.contents(of: url, model: model) ?? StoreContents(identifier: newIdentifier, model: model)
        identifier = contents.identifier
        state = Mutex(contents)
    }

    public var snapshot: GraphSnapshot {
        state.withLock { $0.snapshot }
    }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try state.withLock { contents in
            let last = contents.lastNumbers[name, default: 0]
            let (next, overflow) = last.addingReportingOverflow(Int64(count))
            guard !overflow else {
                throw JSONStoreError(.malformed, path: file.path, "there are no numbers left for '\(name)'")
            }
            contents.lastNumbers[name] = next
            return last + 1
        }
    }

    public func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try committing.withLock { stamp in
            var next = state.withLock { $0 }
            next.snapshot = try next.snapshot.applying(changes)
            try checkUnchanged(since: stamp)
            // Whatever becomes of the write, what the file is afterwards is this store's doing.
            defer { stamp = FileStamp(file.path) }
            do {
                try file.write(writer.bytes(for: next))
            } catch {
                throw JSONStoreError(.fileSystem, path: file.path, "the store cannot be saved: \(error)")
            }
            let snapshot = next.snapshot
            state.withLock { $0.snapshot = snapshot }
            return snapshot
        }
    }

    /// Throws when somebody has edited the file under the open store: a save would undo the edit.
    ///
    /// A file that is gone holds nothing that could be lost, so it is made again.
    private func checkUnchanged(since stamp: FileStamp?) throws {
        guard let present = FileStamp(file.path), present != stamp else { return }
        throw JSONStoreError(
            .changedElsewhere, path: file.path,
            "the store was changed by another program while it was open; nothing was saved, so that the change is not "
                + "lost; open it again")
    }

    private static func resolvingLinks(_ url: URL) -> URL {
        var url = url.resolvingSymlinksInPath()
        // Foundation leaves a link as it is whose target is still to be made.
        for _ in 0..<32 {
            let path = url.path(percentEncoded: false)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            url = URL(filePath: target, relativeTo: url.deletingLastPathComponent()).absoluteURL
                .resolvingSymlinksInPath()
        }
        return url
    }

    private static func makeFolder(of url: URL) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw JSONStoreError(
                .fileSystem, path: folder.path(percentEncoded: false),
                "the folder cannot be made: \(error.localizedDescription)")
        }
    }

    private static func contents(of url: URL, model: ManagedObjectModel) throws -> StoreContents? {
        let path = url.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw JSONStoreError(.fileSystem, path: path, "the store cannot be read: \(error.localizedDescription)")
        }
        return try StoreReader(model: model, path: path).read([UInt8](data))
    }
}
