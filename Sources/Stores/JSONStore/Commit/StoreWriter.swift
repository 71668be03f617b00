import ColumnEngine
import Dispatch
import FileAccess
import Foundation
import StoreMigration
import Synchronization

/// A store that this process writes to: its commits, its files, and the merging of the journal into the file.
final class StoreWriter: Sendable {
    /// What readers see, and the last assigned numbers. Locked only briefly.
    private struct State {
        /// The state that the files contain.
        var contents: StoreContents
        /// The last assigned numbers, saved or not.
        var lastNumbers: [String: Int64]
    }

    /// The data that a save writes.
    private struct Save {
        /// The members of its line in the journal; nil if the file must be written.
        var members: [UInt8]?
        /// The values in separate files.
        var values: [(name: String, data: Data)] = []
        /// The state after the save.
        var contents: StoreContents
    }

    private let state: Mutex<State>
    /// Locked for a whole commit, so each is checked against the state after the one before it.
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
    private let texts: JSONTextCheck
    private let log: StoreLog

    init(
        _ contents: StoreContents, files: StoreFiles, lock: StoreLock, model: ManagedObjectModel,
        external: ExternalData, options: JSONStoreOptions
    ) {
        self.external = ExternalValues(external, model: model)
        texts = JSONTextCheck(model: model, path: files.paths.file)
        log = StoreLog(options.logger, store: files.paths.file)
        state = Mutex(State(contents: contents, lastNumbers: contents.lastNumbers))
        paths = files.paths
        operations = files.operations
        self.files = Mutex(files)
        writer = StoreFileWriter(model: model, external: external, sharing: options.sharing)
        changeWriter = ChangeWriter(model: model, formats: writer.formats, objects: writer.objects)
        self.lock = lock
        self.options = options
    }

    /// The state that the files contain.
    var published: StoreContents { state.withLock { $0.contents } }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try state.withLock { state in
            let last = state.lastNumbers[name, default: 0]
            let (next, overflow) = last.addingReportingOverflow(Int64(count))
            guard !overflow else {
                throw StoreError(.malformed, location: paths.file, "there are no numbers left for '\(name)'")
            }
            state.lastNumbers[name] = next
            return last + 1
        }
    }

    /// Commits a change set.
    ///
    /// - Returns: The state after it.
    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try write { before in [try save(of: changes, after: before) { try before.snapshot.applying(changes) }] }
    }

    /// Commits several change sets, all of them or none. They wait for the medium once.
    ///
    /// - Parameter states: The states after the change sets.
    func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws {
        _ = try write { before in
            guard states.first?.generation == before.snapshot.generation + 1 else {
                // They were applied to another state.
                throw MergeConflictError(objectIDs: [])
            }
            var saves: [Save] = []
            for (changes, state) in zip(group, states) {
                saves.append(try save(of: changes, after: saves.last?.contents ?? before) { state })
            }
            return saves
        }
    }

    /// Prepares the data that a save writes for a change set, and the state after it.
    ///
    /// - Parameter snapshot: Returns the objects after the save.
    private func save(
        of changes: ChangeSet, after before: StoreContents, _ snapshot: () throws -> GraphSnapshot
    ) throws -> Save {
        try texts.check(changes, of: before.snapshot.layout)
        var after = before
        after.lastNumbers = state.withLock(\.lastNumbers)
        after.snapshot = try snapshot()
        // If a change affects most of the store, writing the file is faster than a line in the journal.
        let isLarge = changes.count > 1000 && changes.count > before.snapshot.objectCount / 2
        return Save(
            members: isLarge ? nil : changeWriter.members(of: changes, from: before, to: after),
            values: external.values(in: changes, of: after.snapshot.layout), contents: after)
    }

    /// Replaces the metadata of the store.
    func setMetadata(_ metadata: [UInt8]) throws {
        _ = try write { before in
            var after = before
            after.lastNumbers = state.withLock(\.lastNumbers)
            after.metadata = metadata
            return [Save(members: changeWriter.members(of: ChangeSet(), from: before, to: after), contents: after)]
        }
    }

    /// Writes saves, which a closure prepares from the state before them, and makes the state after them visible.
    ///
    /// - Returns: The state after the saves.
    private func write(_ prepare: (_ before: StoreContents) throws -> [Save]) throws -> GraphSnapshot {
        try files.withLock { files in
            let before = published
            let saves = try prepare(before)
            guard let last = saves.last else { return before.snapshot }
            defer { compactIfDue(files) }
            do {
                try write(saves, last.contents, &files)
            } catch {
                let error = refusal(error)
                log.failed(error)
                throw error
            }
            state.withLock { $0.contents = last.contents }
            log.saved(saves.count, journalBytes: files.journalCount)
            return last.contents.snapshot
        }
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

    private func write(_ saves: [Save], _ last: StoreContents, _ files: inout StoreFiles) throws {
        try files.checkUnchanged()
        // Before anything refers to them.
        for value in saves.flatMap(\.values) {
            try external.data.write(
                value.data, named: value.name, operations: operations, isSynchronous: options.durability != .off)
        }
        let members = saves.compactMap(\.members)
        let sizeBytes = members.reduce(0) { $0 + $1.count }
        let baseSizeBytes = files.base?.sizeBytes ?? 0
        guard files.canAppend, members.count == saves.count,
            sizeBytes <= max(Self.smallSizeBytes, baseSizeBytes / 2)
        else {
            try writeMissingValues(of: last)
            let file = atomicFile(".new")
            let identity = try file.prepare(permissions: files.permissions) { write in
                try writer.write(last, to: write)
            }
            let sequence = files.sequence + Int64(saves.count)
            try files.replace(with: identity, prepared: file, upTo: sequence)
            log.replaced(identity.sizeBytes)
            return removeUnusedValues(last, files)
        }
        try files.append(members)
    }

    /// If the file contains all saves, removes the large values that it does not refer to.
    private func removeUnusedValues(_ contents: StoreContents, _ files: borrowing StoreFiles) {
        guard external.isPossible, files.journalCount == nil else { return }
        let names = external.names(in: contents.snapshot)
        external.data.forget(allBut: names) { contents.snapshot.row(of: $0) != nil }
        let count = external.data.removeAll(but: names, operations: operations)
        if count > 0 { log.removedUnusedValues(count) }
    }

    private func writeMissingValues(of contents: StoreContents) throws {
        try external.writeMissing(
            in: contents.snapshot, operations: operations, isSynchronous: options.durability != .off)
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
                (contents: published, sequence: files.sequence, base: files.base, count: files.journalCount)
            }
            guard let count = start.count, start.base != nil else { return }
            try writeMissingValues(of: start.contents)
            let file = atomicFile(".compact")
            let identity = try file.prepare(permissions: files.withLock { $0.permissions }) { write in
                try writer.write(start.contents, to: write)
            }
            try files.withLock { files in
                // A save has written the file in the meantime, so nothing is left to do.
                guard files.base == start.base, files.journalCount != nil else { return file.discard() }
                do {
                    try files.checkUnchanged()
                } catch {
                    file.discard()
                    throw error
                }
                try files.replace(with: identity, prepared: file, upTo: start.sequence, foldedCount: count)
                log.mergedJournal(identity.sizeBytes)
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

    /// Finishes work in the background, completes the file if that is cheap, and releases the store. Later saves throw.
    func close() {
        background.wait()
        if options.compaction == .automatic, isClosingWorthwhile { try? compact() }
        let isFirst = files.withLock { files in
            defer { files.close() }
            return !files.isClosed
        }
        guard isFirst else { return }
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
