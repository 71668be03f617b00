public import Foundation
import Logging
public import ObjectGraph
import SQLStore

/// A store in a SQLite file in Core Data's own format. It opens the files of apps, and creates files with the same
/// tables, columns, and metadata.
///
/// A context reads values from the file when it needs them, so the file can be larger than memory. Several processes
/// can have it open: readers never wait, and writers wait for one another.
///
/// ```swift
/// let store = try SQLiteStore(at: url, model: .app, options: SQLiteStoreOptions(isReadOnly: true))
/// print(store.identifier, store.history == nil ? "without a history" : "with a history")
/// ```
public final class SQLiteStore: PersistentStore, ChangeReportingStore {
    public let identifier: UUID
    /// The store's file.
    public let url: URL
    let core: StoreCore
    private let options: SQLiteStoreOptions
    private let pool: ConnectionPool
    private let views = OpenViews()
    /// Nil for a store that is open read-only.
    private let writer: SharedWriter?
    /// Nil for a store that is open for writing, because its writer sees the commits of others.
    private let watch: FileWatch?
    private let ownHistory: StoreHistory
    private let observation: CommitObservation

    /// Opens the store in a file, and creates the file if there is none.
    ///
    /// - Throws: `StoreError` if the file cannot be opened, is not a store, or was written with another model.
    ///   In this case, it is unchanged.
    public init(
        at url: URL, model: ManagedObjectModel, options: SQLiteStoreOptions = SQLiteStoreOptions(), seed: URL? = nil
    ) throws {
        let path = url.databasePath
        // Created first, so writes during the opening are reported.
        watch = options.isReadOnly ? FileWatch(path: path) : nil
        let opened = try StoreOpening(path: path, model: model, options: options, seed: seed).open()
        self.url = url
        self.options = options
        core = opened.core
        pool = opened.pool
        identifier = opened.core.identifier
        writer = opened.writer
        observation = CommitObservation(opened.pool.commits, path: opened.core.path)
        ownHistory = try StoreHistory(opened.writer, opened.pool, opened.core)
    }

    public var storeURL: URL? { url }

    public var systemName: String { Self.systemName }
    static let systemName = "sqlite"

    /// The history, in Core Data's tables.
    public var history: (any PersistentHistoryStore)? { ownHistory }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        // Numbers that were reserved earlier are assigned without access to the file.
        guard let writer else { throw readOnly }
        return try writer.reserve(count, forRootEntityNamed: name)
    }

    public func openView() throws -> any StoreView {
        let view = SQLiteView(of: pool, core, writer)
        views.insert(view)
        return view
    }

    public func commit(_ changes: StoreChanges) throws -> StoreReceipt { try write([changes])[0] }

    private func write(_ group: [StoreChanges]) throws -> [StoreReceipt] {
        try writing { writer in
            try writer.tidy()
            try views.pin()
            return try writer.commit(group)
        }
    }

    /// Replaces the metadata that programs have added, as durably as a save.
    ///
    /// - Parameter list: A property list with the values by their keys. Keys of Core Data and of this module have no
    ///   effect.
    /// - Throws: `StoreError` if the store is read-only, or cannot be written.
    package func setProgramMetadata(_ list: Data) throws {
        try writing { try $0.setProgramMetadata(list) }
    }

    /// Merges the journal into the file, so that the file alone has all that was saved, except for what contexts that
    /// read an earlier state keep in the journal. This has no effect on a store that is read-only.
    ///
    /// - Throws: `StoreError` if the file cannot be written.
    package func mergeJournal() throws { try writer?.use { try $0.mergeJournal() } }

    public func externalChanges() throws -> ExternalChanges? {
        // The next query begins with another view, which throws.
        guard core.file.isInPlaceForQuery else { return .unknown }
        if let writer {
            do {
                return try writer.hasChangedElsewhere() ? .unknown : nil
            } catch let error as CancellationError {
                // The next query is canceled, too.
                throw error
            } catch {
                // The next query begins with another view, too, and throws if the file cannot be read.
                return .unknown
            }
        }
        guard let watch, watch.hasChanged() else { return nil }
        // How a file is read depends on the files next to it, which may have changed.
        pool.beginAnew()
        return .unknown
    }

    /// Calls the closure within about a tenth of a second after a commit of anyone, this process included.
    public func observeExternalChanges(_ handler: @escaping @Sendable () -> Void) { observation.start(handler) }

    /// The access for other connections of this process.
    var readingAccess: SQLiteConnection.Access { options.isReadOnly ? .toRead(core.path) : .writing }

    private func writing<Result: Sendable>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        guard let writer else { throw readOnly }
        return try writer.write(body)
    }

    private var readOnly: StoreError {
        StoreError(.readOnly, location: core.path, "the store is read-only")
    }
}

extension SQLiteStore: GroupCommittingStore {
    public func commit(_ group: [StoreChanges]) throws -> [StoreReceipt] {
        do {
            return try write(group)
        } catch  where !ExternalData.mayHaveCommitted(error) {
            throw GroupCommitError(error)
        }
    }
}

extension SQLiteStore: UniquenessEnforcingStore {
    /// Returns whether a unique index finds equal values: the file has one, which a file of an app may not, and SQLite
    /// compares the values as the engine does. It knows large binary values only by the names of their files.
    public func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool {
        guard let entity = core.layout.entities[name],
            propertyNames.allSatisfy({ entity.entity.relationship(named: $0) == nil }),
            !values.contains(where: { if case .binary = $0 { true } else { false } })
        else { return false }
        return core.uniqueIndexes.cover(propertyNames, of: entity) && values.allSatisfy(\.hasOneForm)
    }
}
