public import ColumnEngine
package import FileAccess
public import Foundation
import JSONTokens
import StoreMigration

/// A store that keeps objects in a JSON file that people, `jq`, and `git diff` can read.
///
/// A small save appends a line to the journal next to the file, and a large save replaces the file. The store merges
/// the journal into the file when that is efficient. After a crash, the store has every save that returned, and no part
/// of another. One process at a time can write to a store. Other processes can read it at the same time, and see its
/// saves.
///
/// ```swift
/// let store = try JSONStore(at: url, model: .app, options: JSONStoreOptions(isReadOnly: true))
/// print(store.identifier, store.history == nil ? "without a history" : "with a history")
/// ```
public final class JSONStore: GroupCommittingResidentStore {
    /// The identifier of the store, which is the same each time you open it, and in copies of the file.
    public let identifier: UUID
    /// The store's file.
    public let url: URL
    /// The damage that the store ignored when it was opened; see ``JSONStoreOptions/toleratesDamagedJournal``.
    public let damage: StoreError?

    /// The history of the store, in a file next to the store's file.
    public let history: (any PersistentHistoryStore)?

    /// Whether the file was read line by line when the store was opened, by as many threads as there are.
    package let isReadByLine: Bool

    private let access: Access
    let model: ManagedObjectModel
    /// The folder of large binary values.
    let external: ExternalData

    private enum Access {
        case writing(StoreWriter)
        case reading(StoreFollower)
    }

    /// Opens the store at a URL. If there is no file, the first save creates it and its folders.
    ///
    /// - Throws: `StoreError`. Opening a store never changes its files.
    public convenience init(
        at url: URL, model: ManagedObjectModel, options: JSONStoreOptions = JSONStoreOptions()
    ) throws {
        try self.init(at: url, model: model, options: options, operations: .system, newIdentifier: UUID())
    }

    package init(
        at url: URL, model: ManagedObjectModel, options: JSONStoreOptions = JSONStoreOptions(),
        operations: FileOperations, newIdentifier: UUID
    ) throws {
        // Links are resolved, because a save would replace a link by a plain file.
        let url = StoreLocation.resolvingLinks(url)
        self.url = url
        self.model = model
        let paths = StorePaths(file: url.path(percentEncoded: false))
        try paths.checkFiles()
        let external = ExternalData(folder: paths.data)
        self.external = external
        let log = StoreLog(options.logger, store: paths.file)
        let opening = StoreOpening(
            paths: paths, reader: StoreFileReader(model: model, path: paths.file, external: external),
            maximumSizeBytes: options.maximumSizeBytes, sharing: options.sharing,
            toleratesDamagedJournal: options.toleratesDamagedJournal)
        let lock = options.isReadOnly ? nil : try Self.lock(paths, of: url)
        let opened: OpenedStore?
        do {
            opened = try opening.open()
        } catch {
            log.refused(error)
            throw error
        }
        log.opened(opened, isReadOnly: options.isReadOnly)
        damage = opened?.damage
        isReadByLine = opened?.isReadByLine ?? false
        guard let lock, damage == nil else {
            guard let opened else {
                throw StoreError(.fileSystem, location: paths.file, "there is no store to read")
            }
            identifier = opened.contents.identifier
            history = try Self.history(paths, opened, identifier, model, options, operations, isReadOnly: true)
            access = .reading(StoreFollower(opening, opened, log: log))
            return
        }
        let contents = opened?.contents ?? StoreContents(identifier: newIdentifier, model: model)
        identifier = contents.identifier
        history = try Self.history(paths, opened, identifier, model, options, operations)
        let files = try StoreError.wrapping(paths.journal, "the journal cannot be opened") {
            try StoreFiles(
                paths: paths, operations: operations, durability: options.durability,
                storeIdentifier: contents.identifier, opened: opened)
        }
        access = .writing(
            StoreWriter(contents, files: files, lock: lock, model: model, external: external, options: options))
    }

    deinit { close() }

    /// Releases the file, so that it can be opened again while the program still has the store. Without a call, the
    /// file is released with the store.
    ///
    /// Afterward, what is in memory can still be read, and saves throw an error. Closing a closed store does nothing.
    package func close() {
        if case .writing(let core) = access { core.close() }
    }

    /// Whether saves throw.
    public var isReadOnly: Bool {
        if case .reading = access { true } else { false }
    }

    public var storeURL: URL? { url }

    public var systemName: String { "json" }

    /// The latest committed state. A read-only store checks for saves of other processes. If it cannot read them,
    /// it keeps its last state, the logger gets the error, and ``refresh()`` throws it.
    public var snapshot: GraphSnapshot {
        switch access {
        case .writing(let core): core.published.snapshot
        case .reading(let follower): follower.latestContents.snapshot
        }
    }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try writing.reserveNumbers(count, forRootEntityNamed: name)
    }

    public func commit(_ changes: ChangeSet) throws -> GraphSnapshot { try writing.commit(changes) }

    public func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws {
        try writing.commit(group, resultingIn: states)
    }

    /// Reads the saves of other processes in a read-only store.
    ///
    /// - Throws: `StoreError` if the store can no longer be read. It keeps its last state.
    public func refresh() throws {
        if case .reading(let follower) = access { try follower.refresh() }
    }

    /// Merges the journal into the file. Readers do not wait.
    ///
    /// - Throws: An error if the store is read-only, or the file cannot be written.
    public func compact() throws {
        try StoreError.wrapping(
            url.path(percentEncoded: false), "the journal cannot be merged into the file", { try writing.compact() })
    }

    /// The metadata of the store, a JSON object (rules STO-11 and STO-12).
    public var metadata: Data {
        switch access {
        case .writing(let core): Data(core.published.metadata)
        case .reading(let follower): Data(follower.contents.metadata)
        }
    }

    /// Replaces the metadata of the store with a JSON object, as durably as a save.
    ///
    /// - Throws: `StoreError` if the value is not a JSON object, or cannot be saved.
    public func setMetadata(_ metadata: Data) throws {
        let core = try writing
        var header = StoreMetadata()
        do {
            // In the file, it is a member of an object.
            try JSONScanner.scan([UInt8](metadata), maximumDepth: StoreFormat.maximumDepth - 1) { scanner in
                try header.readMetadata(&scanner)
            }
        } catch let error as JSONError {
            throw StoreError(error, location: url.path(percentEncoded: false))
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

    private var writing: StoreWriter {
        get throws {
            guard case .writing(let core) = access else {
                throw StoreError(.readOnly, location: url.path(percentEncoded: false), "the store is read-only")
            }
            return core
        }
    }

    private static func history(
        _ paths: StorePaths, _ opened: OpenedStore?, _ identifier: UUID, _ model: ManagedObjectModel,
        _ options: JSONStoreOptions, _ operations: FileOperations, isReadOnly: Bool = false
    ) throws -> StoreHistory {
        var options = options
        options.isReadOnly = isReadOnly
        return try StoreError.wrapping(paths.history, "the history cannot be opened") {
            try StoreHistory(
                path: paths.history, storeIdentifier: identifier, model: model, options: options,
                operations: operations, permissions: opened?.stamp.permissions, isNew: opened == nil)
        }
    }

    private static func lock(_ paths: StorePaths, of url: URL) throws -> StoreLock {
        try StoreLocation.createFolder(of: url)
        return try StoreLock(storePath: paths.file)
    }
}
