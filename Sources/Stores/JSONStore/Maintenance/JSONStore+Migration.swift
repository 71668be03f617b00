public import ColumnEngine
import Dispatch
package import FileAccess
public import Foundation
public import StoreMigration
import Synchronization

extension JSONStore {
    /// Migrates a store that was written with an earlier version of the model.
    ///
    /// The method replaces the store as a whole when its migrated copy is complete, so after a crash, either the old or
    /// the new store remains. The store keeps its identifier, its metadata, the numbers of its objects, and its
    /// history. The history uses the old names of entities and properties for earlier saves.
    ///
    /// ```swift
    /// print(try JSONStore.migrate(url, to: newModel, isDryRun: true))  // What would change
    /// let report = try JSONStore.migrate(url, to: newModel)
    /// ```
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - model: The new model of the store.
    ///   - migration: The elements to drop, and the stages of the migration.
    ///   - options: The options for reading and writing the store.
    ///   - isDryRun: Whether to write nothing.
    /// - Returns: The changes; empty for a store of this model.
    /// - Throws: `MigrationError`, the error of a policy, or `StoreError` if the store cannot be read or
    ///   written, or is in use. In this case, the store is unchanged.
    @discardableResult
    public static func migrate(
        _ url: URL, to model: ManagedObjectModel, migration: MigrationOptions = .automatic,
        options: JSONStoreOptions = JSONStoreOptions(), isDryRun: Bool = false
    ) throws -> MigrationReport {
        try migrate(url, to: model, migration: migration, options: options, isDryRun: isDryRun, operations: .system)
    }

    /// Like ``migrate(_:to:migration:options:isDryRun:)``, on a given file system.
    @discardableResult
    package static func migrate(
        _ url: URL, to model: ManagedObjectModel, migration: MigrationOptions, options: JSONStoreOptions,
        isDryRun: Bool = false, operations: FileOperations
    ) throws -> MigrationReport {
        let url = StoreLocation.resolvingLinks(url)
        let paths = StorePaths(file: url.path(percentEncoded: false))
        try paths.checkFiles()
        let lock = isDryRun ? nil : try StoreLock(storePath: paths.file)
        defer { lock?.release() }
        return try StoreMigrator(
            paths: paths, model: model, migration: migration, options: options, operations: operations
        ).migrate(isDryRun: isDryRun)
    }
}

/// Migrates a locked store.
struct StoreMigrator {
    let paths: StorePaths
    let model: ManagedObjectModel
    let migration: MigrationOptions
    let options: JSONStoreOptions
    let operations: FileOperations

