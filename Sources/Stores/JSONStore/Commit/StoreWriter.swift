import ColumnEngine
import Dispatch
import FileAccess
import Foundation
import StoreMigration
import Synchronization

/// A store that this process writes to: its commits, its files, and the merging of the journal into the file.
final class StoreWriter: Sendable {
    private let queue: CommitQueue
    /// Locked while files are written. Readers do not wait for it.
    private let files: Mutex<StoreFiles>
    private let writer: StoreFileWriter
    private let changeWriter: ChangeWriter
    private let lock: StoreLock
    private let options: JSONStoreOptions
    private let paths: StorePaths
    private let operations: FileOperations
    /// Locked while the journal is merged into the file.
    private let compacting = Mutex(())
    private let background = DispatchGroup()
    private let isCompactionDue = Atomic(false)

    /// Below this size, writing the file is not much more expensive than a line,
    /// and merging a journal early is not worthwhile.
    private static let smallSizeBytes = 64 << 10
    private static let journalSizeBytes = 1 << 20
    /// Up to this size, a file is completed when the store is closed.
    private static let closingSizeBytes = 16 << 20

    private let external: ExternalValues
    private let log: StoreLog

    init(
        _ contents: StoreContents, files: StoreFiles, lock: StoreLock, model: ManagedObjectModel,
        external: ExternalData, options: JSONStoreOptions
    ) {
        self.external = ExternalValues(external, model: model)
        log = StoreLog(options.logger, store: files.paths.file)
        queue = CommitQueue(contents)
        paths = files.paths
        operations = files.operations
        self.files = Mutex(files)
        writer = StoreFileWriter(model: model, external: external, sharing: options.sharing)
        changeWriter = ChangeWriter(model: model, formats: writer.formats, objects: writer.objects)
        self.lock = lock
        self.options = options
    }

    var published: StoreContents { queue.published }

    var waitingSaveCount: Int { queue.waitingCount }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        guard let first = queue.reserveNumbers(count, forRootEntityNamed: name) else {
            throw StoreError(.malformed, location: paths.file, "there are no numbers left for '\(name)'")
        }
        return first
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        let save = try queue.enqueue { before, after in try written(changes, before, &after) }
        try write(save)
        return save.contents.snapshot
    }

    /// Commits several change sets, all of them or none.
    func commit(_ group: [ChangeSet]) throws -> [GraphSnapshot] {
        let saves = try queue.enqueue(group) { changes, before, after in try written(changes, before, &after) }
        // They are adjacent in the queue, so they are written and completed together.
        if let last = saves.last { try write(last) }
        return saves.map(\.contents.snapshot)
    }

    /// Prepares the data that a save writes for a change set, and the state after it.
    private func written(
        _ changes: ChangeSet, _ before: StoreContents, _ after: inout StoreContents
    ) throws -> CommitQueue.Written {
        after.snapshot = try before.snapshot.applying(changes)
        // If a change affects most of the store, writing the file is faster than a line in the journal.
        let isLarge = changes.count > 1000 && changes.count > before.snapshot.objectCount / 2
        return CommitQueue.Written(
            members: isLarge ? nil : changeWriter.members(of: changes, from: before, to: after),
            values: external.values(in: changes, of: after.snapshot.layout))
    }

    /// Replaces the metadata of the store.
    func setMetadata(_ metadata: [UInt8]) throws {
        let save = queue.enqueue { before, after in
            after.metadata = metadata
            return CommitQueue.Written(members: changeWriter.members(of: ChangeSet(), from: before, to: after))
        }
        try write(save)
    }

    /// Waits until a save is written, and writes it with all other waiting saves unless another task has.
    private func write(_ save: CommitQueue.Save) throws {
        files.withLock { files in
            guard save.ticket.outcome == nil else { return }
            let saves = queue.takeAll()
            do {
                try write(saves, &files)
                queue.publish(saves)
                log.saved(saves.count, journalBytes: files.journalCount)
            } catch {
                let error = refusal(error)
                queue.fail(saves, error)
                log.failed(error)
            }
            compactIfDue(files)
        }
        try save.ticket.outcome?.get()
    }

    private func refusal(_ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as UncertainOutcomeError:
            StoreError(
                .uncertain, location: paths.file, "the store cannot tell whether the save reached the disk: \(error)")
        default: StoreError(.fileSystem, location: paths.file, "the store cannot be saved: \(error)")
        }
    }

    private func write(_ saves: [CommitQueue.Save], _ files: inout StoreFiles) throws {
        guard let last = saves.last else { return }
        try files.checkUnchanged()
        // Before anything refers to them.
        for value in saves.flatMap(\.written.values) {
            try external.data.write(
                value.data, named: value.name, operations: operations, isSynchronous: options.durability != .off)
        }
        let members = saves.compactMap(\.written.members)
        let sizeBytes = members.reduce(0) { $0 + $1.count }
        let baseSizeBytes = files.base?.sizeBytes ?? 0
        guard files.canAppend, members.count == saves.count,
            sizeBytes <= max(Self.smallSizeBytes, baseSizeBytes / 2)
        else {
            let file = atomicFile(".new")
            let identity = try file.prepare(permissions: files.permissions) { write in
                try writer.write(last.contents, to: write)
            }
            let sequence = files.sequence + Int64(saves.count)
            try files.replace(with: identity, prepared: file, upTo: sequence)
            log.replaced(identity.sizeBytes)
            return removeUnusedValues(last.contents, files)
        }
        try files.append(members)
    }

    /// If the file contains all saves, removes the large values that it does not refer to.
    private func removeUnusedValues(_ contents: StoreContents, _ files: borrowing StoreFiles) {
        guard external.isPossible, files.journalCount == nil else { return }
        external.data.forget { contents.snapshot.row(of: $0) != nil }
        let count = external.data.removeAll(but: external.names(in: contents.snapshot), operations: operations)
        if count > 0 { log.collected(count) }
    }

    private func atomicFile(_ suffix: String) -> AtomicFile {
        AtomicFile(
            path: paths.file, operations: operations, isSynchronous: options.durability != .off,
            temporarySuffix: suffix)
    }
}

