import FileAccess
import Foundation
import ModelSchema
import ObjectGraph
import StoreMigration

/// Opens or creates a store.
struct StoreOpening {
    /// The store's file, with links followed.
    let path: String
    let model: ManagedObjectModel
    let options: SQLiteStoreOptions
    let seed: URL?

    /// The parts of an open store.
    struct Opened {
        var core: StoreCore
        var pool: ConnectionPool
        /// Nil for a store that is open read-only.
        var writer: SharedWriter?
    }

    func open() throws -> Opened {
        do {
            let opened = try openUnlogged()
            log.opened(isReadOnly: options.isReadOnly)
            return opened
        } catch {
            log.refused(error)
            throw error
        }
    }

    private var log: StoreLog { StoreLog(options.logger, store: path) }

    private func openUnlogged() throws -> Opened {
        try SQLiteConnection.checkIsFile(path, mayBeMissing: !options.isReadOnly)
        if options.isReadOnly { return try openForReading() }
        try checkFolder()
        try SQLiteConnection.checkJournal(of: path)
        try SQLiteConnection.checkWritingIsAllowed(path)
        if let seed { try SQLiteStore.seed(path, from: seed) }
        // First, so that a model that no store can have leaves no file.
        if FileReader.size(of: path) ?? 0 == 0 { try LayoutCheck.checkNames(of: model, path: path) }
        let hasJournal = SQLiteConnection.hasChanges(journalAt: path + "-wal")
        let connection = try SQLiteConnection(
            path: path, access: .making, fileSystemName: options.fileSystemName, log: log)
        connection.waitForLocks(upTo: options.busyTimeoutMilliseconds)
        // It can be that of another file, which would overwrite a store that is refused.
        if hasJournal { connection.keepJournal(true) }
        if try connection.number("SELECT COUNT(*) FROM sqlite_master") == 0 {
            try StoreMaking(model: model, path: path).make(with: connection)
            log.created()
        }
        let core = try readCore(connection)
        try checkIsNotMirrored(connection)
        connection.keepJournal(false)
        try connection.run("PRAGMA journal_mode = WAL")
        let commits = CommitWatch(path: path, file: core.file, options: options)
        return Opened(
            core: core,
            pool: ConnectionPool(core, access: .writing, commits: commits, options: options),
            writer: try SharedWriter(connection, core, options.durability, commits, log))
    }

    /// Rejects a place whose folder is missing or out of reach, because SQLite only says that it cannot open the file.
    private func checkFolder() throws(StoreError) {
        guard FileKind(at: SystemCall.folder(of: path)) == nil else { return }
        throw StoreError(
            .fileSystem, location: path,
            "the store cannot be created: its folder does not exist or cannot be reached; create it, or allow access")
    }

    /// Rejects a store that CloudKit mirrors, unless the program allows it, because the mirror would not receive the
    /// changes.
    func checkIsNotMirrored(_ connection: SQLiteConnection) throws(StoreError) {
        guard !options.writesMirroredStores else { return }
        let mirrorCount = try connection.number(
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name LIKE 'ANSCK%'")
        guard mirrorCount == 0 else {
            throw StoreError(
                .mirrored, location: path,
                "CloudKit mirrors the store, but would miss what is saved here; open the store read-only"
            )
        }
    }

    private func openForReading() throws -> Opened {
        let core = try readCore(SQLiteConnection(reading: path, waitingUpTo: options.busyTimeoutMilliseconds))
        let pool = ConnectionPool(core, access: nil, commits: nil, options: options)
        return Opened(core: core, pool: pool, writer: nil)
    }

    /// The description of the store in its file, checked against the model.
    func readCore(_ connection: SQLiteConnection) throws -> StoreCore {
        // First, so that a change of the tables while they are read is noticed later.
        let version = try connection.tablesVersion
        let names = try connection.storeTableColumns()
        let metadata = try StoreMetadata(connection)
        try metadata.requireMatch(with: model, path: path)
        let layout = StoreLayout(
            model, numbers: EntityNumbers(try connection.entityNumbers(), of: model), columns: names)
        try LayoutCheck(layout, columns: names, path: path).run()
        return StoreCore(
            file: try OpenedFile(connection), path: path, metadata, layout: layout, tablesVersion: version,
            uniqueIndexes: try connection.uniqueIndexes(), indexedColumns: try connection.indexedColumns(), log: log)
    }
}

/// Creates the tables of a new store.
struct StoreMaking {
    let model: ManagedObjectModel
    let path: String
    var identifier = UUID()

    /// Creates a store in an empty database, as a whole or not at all.
    func make(with connection: SQLiteConnection) throws {
        try LayoutCheck.checkNames(of: model, path: path)
        // These determine the file's layout, and can only be set in an empty file.
        try connection.run("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
        try connection.transaction {
            // Another process may have created it while this one waited.
            guard try connection.number("SELECT COUNT(*) FROM sqlite_master") == 0 else { return }
            try makeTables(with: connection)
        }
    }

    /// Creates the tables of a store, within a transaction.
    ///
    /// - Parameter earlier: The metadata of a migrated store, of which everything that does not depend on the model is
    ///   kept; nil for a new store.
    func makeTables(with connection: SQLiteConnection, keeping earlier: [String: Any]? = nil) throws {
        let numbers = EntityNumbers(of: model)
        for statement in SchemaStatements(StoreLayout(model, numbers: numbers)).statements {
            try connection.run(statement)
        }
        for name in numbers.names {
            let parent = model.entitiesByName[name]?.ancestorNames.first
            let statement = try connection.statement("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)")
            statement.bind(numbers[name], at: 1)
            statement.bind(name, at: 2)
            statement.bind(parent.map { numbers[$0] } ?? 0, at: 3)
            try statement.run()
        }
        let statement = try connection.statement("INSERT INTO Z_METADATA VALUES (1, ?, ?)")
        statement.bind(identifier.uuidString, at: 1)
        statement.bind(try StoreMetadata.propertyList(for: model.schema, keeping: earlier), at: 2)
        try statement.run()
    }
}
