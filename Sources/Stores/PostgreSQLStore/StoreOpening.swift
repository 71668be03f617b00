import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// Opens a store, or creates it.
struct StoreOpening {
    let model: ManagedObjectModel
    let options: PostgreSQLStoreOptions
    let location: DatabaseLocation

    /// The maximum number of attempts to find a store that another process is creating.
    private static let maximumAttemptCount = 5

    func open() throws -> StoreCore {
        let pool = ConnectionPool(location, options)
        return try pool.use { connection in
            try checkServer(connection)
            pool.examine(connection)
            let tables = try StoreTables(in: location, options, connection)
            let metadata = try metadata(connection, tables)
            let mismatch = metadata.mismatch(with: model)
            guard mismatch.isEmpty else {
                throw location.error(.modelMismatch, mismatch.refusal(of: model))
            }
            try metadata.requireNumbers(of: model, location: location.description)
            let normalizes = try connection.normalizes
            let layout = metadata.layout(of: model, in: tables, normalizes: normalizes)
            let tableNumbers = try checkTables(layout, metadata, connection)
            let core = StoreCore(
                pool, identifier: metadata.identifier, layout: layout,
                dialect: PostgreSQLDialect(normalizes: normalizes),
                uniqueIndexes: try UniqueIndexes(of: layout, connection), modelNumber: metadata.modelNumber,
                tableNumbers: tableNumbers)
            if try mayRefuseRows(of: layout, connection) { core.rowRefusal.set() }
            return core
        }
    }

    /// Returns whether something may keep the server from writing rows without an error: a trigger that runs before, a
    /// rule, or a row security policy of a table. An engine without PostgreSQL's tables of these has none.
    ///
    /// - Throws: `StoreError` for any other failure, such as that of a role that may not read these tables.
    private func mayRefuseRows(
        of layout: StoreLayout, _ connection: PostgreSQLConnection
    ) throws(StoreError) -> Bool {
        if options.isReadOnly { return false }
        var names = ListParameter(.text)
        for table in layout.tables { names.append(bytesOf: table.name.utf8) }
        do {
            // 3 stands for triggers that run for each row, before it is written.
            return try connection.run(
                """
                SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = $1 AND c.relname::text = ANY ($2) AND (c.relrowsecurity OR c.relhasrules OR EXISTS (
                  SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgtype & 3 = 3))
                """, [Parameter(layout.schemaName), names.parameter]
            ).integer(0, 0) > 0
        } catch  where error.isAboutMissingCatalog {
            return false
        }
    }

    /// The oldest server whose `extract` returns exact seconds, which conditions on dates need.
    static let leastServerVersion = 14

    private func checkServer(_ connection: PostgreSQLConnection) throws {
        try Self.checkVersion(connection.serverVersion, location)
        let encoding = try connection.run("SHOW server_encoding").text(0, 0)
        guard encoding == "UTF8" else {
            throw location.error(.database, "the database uses the encoding \(encoding), but a store needs UTF8")
        }
    }

    /// - Parameter number: The version from libpq, such as 150020.
    static func checkVersion(_ number: Int, _ location: DatabaseLocation) throws(StoreError) {
        guard number / 10_000 < leastServerVersion else { return }
        throw location.error(
            .database, "the server is PostgreSQL \(number / 10_000), but a store needs \(leastServerVersion) or later")
    }

    private func metadata(_ connection: PostgreSQLConnection, _ tables: StoreTables) throws -> StoreMetadata {
        for _ in 0..<Self.maximumAttemptCount {
            let known = try StoreMetadata(
                connection, tables, location: location.description, mayBeIncomplete: options.creation != nil)
            if let known {
                guard options.creation == nil || options.creation == known.identifier else {
                    throw location.error(
                        .alreadyExists,
                        "the schema '\(tables.schemaName)' already contains a store; nothing was written")
                }
                return known
            }
            guard options.createsStoreIfMissing, !options.isReadOnly else {
                throw StoreMetadata.missing(in: tables, location)
            }
            do {
                try StoreMaking(model: model, options: options, location: location).make(tables.schemaName, connection)
            } catch let error as StoreError where error.isAboutSomethingThere {
                // Another process has created the store.
                continue
            }
        }
        throw location.error(
            .malformed,
            "the schema '\(tables.schemaName)' has tables with the names of a store's tables, but contains no store")
    }