// Compaction.
extension StoreWriter {
    /// Merges the journal into the file. Meanwhile, readers and writers continue, but writers wait at the end.
    func compact() throws {
        try compacting.withLock { _ in
            let start = files.withLock { files in
                (contents: queue.published, sequence: files.sequence, base: files.base, count: files.journalCount)
            }
            guard let count = start.count, start.base != nil else { return }
            let file = atomicFile(".compact")
            let identity = try file.prepare(permissions: files.withLock { $0.permissions }) { write in
                try writer.write(start.contents, to: write)
            }
            try files.withLock { files in
                // A save has written the file in the meantime, so nothing is left to do.
                guard files.base == start.base, files.journalCount != nil else { return file.discard() }
                try files.checkUnchanged()
                try files.replace(with: identity, prepared: file, upTo: start.sequence, foldedCount: count)
                log.compacted(identity.sizeBytes)
                removeUnusedValues(start.contents, files)
            }
        }
    }

    private func compactIfDue(_ files: borrowing StoreFiles) {
        guard options.compaction == .automatic, let base = files.base,
            files.unfoldedCount > max(Self.journalSizeBytes, base.sizeBytes / 2),
            !isCompactionDue.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        DispatchQueue.global(qos: .utility).async(group: background) { [self] in
            // Saves do not depend on it. If it fails, the journal keeps growing, and the store tries again.
            try? compact()
            isCompactionDue.store(false, ordering: .releasing)
        }
    }

    /// Finishes work in the background, completes the file if that is cheap, and releases the store.
    func close() {
        background.wait()
        if options.compaction == .automatic, isClosingWorthwhile { try? compact() }
        files.withLock { $0.close() }
        lock.release()
        log.closed()
    }

    private var isClosingWorthwhile: Bool {
        files.withLock { files in
            guard let base = files.base, let count = files.journalCount else { return false }
            return base.sizeBytes <= Self.closingSizeBytes || count > base.sizeBytes / 4
        }
    }
}

extension ChangeSet {
    var count: Int { inserted.count + updated.count + deleted.count }
}

extension GraphSnapshot {
    var objectCount: Int { tables.reduce(0) { $0 + $1.count } }
}
