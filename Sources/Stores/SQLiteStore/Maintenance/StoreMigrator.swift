import CSQLite
import FileAccess
import Foundation
import ObjectGraph
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
        let connection = try SQLiteConnection(reading: path)
        guard let old = try sourceModel(connection) else { return MigrationReport() }
        return try outcome(from: old, lastNumbers: [:]).report
    }

    func migrate() throws -> MigrationReport {
        try SQLiteConnection.checkIsFile(path, mayBeMissing: false)
        let connection = try SQLiteConnection(path: path, access: .writing, fileSystemName: options.fileSystemName)
        connection.waitForLocks(upTo: options.waitMilliseconds)
        guard let old = try sourceModel(connection) else { return MigrationReport() }
        let metadata = try StoreMetadata(connection)
        try StoreOpening(path: path, model: model, options: options, seed: nil).checkIsNotMirrored(connection)
        let copy = FreshName.beside(path)
        defer { remove(copy) }
        try make(copy, identifier: metadata.identifier, encoding: connection.encoding())
        try connection.attach(copy, as: StoreReplacement.copyName)
        var values = MovedValues()
        do {
            let report = try connection.transaction("BEGIN") {
                // Locks out other writers from here on, but no readers. The copy is not queried before it is complete,
                // because the transaction would then see its current state until the end.
                try connection.run("UPDATE Z_METADATA SET Z_VERSION = Z_VERSION")
                guard try StoreMetadata(connection).versionHashes == metadata.versionHashes else {
                    throw StoreError(.inUse, place: path, "another process has just migrated the store; reopen it")
                }
                let outcome = try outcome(from: old, lastNumbers: lastNumbers(connection, of: old))
                try fill(copy, with: outcome)
                // Nobody else saves from here on, and a rejected migration needs no copy.
                if let backupURL = migration.backupURL { try backUp(to: backupURL, model: old) }
                let replacement = StoreReplacement(
                    connection: connection, newNames: outcome.newNames, old: old, new: model)
                values.earlier = try replacement.earlierValueNames().map(
                    ExternalData(storePath: path).path(ofFileNamed:))
                values.made = try ExternalData(storePath: path).takeFiles(of: ExternalData(storePath: copy))
                try replacement.run()
                return outcome.report
            }
            // A copy of the file before the migration still needs them.
            if !ExternalData(storePath: path).areSharedByOthers { ExternalData.discard(values.earlier) }
            StoreLog(options.logger, store: path).migrated(report)
            return report
        } catch {
            if !ExternalData.mayHaveCommitted(error) { ExternalData.discard(values.made) }
            throw error
        }
    }

    /// Backs up the store, unless an earlier run, which was killed before the store was replaced, has done so.
    private func backUp(to target: URL, model: ManagedObjectModel) throws {
        let targetPath = target.databasePath
        guard !FileStamp.areSameFile(targetPath, path) else {
            throw StoreError(.fileSystem, place: targetPath, StoreCopy.refusalOfSameFile)
        }
        guard FileKind(at: targetPath) == .regular else { return try SQLiteStore.backUp(url, to: target) }
        let reading = SQLiteStoreOptions(isReadOnly: true)
        let copy = StoreCopy(of: try SQLiteStore(at: url, model: model, options: reading), model: model)
        guard try copy.isCopied(in: { try SQLiteStore(at: target, model: model, options: reading) }) else {
            throw StoreError(.fileSystem, place: targetPath, StoreCopy.refusalOfOtherBackup)
        }
    }

    /// The model that the store was written with; nil if it is already the new one.
    private func sourceModel(_ connection: SQLiteConnection) throws -> ManagedObjectModel? {
        let columns = try connection.storeTableColumns()
        let metadata = try StoreMetadata(connection)
        guard !metadata.mismatch(with: model.schema).isEmpty else { return nil }
        // A store without a readable model may have been written with a known earlier model.
        let held = try? StoredModel(connection, metadata, columns).model
        let known = held.flatMap { metadata.mismatch(with: $0).isEmpty ? ManagedObjectModel($0) : nil }
        if let old = run.sourceModel(held: known, where: { metadata.mismatch(with: $0.schema).isEmpty }) { return old }
        throw StoreError(.modelMissing, place: path, run.refusalWithoutSource)
    }

    /// Rejects a store with rows that cannot be read, because the migrated store would lack them.
    private func requireKnownEntities(of old: ManagedObjectModel) throws {
        // With another connection, because that of the migration would see the state of the copy until the end.
        let connection = try SQLiteConnection(reading: path)
        let layout = StoreLayout(
            old, numbers: EntityNumbers(try connection.entityNumbers(), of: old),
            columns: try connection.storeTableColumns())
        // The rows of a table of one entity are read whatever their number is.
        let roots = layout.entities.values.filter { $0.entity.ancestorNames.isEmpty && !$0.isAlone }
        for root in roots.sorted(by: { $0.table < $1.table }) {
            let numbers = root.entity.concreteFamilyNames.map { String(layout.numbers[$0]) }.joined(separator: ", ")
            let count = try connection.number(
                "SELECT COUNT(*) FROM \(root.table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers))")
            guard count == 0 else {
                throw StoreError(
                    .malformed, place: path, table: root.table, row: nil,
                    "the migration would lose \(count ?? 0) rows with an unknown entity number (Z_ENT); "
                        + "correct or delete them")
            }
        }
    }

    /// The migrated objects of the store.
    private func outcome(from old: ManagedObjectModel, lastNumbers: [String: Int64]) throws -> MigrationRun.Outcome {
        try requireKnownEntities(of: old)
        let source = try SQLiteStore(at: url, model: old, options: SQLiteStoreOptions(isReadOnly: true))
        let snapshot: GraphSnapshot
        do {
            snapshot = try GraphSnapshot(reading: source.openView(), of: old, storeIdentifier: source.identifier)
        } catch let error as UnreadableGraph {
            throw StoreError(.malformed, place: path, "\(error)")
        }
        return try run.run(snapshot, lastNumbers: lastNumbers, from: old)
    }

    /// The last assigned keys, by the root of each family.
    private func lastNumbers(_ connection: SQLiteConnection, of old: ManagedObjectModel) throws -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        let statement = try connection.statement("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
        defer { statement.reset() }
        while try statement.step() {
            let name = statement.text(at: 0)
            if old.entitiesByName[name]?.ancestorNames.isEmpty == true { numbers[name] = statement.integer(at: 1) }
        }
        return numbers
    }

    // MARK: The copy

    /// - Parameter encoding: The encoding of the store, because SQLite attaches only databases that share theirs.
    private func make(_ copy: String, identifier: UUID, encoding: String) throws {
        let connection = try SQLiteConnection(path: copy, access: .making, fileSystemName: options.fileSystemName)
        try connection.run("PRAGMA encoding = '\(encoding)'")
        try StoreMaking(model: model, path: copy, identifier: identifier).make(with: connection)
    }

    /// Writes the migrated objects to the copy, and checks it as a whole.
    private func fill(_ copy: String, with outcome: MigrationRun.Outcome) throws {
        let copyURL = URL(filePath: copy)
        var options = SQLiteStoreOptions(synchronous: .off)
        options.fileSystemName = self.options.fileSystemName
        let changes = outcome.snapshot.insertions()
        do {
            let store = try SQLiteStore(at: copyURL, model: model, options: options)
            _ = try store.commit(changes)
        }
        let connection = try SQLiteConnection(path: copy, access: .writing, fileSystemName: options.fileSystemName)
        for (name, number) in outcome.lastNumbers { try connection.raiseNumber(ofRoot: name, to: number) }
        if let finding = try SQLiteStore.check(copyURL, model: model).first {
            throw StoreError(.malformed, place: path, "the migrated copy is damaged: \(finding)")
        }
    }

    private func remove(_ copy: String) {
        DatabaseCopy.removeFiles(of: copy)
        try? ExternalData(storePath: copy).removeAll()
    }

    // MARK: Large values

    /// The files of large values, by their paths.
    private struct MovedValues {
        /// The files that rows of the original store refer to. Others in the folder may belong to another store.
        var earlier: [String] = []
        /// The files of the migrated store, which have been moved next to them.
        var made: [String] = []
    }
}