    func migrate(isDryRun: Bool) throws -> MigrationReport {
        let stored = try StoredModel.read(paths.file)
        guard !stored.isWritten(with: model) else { return MigrationReport() }
        let run = MigrationRun(to: model, options: migration)
        let old = try run.requireSourceModel(
            held: try stored.model(path: paths.file), location: paths.file, where: stored.isWritten)
        let external = ExternalData(folder: paths.data)
        let opening = StoreOpening(
            paths: paths, reader: StoreFileReader(model: old, path: paths.file, external: external),
            maximumSizeBytes: options.maximumSizeBytes, sharing: options.sharing)
        guard let opened = try opening.open() else {
            throw StoreError(.fileSystem, location: paths.file, "there is no store to migrate")
        }
        let (contents, report) = try migrated(opened.contents, by: run, from: old, isDryRun: isDryRun)
        guard !isDryRun else { return report }
        if let backupURL = migration.backupURL { try backUp(to: backupURL, model: old) }
        do {
            try write(consume contents, in: consume opened, external)
            StoreLog(options.logger, store: paths.file).migrated(report)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.fileSystem, location: paths.file, "the migrated store cannot be written: \(error)")
        }
        return report
    }

    /// The migrated contents of the store, and the report of the changes.
    ///
    /// - Parameter isDryRun: Whether to only report the changes.
    private func migrated(
        _ contents: StoreContents, by run: MigrationRun, from old: ManagedObjectModel, isDryRun: Bool
    ) throws -> (contents: StoreContents, report: MigrationReport) {
        let outcome = try run.run(contents.snapshot, lastNumbers: contents.lastNumbers, from: old)
        var migrated = StoreContents(identifier: contents.identifier, model: model)
        migrated.metadata = contents.metadata
        migrated.unknown = contents.unknown
        if !isDryRun { migrated.unknownOfObjects = try unknownMembers(contents, outcome) }
        migrated.lastNumbers = outcome.lastNumbers
        migrated.snapshot = outcome.snapshot
        return (migrated, outcome.report)
    }

    /// The members that are unknown in the format, the older model, and the newer model. Two members with the same name
    /// would make the store unreadable.
    private func unknownMembers(
        _ contents: StoreContents, _ outcome: MigrationRun.Outcome
    ) throws(StoreError) -> [ObjectReference: UnknownMembers] {
        var kept: [ObjectReference: UnknownMembers] = [:]
        for (old, unknown) in contents.unknownOfObjects {
            guard let reference = outcome.newReference(old) else { continue }
            let entity = outcome.snapshot.layout.entities[reference.entityOrdinal]
            if let member = unknown.members.first(where: { entity.hasProperty(named: $0.name) }) {
                throw StoreError(
                    .malformed, location: paths.file,
                    """
                    \(entity.name) \(reference.number) has an unknown key '\(member.name)' with the name of a property \
                    of the newer version of the model; remove or rename the key
                    """)
            }
            kept[reference] = unknown
        }
        return kept
    }

    private func backUp(to target: URL, model: ManagedObjectModel) throws {
        func open(_ url: URL) throws -> JSONStore {
            try JSONStore(at: url, model: model, options: JSONStoreOptions(isReadOnly: true))
        }
        let url = URL(filePath: paths.file)
        try StoreCopy.backUp(
            storeAt: paths.file, to: target.path(percentEncoded: false), model: model, openStore: { try open(url) },
            openBackup: { try open(target) }, copy: { try open(url).backUp(to: target) })
    }

    /// Replaces the store by the migrated one.
    private func write(
        _ contents: consuming StoreContents, in opened: consuming OpenedStore, _ external: ExternalData
    ) throws {
        var files = try StoreFiles(
            paths: paths, operations: operations, durability: options.durability,
            storeIdentifier: contents.identifier, opened: opened)
        defer { files.close() }
        try files.checkUnchanged()
        let isSynchronous = options.durability != .off
        let values = ExternalValues(external, model: model)
        // Before anything refers to them.
        for value in values.all(in: contents.snapshot) {
            try external.write(value.data, named: value.name, operations: operations, isSynchronous: isSynchronous)
        }
        let file = AtomicFile(path: paths.file, operations: operations, isSynchronous: isSynchronous)
        let check = CopyCheck()
        let identity: BaseIdentity
        do {
            // The bytes are checked while they are written to the medium, but not before: reading a file that still
            // changes would start over.
            identity = try file.prepare(permissions: files.permissions) { [contents] in
                check.begin { try self.checkedCopy(at: file.temporaryPath, of: contents, external) }
            } _: { [contents] write in
                try StoreFileWriter(model: model, external: external, sharing: options.sharing)
                    .write(contents, to: write)
            }
            guard try check.finish() == identity else {
                throw StoreError(
                    .malformed, location: paths.file,
                    "the migrated copy has other bytes than were written; the store is unchanged")
            }
        } catch {
            _ = try? check.finish()
            file.discard()
            throw error
        }
        // The objects are released while the file system moves the copy into place.
        let finished = FinishedObjects(consume contents, consume opened, check)
        DispatchQueue.global().async { finished.release() }
        try files.replace(with: identity, prepared: file, upTo: files.sequence)
    }

    /// Reads the migrated copy like any reader, and checks its contents.
    private func checkedCopy(
        at copy: String, of contents: StoreContents, _ external: ExternalData
    ) throws -> OpenedStore {
        let opening = StoreOpening(
            paths: StorePaths(file: copy), reader: StoreFileReader(model: model, path: copy, external: external),
            maximumSizeBytes: options.maximumSizeBytes, sharing: options.sharing, known: contents)
        guard let opened = try opening.open() else {
            throw StoreError(.fileSystem, location: paths.file, "the migrated copy was removed before it was checked")
        }
        let written = opened.contents
        guard written.identifier == contents.identifier, written.lastNumbers == contents.lastNumbers else {
            throw StoreError(.malformed, location: paths.file, "the migrated copy belongs to another store")
        }
        if let objectID = contents.snapshot.firstDifference(from: written.snapshot) {
            throw StoreError(
                .malformed, location: paths.file,
                "the migrated copy has wrong values for \(objectID); the store is unchanged")
        }
        return opened
    }
}

/// Work on a copy while the copy is written to the medium.
private final class CopyCheck: Sendable {
    private let group = DispatchGroup()
    private let result = Mutex<Result<OpenedStore, any Error>?>(nil)

    func begin(_ work: @escaping @Sendable () throws -> OpenedStore) {
        DispatchQueue.global().async(group: group) {
            let result = Result { try work() }
            self.result.withLock { $0 = result }
        }
    }

    /// Waits for the work.
    ///
    /// - Returns: The identity of the copy's bytes; nil if the work has not begun.
    /// - Throws: The error of the work.
    func finish() throws -> BaseIdentity? {
        group.wait()
        return try result.withLock { $0 }?.get().base
    }

    /// Releases the copy.
    func release() {
        let copy = result.withLock { $0.take() }
        withExtendedLifetime(copy) {}
    }
}

/// The objects of a finished migration. As this has the only references, the thread that calls ``release()`` frees
/// them.
private final class FinishedObjects: Sendable {
    private let objects: Mutex<(contents: StoreContents, opened: OpenedStore)?>
    private let check: CopyCheck

    init(_ contents: consuming StoreContents, _ opened: consuming OpenedStore, _ check: CopyCheck) {
        objects = Mutex((contents, opened))
        self.check = check
    }

    func release() {
        let finished = objects.withLock { $0.take() }
        withExtendedLifetime(finished) {}
        check.release()
    }
}
