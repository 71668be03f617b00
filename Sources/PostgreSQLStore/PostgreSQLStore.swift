public import Foundation
public import ObjectGraph

/// A store in a PostgreSQL database, for many processes on many machines.
///
/// Tables and columns are named and typed as database people would have it, one table for each family of entities. Views hold no
/// connection: each question is answered in a transaction of its own, and what a context has read stays as it was read until the
/// context refreshes it or merges. A save is one transaction.
public final class PostgreSQLStore: PersistentStore, ChangeReportingStore {
    public let identifier: UUID
    private let core: StoreCore
    private let writer: StoreWriter
    private let watch: ChangeWatch
    private let listener: ChangeListener
    private let log: StoreLog
    private let isReadOnly: Bool
    public let history: (any PersistentHistoryStore)?

    /// Opens the store in a schema of a database, which is made where there is none.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it: a URI (`postgresql://…`) or pairs (`host=… dbname=…`).
    ///     What it does not say is taken from environment variables and `pg_service.conf`, as for any program with libpq.
    ///   - model: What the store's objects are of.
    ///   - options: How the store is connected to, and what it waits for.
    /// - Throws: ``PostgreSQLStoreError`` where the server cannot be reached, or the schema has a store that was written with
    ///   another model. The database is as it was then.
    public init(
        connection: String, model: ManagedObjectModel, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws {
        let place = try DatabasePlace(connection: connection, schemaName: options.schemaName)
        log = StoreLog(options.logger, place: place.description)
        do {
            core = try StoreOpening(model: model, options: options, place: place).open()
            watch = try ChangeWatch(core)
            if !options.isReadOnly { try watch.tidy() }
        } catch {
            log.refused(error)
            throw error
        }
        identifier = core.identifier
        listener = ChangeListener(core, watch, log)
        writer = StoreWriter(core, log)
        isReadOnly = options.isReadOnly
        history = PostgreSQLHistory(core, writer, isReadOnly: options.isReadOnly)
        log.opened(isReadOnly: options.isReadOnly)
    }

    deinit { listener.stop() }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try checkIsWritable()
        return try writer.reserve(count, forRootEntityNamed: name)
    }

    public func openView() throws -> any StoreView { PostgreSQLView(core) }

    public func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try checkIsWritable()
        let receipt = try writer.commit(changes)
        watch.tidyAfterSave(log)
        return receipt
    }

    /// What other stores, in this process or in others, have saved to the database. The database is asked once in an interval
    /// (``PostgreSQLStoreOptions/changeIntervalMilliseconds``), and where others were heard; between, nothing is known of others.
    public func changesByOthers() throws -> ChangesByOthers? {
        let found = writer.takeFoundChanges()
        return try watch.changes().map { $0.adding(found) } ?? found
    }

    /// Listens to other processes from now on, and calls a closure when they have saved, a moment after that, or a second where the
    /// server passes nothing on.
    public func watchOthers(_ handler: @escaping @Sendable () -> Void) { listener.start(handler) }

    /// How often the store has sent something to the server and waited for an answer.
    package var roundTripCount: Int { core.pool.roundTripCount }

    private func checkIsWritable() throws {
        guard !isReadOnly else { throw core.error(.readOnly, "the store is open for reading only") }
    }
}
