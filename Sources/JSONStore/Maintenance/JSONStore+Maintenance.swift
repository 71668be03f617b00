import FileAccess
public import Foundation
public import ObjectGraph

extension JSONStore {
    /// What repairing a store has done.
    public struct RepairReport: Sendable {
        /// Everything that was wrong: what was not kept, then what was decided on links. Empty when the store was sound.
        public var findings: [StoreFinding] { rejectedParts + linkDecisions }
        /// What was not kept, in the order of the files.
        public var rejectedParts: [StoreFinding]
        /// What was decided on each link on which two sides of a relationship disagreed, or which led nowhere: in the
        /// order of the objects that have the links. No object is left out for a link.
        public var linkDecisions: [StoreFinding]
        /// The file with what was not kept; nil when all was kept.
        public var rejectedFile: URL?
        /// The copies of the store's files as they were.
        public var copies: [URL]
        /// How many objects the repaired store has.
        public var objectCount: Int
    }

    /// Looks for everything that is wrong in a store: its form, checksums, references, inverses, and what the model does
    /// not allow. Nothing is changed, and no lock is taken.
    ///
    /// - Returns: What is wrong: first what cannot be read, then links on which two sides disagree or which lead nowhere,
    ///   then what the model does not allow, where the store can be opened. Empty for a sound store.
    /// - Throws: ``JSONStoreError`` when there is nothing that could be looked at.
    public static func check(_ url: URL, model: ManagedObjectModel) throws -> [StoreFinding] {
        let paths = StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        do {
            let store = try JSONStore(at: url, model: model, options: JSONStoreOptions(isReadOnly: true))
            let checkup =
                storedModelFindings(paths.file)
                + (try ModelCheckup(
                    store: store, model: model, path: paths.file
                ).findings())
            // Nobody compares the sides again after the saves of the journal.
            guard SideCheck(snapshot: store.snapshot, model: model).first() != nil else { return checkup }
            return try StoreSalvage(paths: paths, model: model, newIdentifier: UUID()).findings + checkup
        } catch let error as JSONStoreError where error.code == .malformed || error.code == .damagedJournal {
            let findings = try StoreSalvage(paths: paths, model: model, newIdentifier: UUID()).findings
            return findings.isEmpty ? [StoreFinding(error)] : findings
        } catch let error as JSONStoreError where error.code != .fileSystem {
            return [StoreFinding(error)]
        }
    }

    /// What is wrong with the model that a file holds: nothing depends on it before the store is migrated.
    private static func storedModelFindings(_ path: String) -> [StoreFinding] {
        do throws(JSONStoreError) {
            _ = try StoredModel.read(path).model(path: path)
            return []
        } catch {
            return [StoreFinding(error)]
        }
    }

    /// Makes a sound store of a damaged one: keeps all that can be read, writes the rest to a file beside it,
    /// `<name>.rejected.jsonl`, and leaves copies of the files as they were, `<name>.damaged`.
    ///
    /// Where the two sides of a relationship disagree, every link that one of them has is kept, as far as a to-one has
    /// room for it; <doc:StoreFormat> says how. A required relationship may end up leading nowhere: its object is kept.
    /// A sound store is left as it is.
    ///
    /// - Returns: What was wrong, and what was decided on each link.
    /// - Throws: ``JSONStoreError``, also for a store of another model or a newer format; the store is as it was then.
    public static func repair(_ url: URL, model: ManagedObjectModel) throws -> RepairReport {
        let url = StoreLocation.resolvingLinks(url)
        let paths = StorePaths(file: url.path(percentEncoded: false))
        try paths.checkFiles()
        guard FileStamp(paths.file) != nil else {
            throw JSONStoreError(.fileSystem, path: paths.file, "there is no store to be repaired")
        }
        let lock = try StoreLock(storePath: paths.file)
        defer { lock.release() }
        do {
            return try StoreRepair(paths: paths, model: model).perform()
        } catch let error as JSONStoreError {
            throw error
        } catch {
            throw JSONStoreError(.fileSystem, path: paths.file, "the store cannot be repaired: \(error)")
        }
    }

    /// Writes the latest committed state to another file, complete and without a journal, while saves go on.
    ///
    /// - Throws: ``JSONStoreError`` when the file cannot be written, or is there already.
    public func backUp(to target: URL) throws {
        let path = StoreLocation.resolvingLinks(target).path(percentEncoded: false)
        guard !FileReader.isAnything(at: path) else {
            throw JSONStoreError(.fileSystem, path: path, "there is a file already; nothing was written")
        }
        do {
            let contents = contents
            let values = ExternalValues(external, model: model)
            try external.copy(
                values.names(in: contents.snapshot), to: ExternalData(folder: StorePaths(file: path).data))
            let file = AtomicFile(besideFilesOfUser: path)
            try file.prepare(rights: nil) { write in
                _ = try StoreWriter(model: model, external: external).write(contents, to: write)
            }
            try file.replace()
        } catch {
            throw JSONStoreError(.fileSystem, path: path, "the backup cannot be written: \(error)")
        }
    }

    /// Copies a store to where there is none yet (rule STO-9). The seed is only read.
    ///
    /// - Throws: ``JSONStoreError`` when the seed is no sound store of the model, or cannot be copied. There is no store
    ///   at the place then.
    public static func seed(_ url: URL, from seed: URL, model: ManagedObjectModel) throws {
        let url = StoreLocation.resolvingLinks(url)
        let paths = StorePaths(file: url.path(percentEncoded: false))
        func isThere() -> Bool { FileStamp(paths.file) != nil || FileStamp(paths.journal) != nil }
        guard !isThere() else { return }
        try StoreLocation.makeFolder(of: url)
        let lock = try StoreLock(storePath: paths.file)
        defer { lock.release() }
        guard !isThere() else { return }
        try JSONStore(at: seed, model: model, options: JSONStoreOptions(isReadOnly: true)).backUp(to: url)
    }

    /// Removes a store's files (rule STO-17).
    ///
    /// - Throws: ``JSONStoreError`` when the store is in use, or a file cannot be removed.
    public static func destroy(at url: URL) throws {
        let paths = StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        guard FileStamp(paths.file) != nil || FileStamp(paths.journal) != nil else { return }
        try paths.checkFiles()
        let lock = try StoreLock(storePath: paths.file)
        defer { lock.release() }
        // The journal first: without its file it would be one of a store that is gone.
        for path in [paths.history, paths.journal, paths.file] where FileStamp(path) != nil {
            FileOperations.system.remove(path)
            guard FileStamp(path) == nil else {
                throw JSONStoreError(.fileSystem, path: path, "the file cannot be removed")
            }
        }
        ExternalData(folder: paths.data).removeAll(but: [], operations: .system)
        FileOperations.system.remove(paths.lock)
    }
}
