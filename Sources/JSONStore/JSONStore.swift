import FileAccess
public import Foundation
public import ObjectGraph

/// A store that keeps a graph in a JSON file, which people, `jq` and `git diff` can read.
///
/// A small save appends a line to the journal beside the file, a large one replaces the file; the journal is folded into
/// the file when that pays. After a crash the store has every save that returned, and no part of another. One process at
/// a time may write to a store; others may read it meanwhile, and see its saves.
public final class JSONStore: GroupCommittingStore {
    /// The identity that the file holds: the same each time it is opened, and in a copy of it.
    public let identifier: UUID
    /// The store's file.
    public let url: URL
    /// What was found damaged and passed over; see ``JSONStoreOptions/readsUpToDamage``.
    public let damage: JSONStoreError?

    /// Where each save is kept that the program wants to be kept, beside the store's file.
    public let history: (any PersistentHistoryStore)?

    /// Whether the file was read line by line when the store was opened, by as many threads as there are.
    package let isReadByLine: Bool

    private let access: Access
    let model: ManagedObjectModel
    /// Where large binary values are.
    let external: ExternalData

    private enum Access {
        case writing(StoreCore)
        case reading(StoreFollower)
    }

    /// Opens the store at a place. There need not be a file yet: the first save makes it, and its folders.
    ///
    /// - Throws: ``JSONStoreError``. The files are never changed by opening them.
    public convenience init(
        at url: URL, model: ManagedObjectModel, options: JSONStoreOptions = JSONStoreOptions()
    ) throws {
        try self.init(at: url, model: model, options: options, operations: .system, newIdentifier: UUID())
    }

    package init(
        at url: URL, model: ManagedObjectModel, options: JSONStoreOptions = JSONStoreOptions(),
        operations: FileOperations, newIdentifier: UUID
    ) throws {
        // Through links: a save would put a plain file in a link's place.
        let url = StoreLocation.resolvingLinks(url)
        self.url = url
        self.model = model
        let paths = StorePaths(file: url.path(percentEncoded: false))
        try paths.checkFiles()
        let external = ExternalData(folder: paths.data)
        self.external = external
        let log = StoreLog(options.logger, path: paths.file)
        let opener = StoreOpener(
            paths: paths, reader: StoreReader(model: model, path: paths.file, external: external),
            maximumSizeBytes: options.maximumSizeBytes, sharing: options.sharing,
            readsUpToDamage: options.readsUpToDamage)
        let lock = options.isReadOnly ? nil : try Self.lock(paths, of: url)
        let opened: OpenedStore?
        do {
            opened = try opener.open()
        } catch {
            log.refused(error)
            throw error
        }
        log.opened(opened, isReadOnly: options.isReadOnly)
        damage = opened?.damage
        isReadByLine = opened?.isReadByLine ?? false
        guard let lock, damage == nil else {
            guard let opened else {
                throw JSONStoreError(.fileSystem, path: paths.file, "there is no store to be read")
            }
            identifier = opened.contents.identifier
            history = try Self.history(paths, opened, identifier, model, options, operations, isReadOnly: true)
            access = .reading(StoreFollower(opener, opened))
            return
        }
        let contents = opened?.contents ?? StoreContents(identifier: newIdentifier, model: model)
        identifier = contents.identifier
        history = try Self.history(paths, opened, identifier, model, options, operations)
        let files: StoreFiles
        do {
            files = try StoreFiles(
                paths: paths, operations: operations, synchronous: options.synchronous, storeIdentifier: identifier,
                opened: opened)
        } catch {
            throw JSONStoreError(.fileSystem, path: paths.journal, "the journal cannot be opened: \(error)")
        }
        access = .writing(
            StoreCore(contents, files: files, lock: lock, model: model, external: external, options: options))
    }

    deinit {
        if case .writing(let core) = access { core.close() }
    }

    /// Whether saves throw.
    public var isReadOnly: Bool {
        if case .reading = access { true } else { false }
    }

    /// ``url``.
    public var storeURL: URL? { url }

    /// The latest committed state. A store that is opened for reading looks for saves of other processes; what it cannot
    /// read it leaves for ``refresh()`` to report.
    public var snapshot: GraphSnapshot {
        switch access {
        case .writing(let core): return core.published.snapshot
        case .reading(let follower):
            try? follower.refresh()
            return follower.contents.snapshot
        }
    }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try writing.reserveNumbers(count, forRootEntityNamed: name)
    }

    public func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try writing.commit(changes)
    }

    public func commit(_ group: [ChangeSet]) throws -> [GraphSnapshot] {
        try writing.commit(group)
    }

    /// Takes in what other processes have saved, in a store that is opened for reading.
    ///
    /// - Throws: ``JSONStoreError`` when the store cannot be read any more. Its state stays the one that was read last.
    public func refresh() throws {
        if case .reading(let follower) = access { try follower.refresh() }
    }

    /// Folds the journal into the file, so that the file holds everything. Readers do not wait for it.
    public func compact() throws {
        do {
            try writing.compact()
        } catch let error as JSONStoreError {
            throw error
        } catch {
            throw JSONStoreError(
                .fileSystem, path: url.path(percentEncoded: false), "the journal cannot be folded in: \(error)")
        }
    }

    /// What programs have attached to the store: a JSON object (rules STO-11 and STO-12).
    public var metadata: Data {
        switch access {
        case .writing(let core): Data(core.published.metadata)
        case .reading(let follower): Data(follower.contents.metadata)
        }
    }

    /// Attaches a JSON object to the store, in place of the one it has, as durably as a save.
    ///
    /// - Throws: ``JSONStoreError`` for what is no JSON object, or when it cannot be saved.
    public func setMetadata(_ metadata: Data) throws {
        let core = try writing
        var header = StoreHeader()
        do {
            try JSONScanner.scan([UInt8](metadata)) { try header.readMetadata(&$0) }
        } catch let error as JSONError {
            throw JSONStoreError(error, path: url.path(percentEncoded: false))
        }
        try core.setMetadata(header.metadata)
    }

    /// The latest committed state.
    var contents: StoreContents {
        switch access {
        case .writing(let core): core.published
        case .reading(let follower): follower.contents
        }
    }

    /// How many saves wait for the one that is being written.
    package var waitingSaveCount: Int { (try? writing.waitingSaveCount) ?? 0 }

    private var writing: StoreCore {
        get throws {
            guard case .writing(let core) = access else {
                throw JSONStoreError(
                    .readOnly, path: url.path(percentEncoded: false), "the store was opened for reading only")
            }
            return core
        }
    }

    private static func history(
        _ paths: StorePaths, _ opened: OpenedStore?, _ identifier: UUID, _ model: ManagedObjectModel,
        _ options: JSONStoreOptions, _ operations: FileOperations, isReadOnly: Bool = false
    ) throws -> HistoryFile {
        var options = options
        options.isReadOnly = isReadOnly
        do {
            return try HistoryFile(
                path: paths.history, storeIdentifier: identifier, model: model, options: options,
                operations: operations, rights: opened?.stamp.rights, isNew: opened == nil)
        } catch let error as JSONStoreError {
            throw error
        } catch {
            throw JSONStoreError(.fileSystem, path: paths.history, "the history cannot be opened: \(error)")
        }
    }

    private static func lock(_ paths: StorePaths, of url: URL) throws -> StoreLock {
        try StoreLocation.makeFolder(of: url)
        return try StoreLock(storePath: paths.file)
    }
}
