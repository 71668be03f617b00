public import Foundation
public import ObjectGraph
import SQLStore
import StoreMigration

/// A store in a PostgreSQL database, for many processes on many machines.
///
/// The schema follows database conventions: readable names, real types, and one table for each family of entities.
/// Views hold no connection. Each request is a separate transaction, and values that a context has read do not change
/// until the context refreshes or merges them. A save is one transaction.
///
/// ```swift
/// let options = PostgreSQLStoreOptions(schemaName: "app", isReadOnly: true)
/// let store = try PostgreSQLStore(connectionString: "service=app", model: .app, options: options)
/// print(store.identifier, store.history?.lastTransactionNumber ?? 0)
/// ```
public final class PostgreSQLStore: PersistentStore, ChangeReportingStore, ViewPinningStore {
    public let identifier: UUID
    private let core: StoreCore
    private let writer: StoreWriter
    private let watch: ChangeWatch
    private let listener: ChangeListener
    private let log: StoreLog
    public let history: (any PersistentHistoryStore)?

    /// Opens the store in a schema of a database, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq: a URI (`postgresql://…`) or pairs (`host=… dbname=…`).
    ///     Environment variables and `pg_service.conf` supply what it does not specify, as for any program that uses
    ///     libpq.
    ///   - model: The model of the store.
    ///   - options: The options for connecting and saving.
    /// - Throws: `StoreError` if the server cannot be reached, or if the store in the schema was written with
    ///   another model. The database is then unchanged.
    public init(
        connectionString: String, model: ManagedObjectModel, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws {
        let location = try DatabaseLocation(connectionString: connectionString, schemaName: options.schemaName)
        log = StoreLog(options.logger, store: location.description)
        do {
            core = try StoreOpening(model: model, options: options, location: location).open()
            watch = try ChangeWatch(core)
            if !options.isReadOnly { try watch.tidy() }
        } catch {
            log.refused(error)
            throw error
        }
        identifier = core.identifier
        listener = ChangeListener(core, watch, log)
        writer = StoreWriter(core, log)
        history = StoreHistory(core, writer)
        log.opened(isReadOnly: options.isReadOnly)
    }

    deinit { listener.stop() }

    public var systemName: String { Self.systemName }
    static let systemName = "postgresql"

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try core.checkIsWritable()
        return try writer.reserve(count, forRootEntityNamed: name)
    }

    public func openView() throws -> any StoreView { PostgreSQLView(core) }

    /// What a transaction that stays open costs.
    public var pinningCost: String {
        "a connection of its own and an open transaction, "
            + "during which the server can't remove old rows or alter the tables"
    }

    /// Opens a view on a connection of its own, beside those of the pool.
    public func openPinnedView() throws -> any PinnedStoreView {
        PostgreSQLView(core, pinnedBy: try PinnedTransaction(core))
    }

    public func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try core.checkIsWritable()
        let receipt = try writer.commit(changes)
        watch.tidyAfterSave(log)
        return receipt
    }

    /// Returns the saves of other stores, in this process or in others, since the last call. The store asks the
    /// database once in an interval (``PostgreSQLStoreOptions/pollingIntervalMilliseconds``), and after a notification.
    /// Between these, it returns no changes.
    public func externalChanges() throws -> ExternalChanges? {
        let changes = try watch.changes()
        return adding(changes)
    }

    /// Returns the saves of other stores that a pinned view shows, since the last call.
    public func externalChanges(in view: any PinnedStoreView) throws -> ExternalChanges? {
        guard let view = view as? PostgreSQLView else { return try externalChanges() }
        let changes = try watch.changes(in: view)
        return adding(changes)
    }

    /// Adds the changes of saves whose outcome was found out since the last call, which are not lost if looking for
    /// others' fails.
    private func adding(_ changes: ExternalChanges?) -> ExternalChanges? {
        let found = writer.takeFoundChanges()
        return changes.map { $0.adding(found) } ?? found
    }

    /// Starts listening to other processes, and calls a closure a moment after they save, or up to a second later if
    /// the server passes no notifications on.
    public func observeExternalChanges(_ handler: @escaping @Sendable () -> Void) { listener.start(handler) }

    /// How often the store has sent something to the server and waited for an answer.
    package var roundTripCount: Int { core.pool.roundTripCount }

    /// The number of kept connections for pinned views.
    package var spareConnectionCount: Int { core.pool.spareCount }
}

extension PostgreSQLStore: ConcurrentlyCommittingStore {}

extension PostgreSQLStore: UniquenessEnforcingStore {
    /// Returns whether a unique index finds equal values: those that PostgreSQL compares as the engine does.
    public func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool {
        core.uniqueIndexes.cover(propertyNames, of: core.layout.entities[name]) && values.allSatisfy(\.hasOneForm)
    }
}
