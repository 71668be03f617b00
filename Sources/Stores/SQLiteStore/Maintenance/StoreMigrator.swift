import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// Migrates a store to another version of its model.
struct StoreMigrator {
    /// The store's file, with links followed.
    let path: String
    let model: ManagedObjectModel
    let migration: MigrationOptions
    let options: SQLiteStoreOptions

    private var url: URL { URL(filePath: path) }
    private var run: MigrationRun { MigrationRun(to: model, options: migration) }

    /// The changes that a migration would make.
    func report() throws -> MigrationReport {
        let connection = try SQLiteConnection(reading: path, waitingUpTo: options.busyTimeoutMilliseconds)
        // All parts are of one state, even if others save meanwhile.
        try connection.run("BEGIN")
        defer { try? connection.run("ROLLBACK") }
        guard let old = try sourceModel(connection) else { return MigrationReport() }
        let report = try outcome(from: old, connection).report
        try connection.checkPages()
        return report
    }

    func migrate() throws -> MigrationReport {
        try SQLiteConnection.checkIsFile(path, mayBeMissing: false)
        try SQLiteConnection.checkJournal(of: path)
        try SQLiteConnection.checkWritingIsAllowed(path)
        let log = StoreLog(options.logger, store: path)
        let hasJournal = SQLiteConnection.hasChanges(journalAt: path + "-wal")
        let connection = try SQLiteConnection(
            path: path, access: .writing, fileSystemName: options.fileSystemName, log: log)
        connection.waitForLocks(upTo: options.busyTimeoutMilliseconds)
        // It can be that of another file, which would overwrite a store that cannot be migrated.
        if hasJournal { connection.keepJournal(true) }
        guard try sourceModel(connection) != nil else {
            connection.keepJournal(false)
            return MigrationReport()
        }
        try opening.checkIsNotMirrored(connection)
        // A loss of power must not bring back rows whose large values are removed afterwards.
        try connection.setDurability(.full)
        var written: Written?
        do {
            // Locks out other writers, but no readers.
            let report = try connection.transaction { () throws -> MigrationReport? in
                // Another process may have just migrated the store.
                guard let old = try sourceModel(connection) else { return nil }
                let outcome = try outcome(from: old, connection)
                if let backupURL = migration.backupURL { try backUp(to: backupURL, model: old) }
                let replacement = StoreReplacement(
                    connection: connection, newNames: outcome.newNames, old: old, new: model)
                // Also those that a killed migration or a replaced value has left.
                let earlierValueNames = try replacement.earlierValueNames(
                    among: (try? ExternalData(storePath: path).names()) ?? [])
                let additions = try replacement.run()
                let core = try opening.readCore(connection)
                written = Written(
                    values: core.external, earlierValueNames: earlierValueNames, report: outcome.report)
                try write(outcome, connection, core)
                try additions.add()
                written?.isComplete = true
                return outcome.report
            }
            connection.keepJournal(false)
            guard let report else { return MigrationReport() }
            written?.keep()
            log.migrated(report)
            return report
        } catch {
            guard let written else { throw error }
            // While another process reads, a commit may not even begin.
            guard written.isComplete, (error as? StoreError)?.code != .inUse else {
                written.values.removeMade()
                throw error
            }
            return try settle(error, connection, written, log)
        }
    }

    /// Finds out whether the transaction of a commit that failed has taken effect.
    ///
    /// Only its own connection knows what SQLite has given up: another one could read from the journal what is still to
    /// be rolled back.
    ///
    /// - Returns: The changes, if it has.
    /// - Throws: The error of the commit.
    private func settle(
        _ error: any Error, _ connection: SQLiteConnection, _ written: Written, _ log: StoreLog
    ) throws -> MigrationReport {
        let isOfModel = try? StoreMetadata(connection).mismatch(with: model.schema).isEmpty
        if isOfModel == true {
            // After a loss of power, the earlier values may be needed again.
            written.values.keepMade()
            log.migrated(written.report)
            return written.report
        }
        if isOfModel == false, (try? connection.discardRemainsInJournal()) == true {
            written.values.removeMade()
            throw error
        }
        written.values.keepMade()
        guard var failure = error as? StoreError else { throw error }
        failure.message =
            "the end of the migration cannot be written, and it may still take effect; check the disk and its free "
            + "space, and then open the store again"
        throw failure
    }

    private var opening: StoreOpening { StoreOpening(path: path, model: model, options: options, seed: nil) }

    private func backUp(to target: URL, model: ManagedObjectModel) throws {
        func open(_ url: URL) throws -> SQLiteStore {
            try SQLiteStore(at: url, model: model, options: SQLiteStoreOptions(isReadOnly: true))
        }
        try StoreCopy.backUp(
            storeAt: path, to: target.databasePath, model: model, openStore: { try open(url) },
            openBackup: { try open(target) }, copy: { try SQLiteStore.backUp(url, to: target) })
    }

    /// The model that the store was written with; nil if it is already the new one.
    private func sourceModel(_ connection: SQLiteConnection) throws -> ManagedObjectModel? {
        let columns = try connection.storeTableColumns()
        let metadata = try StoreMetadata(connection)
        guard !metadata.mismatch(with: model.schema).isEmpty else { return nil }
        // A store without a readable model may have been written with a known earlier model.
        let held = (try? StoredModel(connection, metadata, columns).model).map { ManagedObjectModel($0) }
        return try run.requireSourceModel(held: held, location: path) { metadata.mismatch(with: $0.schema).isEmpty }
    }

    /// The migrated objects of the store.
    private func outcome(
        from old: ManagedObjectModel, _ connection: SQLiteConnection
    ) throws -> MigrationRun.Outcome {
        let core = try StoreOpening(path: path, model: old, options: options, seed: nil).readCore(connection)
        try AddedColumns(to: core.layout, connection).check()
        return try reader(connection, core).migratedObjects(by: run, lastNumbers: connection.lastNumbers())
    }

    private func reader(_ connection: SQLiteConnection, _ core: StoreCore) -> StoreReader {
        StoreReader(connection, core, PlainTexts(ofCommitIn: core))
    }

    // MARK: The migrated store

    /// Writes the migrated objects into the new tables, and checks them as a whole.
    private func write(
        _ outcome: MigrationRun.Outcome, _ connection: SQLiteConnection, _ core: StoreCore
    ) throws {
        var commit = StoreCommit(
            outcome.snapshot.insertions(), connection, core, DeletedVersions(), ReservedNumbers())
        _ = try commit.run()
        for (name, number) in outcome.lastNumbers { try connection.raiseNumber(ofRoot: name, to: number) }
        var check = StoreCheck(connection: connection, layout: core.layout)
        try check.checkContents(columns: connection.storeTableColumns(), checksCounts: false)
        try reader(connection, core).requireWritten(outcome.snapshot, findings: check.findings)
    }

    /// What a migration has written.
    private struct Written {
        /// The folder of large values, with the files that the migration has created.
        var values: ExternalData
        /// The files that were there before. Some may belong to another store with the same folder.
        var earlierValueNames: [String]
        var report: MigrationReport
        /// Whether only the end of the transaction is missing.
        var isComplete = false

        /// Removes the earlier files after the transaction.
        func keep() {
            values.keepMade()
            // A copy of the file before the migration still needs them.
            guard !values.areSharedByOthers else { return }
            ExternalData.discard(earlierValueNames.map(values.path(ofFileNamed:)))
        }
    }
}
