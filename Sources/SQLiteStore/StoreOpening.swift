import Foundation
import ModelSchema
import ObjectGraph

/// Opens a store, or makes it.
struct StoreOpening {
    let url: URL
    let model: ManagedObjectModel
    let options: SQLiteStoreOptions
    let seed: URL?

    /// An open store's parts.
    struct Opened {
        var core: StoreCore
        var pool: ConnectionPool
        /// Nil for a store that is open read-only.
        var writer: SharedWriter?
    }

    private var path: String { url.path(percentEncoded: false) }

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

    private var log: StoreLog { StoreLog(options.logger, path: path) }

    private func openUnlogged() throws -> Opened {
        try SQLiteConnection.checkIsFile(path, mayBeMissing: !options.isReadOnly)
        if options.isReadOnly { return try openForReading() }
        if let seed { try SQLiteStore.seed(url, from: seed) }
        let connection = try SQLiteConnection(path: path, access: .making, fileSystemName: options.fileSystemName)
        connection.waitForLocks(upTo: options.waitMilliseconds)
        if try connection.number("SELECT COUNT(*) FROM sqlite_master") == 0 {
            try StoreMaking(model: model, path: path).make(with: connection)
            log.made()
        }
        let core = try readCore(connection)
        try checkIsNotMirrored(connection)
        try connection.run("PRAGMA journal_mode = WAL")
        return Opened(
            core: core, pool: ConnectionPool(path: path, access: .writing, options: options),
            writer: try SharedWriter(connection, core, options.synchronous, log))
    }

    /// Refuses a store that is mirrored to CloudKit, unless the program insists: its mirror would not learn of what is saved.
    func checkIsNotMirrored(_ connection: SQLiteConnection) throws(SQLiteStoreError) {
        guard !options.writesMirroredStores else { return }
        let mirrorCount = try connection.number(
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name LIKE 'ANSCK%'")
        guard mirrorCount == 0 else {
            throw SQLiteStoreError(
                .mirrored, path: path,
                "CloudKit mirrors the store, but would miss what is saved here; open the store read-only"
            )
        }
    }

    private func openForReading() throws -> Opened {
        let core = try readCore(SQLiteConnection(reading: path))
        return Opened(
            core: core, pool: ConnectionPool(path: path, access: nil, options: options),
            writer: nil)
    }

    /// What a file says of itself, held against the model.
    private func readCore(_ connection: SQLiteConnection) throws -> StoreCore {
        let names = try connection.storeTableColumns()
        let metadata = try StoreMetadata(connection)
        try metadata.requireMatch(with: model, path: path)
        let layout = StoreLayout(
            model, numbers: EntityNumbers(try connection.entityNumbers(), of: model), columns: names)
        try LayoutCheck(layout, columns: names, path: path).run()
        return StoreCore(path: path, identifier: metadata.identifier, layout: layout)
    }
}
