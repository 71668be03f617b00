public import ColumnEngine
package import FileAccess
public import Foundation
import ObjectGraph

extension JSONStore {
    /// Checks a store for all problems: its format, checksums, references, inverses, and violations of the model. This
    /// method changes nothing, and takes no lock.
    ///
    /// ```swift
    /// for finding in try JSONStore.check(url, model: model) { print(finding) }
    /// ```
    ///
    /// - Returns: The problems: first unreadable parts, then links on which two sides disagree or that point to no
    ///   object, and then, if the store can be opened, violations of the model. Empty if there are none.
    /// - Throws: `StoreError` if there is nothing to check.
    public static func check(_ url: URL, model: ManagedObjectModel) throws -> [StoreFinding] {
        let paths = StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        do {
            let store = try JSONStore(at: url, model: model, options: JSONStoreOptions(isReadOnly: true))
            let checkup =
                storedModelFindings(paths.file)
                + (try StoreCheck(store: store, model: model, path: paths.file).findings())
            // The sides are not compared again after the saves of the journal.
            guard SideCheck(snapshot: store.snapshot, model: model).first() != nil else { return checkup }
            return try StoreSalvage(paths: paths, model: model, newIdentifier: UUID()).findings + checkup
        } catch let error as StoreError where error.code == .malformed || error.code == .damagedJournal {
            let findings = try StoreSalvage(paths: paths, model: model, newIdentifier: UUID()).findings
            return findings.isEmpty ? [error.finding] : findings
        } catch let error as StoreError where error.code != .fileSystem {
            return [error.finding]
        }
    }

    /// The problems of the model in a file, which only matter for a migration.
    private static func storedModelFindings(_ path: String) -> [StoreFinding] {
        do throws(StoreError) {
            _ = try StoredModel.read(path).model(path: path)
            return []
        } catch {
            return [error.finding]
        }
    }

    /// The paths of the files of objects' large values that somebody has changed since the store wrote them.
    ///
    /// - Throws: `StoreError` if the folder or a file cannot be read.
    package var changedValueFiles: [String] {
        get throws {
            try ExternalValues(external, model: model).namesOfChangedFiles(in: snapshot).map(external.path(of:))
        }
    }

    /// Repairs a damaged store: keeps all readable parts, writes the rest to a file next to it,
    /// `<name>.rejected.jsonl`, and copies the original files to `<name>.damaged`. The large values of
    /// rejected parts are kept in `<name>.damaged.data`.
    ///
    /// If the two sides of a relationship disagree, the repair keeps every link that either side has, as far as to-one
    /// relationships allow; see <doc:StoreFormat>. A required relationship can become empty, but its object stays.
    /// Derived attributes with wrong values are computed again, which a save adds to the journal. A store without
    /// problems stays unchanged.
    ///
    /// ```swift
    /// let report = try JSONStore.repair(url, model: newModel)
    /// for finding in report.findings { print(finding) }
    /// ```
    ///
    /// - Returns: The problems, and the decision on each link.
    /// - Throws: `StoreError`, including for a store of another model or a newer format, and for a file that is not a
    ///   store. In this case, the file is unchanged.
    public static func repair(_ url: URL, model: ManagedObjectModel) throws -> RepairReport {
        try repair(url, model: model, operations: .system)
    }

    /// Like ``repair(_:model:)``, on a given file system.
    package static func repair(
        _ url: URL, model: ManagedObjectModel, operations: FileOperations
    ) throws -> RepairReport {
        let url = StoreLocation.resolvingLinks(url)
        let paths = StorePaths(file: url.path(percentEncoded: false))
        try paths.checkFiles()
        guard FileStamp(paths.file) != nil else {
            throw StoreError(.fileSystem, location: paths.file, "there is no store to repair")
        }
        let lock = try StoreLock(storePath: paths.file)
        var report: RepairReport
        do {
            defer { lock.release() }
            report = try StoreError.wrapping(paths.file, "the store cannot be repaired") {
                try StoreRepair(paths: paths, model: model, operations: operations).perform()
            }
        }
        let reading = JSONStoreOptions(isReadOnly: true)
        guard !model.derivations.isEmpty,
            try !DerivedValueCheck(of: JSONStore(at: url, model: model, options: reading), model: model)
                .findings().isEmpty
        else { return report }
        report.derivedValues = try DerivedValueCheck(of: JSONStore(at: url, model: model), model: model).repair()
            .map { $0.repairedFinding(in: paths.file) }
        return report
    }

