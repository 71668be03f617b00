import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// Migrates a store to another version of its model, in one transaction.
struct StoreMigrator {
    let location: DatabaseLocation
    let model: ManagedObjectModel
    let migration: MigrationOptions
    let options: PostgreSQLStoreOptions

    private var run: MigrationRun { MigrationRun(to: model, options: migration) }

    func migrate(isDryRun: Bool) throws -> MigrationReport {
        guard migration.backupURL == nil else {
            throw location.error(
                .database, "a store in a database cannot be copied to a file; back it up with pg_dump")
        }
        var backOff = BackOff()
        var attemptCount = 0
        while true {
            attemptCount += 1
            do {
                return try attempt(isDryRun: isDryRun)
            } catch let error as StoreError {
                // Another transaction interfered, and the store is unchanged. One that keeps a lock may do so for long,
                // and all others would queue behind this migration.
                guard error.isPassing, !error.isAboutHeldLock, error.code != .connectionLost,
                    attemptCount <= options.maximumRetryCount
                else { throw error }
                try backOff.wait()
            }
        }
    }

    private func attempt(isDryRun: Bool) throws -> MigrationReport {
        let connection = try PostgreSQLConnection(to: location, options: options)
        let tables = try StoreTables(in: location, options, connection)
        guard try source(connection, tables) != nil else { return MigrationReport() }
        var committing: MigrationReport?
        // After waiting for the locks, the transaction must see what others committed, regardless of the default level.
        try connection.run(
            isDryRun ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED")
        do {
            // Another process may have just migrated the store, so read it after locking it.
            if !isDryRun { try lock(connection, tables) }
            guard let source = try source(connection, tables) else {
                try connection.run("ROLLBACK")
                return MigrationReport()
            }
            // A dry run is refused for the same reasons.
            try checkAdditions(to: source, connection)
            let privileges = try TablePrivileges(of: source.layout, connection, location: location.description)
            let report =
                try migrateTables(of: source, privileges, connection, isDryRun: isDryRun)
                ?? migrateObjects(of: source, privileges, connection, isDryRun: isDryRun)
            guard !isDryRun else {
                try connection.run("ROLLBACK")
                return report
            }
            committing = report
            try connection.run("COMMIT")
            StoreLog(options.logger, store: location.description).migrated(report)
            return report
        } catch let error as StoreError where error.code == .connectionLost && committing != nil {
            guard let report = committing, try tookPlace(after: error) else { throw error }
            StoreLog(options.logger, store: location.description).migrated(report)
            return report
        } catch {
            connection.rollBack()
            throw LockObstacle.described(error, tables, connection)
        }
    }

    /// Returns whether a migration took place when the connection was lost during its commit.
    ///
    /// - Throws: The error of the commit, whose outcome is then unknown, if no server responds.
    private func tookPlace(after failure: StoreError) throws -> Bool {
        do {
            return try tookPlace()
        } catch {
            var failure = failure
            failure.outcome = .unknown
            failure.message =
                "the connection was lost while the migration was committed, and it is not known whether it took place; "
                + "open the store again when the server responds: \(failure.message)"
            throw failure
        }
    }

    private func tookPlace() throws -> Bool {
        let connection = try PostgreSQLConnection(to: location, options: options)
        let tables = try StoreTables(in: location, options, connection)
        try connection.run("BEGIN")
        // Waits until the server has ended it.
        try connection.run("LOCK TABLE \(tables.store) IN ROW SHARE MODE")
        let isOfModel = try source(connection, tables) == nil
        try connection.run("ROLLBACK")
        return isOfModel
    }

    // MARK: The store as it is

    /// A store with an earlier version of the model.
    struct Source {
        var metadata: StoreMetadata
        var layout: StoreLayout
        var model: ManagedObjectModel { layout.model }
        var tables: StoreTables { StoreTables(schemaName: layout.schemaName) }
    }

    /// Returns nil if the store already has the model.
    private func source(_ connection: PostgreSQLConnection, _ tables: StoreTables) throws -> Source? {
        let metadata = try StoreMetadata(requiredIn: tables, connection, location)
        guard !metadata.mismatch(with: model).isEmpty else { return nil }
        // One that cannot be understood can be replaced by an earlier model of the program.
        let held = (try? metadata.model(location: location.description)).map { ManagedObjectModel($0) }
        let old = try run.requireSourceModel(held: held, location: location.description) {
            metadata.mismatch(with: $0).isEmpty
        }
        try metadata.requireNumbers(of: old, location: location.description)
        return Source(metadata: metadata, layout: metadata.layout(of: old, in: tables))
    }

    /// Prevents saves to all tables of the store, and waits for those in progress.
    private func lock(_ connection: PostgreSQLConnection, _ tables: StoreTables) throws {
        // Lock this table first, because the names of the others are certain only if nobody else migrates the store.
        try connection.run("LOCK TABLE \(tables.store) IN EXCLUSIVE MODE")
        guard let source = try source(connection, tables) else { return }
        // The wait above has no limit: another migration may take long, and this wait blocks no one else. From here
        // on, it would: saves queue behind these locks, and readers behind those with which the tables are replaced.
        try connection.run(LockObstacle.limit(options))
        let names =
            [tables.entity, tables.transaction]
            + source.layout.tables.map { source.layout.qualified($0.name) }
            + source.layout.joinTables.map(\.pairs.table)
        try connection.run("LOCK TABLE \(names.joined(separator: ", ")) IN EXCLUSIVE MODE")
    }

    /// Rejects tables to which someone has added what the new tables would lack.
    private func checkAdditions(to source: Source, _ connection: PostgreSQLConnection) throws {
        let names = try TableAdditions(to: source.layout, connection).names
        guard !names.isEmpty else { return }
        throw location.error(
            .database,
            "the migration recreates the tables, and would lose what was added to them: "
                + "\(names.joined(separator: ", ")); remove this first, and add it to the new tables afterward")
    }

    // MARK: Migrating on the server

    /// Returns nil if the migration must examine individual objects.
    private func migrateTables(
        of source: Source, _ privileges: TablePrivileges, _ connection: PostgreSQLConnection, isDryRun: Bool
    ) throws -> MigrationReport? {
        guard let plain = run.plainMigration(from: source.model) else { return nil }
        let layout = try newLayout(after: source, newNames: plain.newNames, connection)
        let migration = TableMigration(
            plain: plain, old: source.layout, new: layout, connection: connection, location: location.description)
        guard let counts = try migration.objectCounts() else { return nil }
        let report = plain.report(objectCounts: counts)
        guard !isDryRun else { return report }
        let total = counts.values.reduce(0, +)
        var completed = 0
        try migration.run { entityName, count in
            completed += count
            run.reportProgress(entityName, completed, of: total)
        }
        guard completed == total else {
            throw location.error(.malformed, "the migrated store has \(completed) objects instead of \(total)")
        }
        for statement in SchemaStatements(layout: layout).keys + privileges.statements(for: layout) {
            try connection.run(statement)
        }
        let before = try lastNumbers(of: source, connection)
        let roots = Dictionary(
            plain.entities.map { ($0.new.rootName, $0.old.rootName) }, uniquingKeysWith: { first, _ in first })
        try replaceMetadata(of: source, by: layout, lastNumbers: roots.compactMapValues { before[$0] }, connection)
        return report
    }

    private func newLayout(
        after source: Source, newNames: [String: String], _ connection: PostgreSQLConnection
    ) throws -> StoreLayout {
        StoreLayout(
            model, schemaName: source.layout.schemaName, naming: source.metadata.naming,
            numbers: numbers(after: source, newNames: newNames), indexesCanonicalForms: try connection.normalizes)
    }

    private func replaceMetadata(
        of source: Source, by layout: StoreLayout, lastNumbers: [String: Int64], _ connection: PostgreSQLConnection
    ) throws {
        let numbers = layout.entities.mapValues(\.number)
        try source.metadata.replace(
            by: model.schema, numbers, lastNumbers: lastNumbers, indexesCanonicalForms: layout.indexesCanonicalForms,
            in: source.tables, connection)
    }

    /// Returns the last reserved numbers, by entity. Those of roots count.
    private func lastNumbers(of source: Source, _ connection: PostgreSQLConnection) throws -> [String: Int64] {
        let numbers = try connection.run("SELECT name, last_number FROM \(source.tables.entity)")
        return (0..<numbers.rowCount).reduce(into: [:]) { $0[numbers.text($1, 0)] = numbers.integer($1, 1) }
    }

    // MARK: Migrating objects

    private func migrateObjects(
        of source: Source, _ privileges: TablePrivileges, _ connection: PostgreSQLConnection, isDryRun: Bool
    ) throws -> MigrationReport {
        let outcome = try outcome(of: source, connection)
        if !isDryRun { try write(outcome, in: source, privileges, connection) }
        return outcome.report
    }

    private func outcome(of source: Source, _ connection: PostgreSQLConnection) throws -> MigrationRun.Outcome {
        try reader(core(source.layout, source.metadata.identifier, connection), connection)
            .migratedObjects(by: run, lastNumbers: lastNumbers(of: source, connection))
    }

    private func reader(_ core: StoreCore, _ connection: PostgreSQLConnection) -> StoreReader {
        StoreReader(core: core) { try connection.run($0, $1) }
    }

    private func core(_ layout: StoreLayout, _ identifier: UUID, _ connection: PostgreSQLConnection) -> StoreCore {
        // The core does not use the pool, because the transaction has its own connection.
        StoreCore(
            ConnectionPool(location, options), identifier: identifier, layout: layout,
            dialect: PostgreSQLDialect(normalizes: true), uniqueIndexes: UniqueIndexes(), modelNumber: nil)
    }

    private func write(
        _ outcome: MigrationRun.Outcome, in source: Source, _ privileges: TablePrivileges,
        _ connection: PostgreSQLConnection
    ) throws {
        let layout = try newLayout(after: source, newNames: outcome.newNames, connection)
        let statements = SchemaStatements(layout: layout)
        let old =
            source.layout.joinTables.map(\.pairs.table) + source.layout.tables.map { source.layout.qualified($0.name) }
        if !old.isEmpty { try connection.run("DROP TABLE \(old.joined(separator: ", "))") }
        for statement in statements.tables { try connection.run(statement) }
        let core = core(layout, source.metadata.identifier, connection)
        let transaction = Transaction(continuing: connection)
        try StoreCommit(outcome.snapshot.insertions(), core, transaction, DeletedVersions(), mayCopy: false).fill()
        _ = try transaction.run([])
        for statement in statements.keys + privileges.statements(for: layout) { try connection.run(statement) }
        try replaceMetadata(of: source, by: layout, lastNumbers: outcome.lastNumbers, connection)
        let findings = try StoreCheck(core: core, run: { try connection.run($0, $1) }).findings()
        try reader(core, connection).requireWritten(outcome.snapshot, findings: findings)
    }

    /// Returns the numbers of the new model's entities. One that remains keeps its number, so that none is mistaken for
    /// another.
    private func numbers(after source: Source, newNames: [String: String]) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for (old, new) in newNames { numbers[new] = source.metadata.numbers[old] }
        var last = source.metadata.numbers.values.max() ?? 0
        for name in model.entities.map(\.name).sorted() where numbers[name] == nil {
            last += 1
            numbers[name] = last
        }
        return numbers
    }
}