    /// Throws an error if tables or columns that the model needs are missing, because somebody altered the store, or if
    /// the role has no right to read them.
    ///
    /// - Returns: The numbers of the tables, by name.
    private func checkTables(
        _ layout: StoreLayout, _ metadata: StoreMetadata, _ connection: PostgreSQLConnection
    ) throws -> [String: UInt32] {
        // Together with the number of the model, because another process may have migrated the store since it was read.
        let found = try connection.run(
            """
            SELECT c.relname::text, a.attname::text, has_column_privilege(c.oid, a.attnum, 'SELECT'), c.oid::bigint,
              (SELECT (to_jsonb(s)->>'model_number')::bigint FROM \(StoreTables(schemaName: layout.schemaName).store) s)
            FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
            """, [Parameter(layout.schemaName)])
        var present: [String: Set<String>] = [:]
        var readable: [String: Set<String>] = [:]
        var numbers: [String: UInt32] = [:]
        for row in 0..<found.rowCount {
            guard (found.optionalInteger(row, 4) ?? 1) == (metadata.modelNumber ?? 1) else {
                throw location.errorOfMigration(of: model)
            }
            numbers[found.text(row, 0)] = UInt32(truncatingIfNeeded: found.integer(row, 3))
            present[found.text(row, 0), default: []].insert(found.text(row, 1))
            if found.integer(row, 2) != 0 { readable[found.text(row, 0), default: []].insert(found.text(row, 1)) }
        }
        let missing = layout.missing(from: present).map { table, column in
            column.map { "the column '\(table).\($0)'" } ?? "the table '\(table)'"
        }
        guard missing.isEmpty else {
            throw location.error(
                .malformed,
                "the schema '\(layout.schemaName)' lacks what the model needs: \(missing.joined(separator: ", "))")
        }
        let hidden = Set(layout.missing(from: readable).map(\.table)).sorted()
        guard hidden.isEmpty else {
            let names = hidden.map { "'\($0)'" }.joined(separator: ", ")
            throw location.error(
                .database,
                "the role of the connection may not read what the model needs; grant it the privileges that it has on "
                    + "other tables of the schema '\(layout.schemaName)' also on \(names)")
        }
        return numbers
    }
}

/// Creates the tables of a new store.
struct StoreMaking {
    let model: ManagedObjectModel
    let options: PostgreSQLStoreOptions
    let location: DatabaseLocation

    /// Creates a store in one transaction.
    func make(_ schemaName: String, _ connection: PostgreSQLConnection) throws {
        try checkNames(schemaName)
        let numbers = StoreLayout.newNumbers(of: model)
        let normalizes = try connection.normalizes
        let layout = StoreLayout(
            model, schemaName: schemaName, naming: options.naming, numbers: numbers, indexesCanonicalForms: normalizes)
        let tables = StoreTables(schemaName: schemaName)
        let schemaCount = try connection.run(
            "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = $1", [Parameter(schemaName)]
        ).integer(0, 0)
        let modelNumber = StoreMetadata.newModelNumber
        try connection.transaction {
            if schemaCount == 0 { try connection.run("CREATE SCHEMA \(SQLName.quoted(schemaName))") }
            for statement in SchemaStatements(layout: layout).statements(modelNumber: modelNumber) {
                try connection.run(statement)
            }
            try StoreMetadata.write(
                model.schema, options.naming, numbers, modelNumber: modelNumber, indexesCanonicalForms: normalizes,
                creation: options.creation, to: tables, connection)
        }
    }

    private func checkNames(_ schemaName: String) throws {
        var names = [schemaName]
        for entity in model.entities {
            names += [entity.name] + entity.attributes.map(\.name) + entity.relationships.map(\.name)
        }
        guard names.contains(where: { $0.utf8.contains(0) }) else { return }
        throw location.error(.unusableValue, "a name contains the character U+0000, which PostgreSQL cannot store")
    }
}

extension StoreError {
    /// Whether a statement failed because what it creates already exists.
    var isAboutSomethingThere: Bool {
        ["42P06", "42P07", "42710", "23505", "40001"].contains(sqlState ?? "")
    }
}

extension PostgreSQLConnection {
    /// Whether the server has the function `normalize` for strings, which not every engine has.
    var normalizes: Bool {
        get throws(StoreError) {
            // A call of a function that does not exist would end a transaction.
            let known = """
                SELECT COUNT(*) FROM pg_proc WHERE proname = 'normalize' \
                AND pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'pg_catalog')
                """
            do {
                guard try run(known).integer(0, 0) > 0 else { return false }
                // Without escapes, which depend on a setting of the role.
                return try run("SELECT normalize('e\u{301}') = '\u{E9}'").integer(0, 0) != 0
            } catch  where !isLost && !isInTransaction {
                return false
            }
        }
    }
}