    /// Writes the latest committed state to another file, complete and without a journal, while saves continue.
    ///
    /// The copy has no history, and does not record one until it is told to.
    ///
    /// ```swift
    /// let store = try JSONStore(at: url, model: model)
    /// try store.backUp(to: backupURL)  // Contexts can save meanwhile.
    /// ```
    ///
    /// - Throws: `StoreError` if the file cannot be written, or already exists.
    public func backUp(to target: URL) throws {
        let path = StoreLocation.resolvingLinks(target).path(percentEncoded: false)
        let paths = StorePaths(file: path)
        try paths.checkAreUnused()
        let values = ExternalData(folder: paths.data)
        var copied: [String] = []
        do {
            let contents = contents
            // From memory, because a save may have removed files since, to which only this state refers.
            let all = ExternalValues(external, model: model).all(in: contents.snapshot)
            let new = all.map(\.name).filter { FileStamp(values.path(of: $0)) == nil }
            // A file with the name of the backup needs its values.
            let removal = { @Sendable in if FileKind(ofEntryAt: path) == nil { values.remove(new) } }
            try UnfinishedFiles.whileWriting(values.folder, removal: removal) {
                copied = try values.write(all)
                let file = AtomicFile(besideFilesOfUser: path)
                try file.prepare(permissions: nil) { write in
                    _ = try StoreFileWriter(model: model, external: external).write(contents, to: write)
                }
                try UnfinishedFiles.finish { try file.replace() }
            }
        } catch {
            // A part of a backup would keep a full disk full, and a file whose outcome is uncertain is not a backup.
            if error is UncertainOutcomeError { FileOperations.system.remove(path) }
            values.remove(copied)
            throw StoreError(.fileSystem, location: path, "the backup cannot be written: \(error)")
        }
    }

    /// Copies a store to a URL without a store (rule STO-9). The method only reads the seed.
    ///
    /// ```swift
    /// try JSONStore.seed(url, from: backupURL, model: model)  // The backup stays as it is.
    /// ```
    ///
    /// - Throws: `StoreError` if the seed is not an intact store of the model, or cannot be copied, or if there is
    ///   something other than files at the URL. In this case, the URL has no store.
    public static func seed(_ url: URL, from seed: URL, model: ManagedObjectModel) throws {
        let url = StoreLocation.resolvingLinks(url)
        let paths = StorePaths(file: url.path(percentEncoded: false))
        try paths.checkFiles()
        func storeExists() -> Bool { FileStamp(paths.file) != nil || FileStamp(paths.journal) != nil }
        guard !storeExists() else { return }
        try StoreLocation.createFolder(of: url)
        let lock = try StoreLock(storePath: paths.file)
        defer { lock.release() }
        guard !storeExists() else { return }
        try JSONStore(at: seed, model: model, options: JSONStoreOptions(isReadOnly: true)).backUp(to: url)
    }

    /// Whether there is anything that belongs to a store next to its file, which need not exist: a journal, a history,
    /// or large values.
    package static func hasOtherFiles(at url: URL) -> Bool {
        let paths = StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        return [paths.journal, paths.history, paths.data].contains { FileReader.itemExists(at: $0) }
    }

    /// Removes a store's files (rule STO-17). If the URL is a link, these are the files of its destination, and the
    /// link stays.
    ///
    /// ```swift
    /// try JSONStore.destroy(at: url)  // With its journal and its large values
    /// ```
    ///
    /// - Throws: `StoreError` if the store is in use, a file cannot be removed, or there is anything in the place of a
    ///   file that the store did not write: a device, a pipe, a socket, a folder, or a file that is not a store. In
    ///   these cases, nothing was removed, except if it is the removal that failed.
    public static func destroy(at url: URL) throws {
        let removal = StoreRemoval(
            paths: StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false)))
        guard try removal.check() else { return }
        let lock = try StoreLock(storePath: removal.paths.file)
        defer { lock.release() }
        try removal.run()
    }

    /// Throws the error of ``destroy(at:)`` about what is at the URL, and changes nothing.
    package static func checkIsDestroyable(at url: URL) throws {
        _ = try StoreRemoval(
            paths: StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        ).check()
    }
}
