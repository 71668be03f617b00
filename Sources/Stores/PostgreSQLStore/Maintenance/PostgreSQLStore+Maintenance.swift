import Foundation
public import ObjectGraph
import SQLStore
import StoreMigration

extension PostgreSQLStore {
    /// Returns the model in a store, so that you can open the store without a model file.
    ///
    /// ```swift
    /// let model = try PostgreSQLStore.model(
    ///     connectionString: "service=app", options: PostgreSQLStoreOptions(schemaName: "library"))
    /// print(model.entities.map(\.name))
    /// ```
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq.
    ///   - options: The schema of the store, and the options for connecting.
    /// - Throws: `StoreError` if the server cannot be reached, or if there is no store with a readable model.
    public static func model(
        connectionString: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws -> ManagedObjectModel {
        try reading(connectionString, options) { connection, tables, location in
            let metadata = try StoreMetadata(requiredIn: tables, connection, location)
            return ManagedObjectModel(try metadata.model(location: location.description))
        }
    }

    /// Returns whether a schema of a database contains a store, regardless of its model.
    ///
    /// ```swift
    /// if try PostgreSQLStore.exists(connectionString: "service=app") { print("There is a store.") }
    /// ```
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq.
    ///   - options: The schema, and the options for connecting.
    /// - Throws: `StoreError` if the server cannot be reached, or if the store is damaged or incomplete.
    public static func exists(
        connectionString: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws -> Bool {
        try reading(connectionString, options) { connection, tables, location in
            try StoreMetadata(connection, tables, location: location.description) != nil
        }
    }

    /// Deletes a store with all its objects, and its schema if the options specify it and it contains nothing else.
    ///
    /// Other processes cannot use the store afterward, even if they have it open. The store can also be one whose
    /// creation was interrupted.
    ///
    /// ```swift
    /// let options = PostgreSQLStoreOptions(schemaName: "library")
    /// try PostgreSQLStore.destroy(connectionString: "service=app", options: options)
    /// ```
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq.
    ///   - options: The schema of the store, and the options for connecting.
    /// - Throws: `StoreError` if the server cannot be reached, if there is no store, if something else in the database
    ///   depends on its tables, or if another session keeps them locked. The store is then unchanged.
    public static func destroy(connectionString: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions())
        throws
    {
        try destroy(connectionString: connectionString, options: options) { _ in true }
    }

    /// Makes the store complete that the options create.
    ///
    /// - Throws: `StoreError` if the server cannot be reached, or if the store no longer exists.
    static func complete(_ creation: UUID, connectionString: String, options: PostgreSQLStoreOptions) throws {
        let location = try DatabaseLocation(connectionString: connectionString, schemaName: options.schemaName)
        let pool = ConnectionPool(location, options)
        let tables = try pool.use { try StoreTables(in: location, options, $0) }
        guard try StoreMetadata.complete(creation, in: tables, pool) else {
            throw location.error(.notAStore, "someone has removed the store before it was complete")
        }
    }

    /// Deletes the store that the options create, unless it is complete, or a store of someone else.
    static func discard(_ creation: UUID, connectionString: String, options: PostgreSQLStoreOptions) throws {
        try destroy(connectionString: connectionString, options: options) {
            !$0.isComplete && $0.identifier == creation
        }
    }

    private static func destroy(
        connectionString: String, options: PostgreSQLStoreOptions, where isMeant: (StoreMetadata) -> Bool
    ) throws {
        try reading(connectionString, options) { connection, tables, location in
            _ = try metadata(tables, connection, location, where: isMeant)
            do {
                try connection.transaction {
                    // A migration waits for this row, so the names of the tables stay what they are.
                    try connection.run("SELECT identifier FROM \(tables.store) FOR UPDATE")
                    try connection.run(LockObstacle.limit(options))
                    let metadata = try metadata(tables, connection, location, where: isMeant)
                    try dropTables(of: metadata, tables, connection, location)
                }
            } catch {
                throw LockObstacle.described(error, tables, connection)
            }
            guard options.schemaName != nil, tables.schemaName != "public" else { return }
            // The store is gone. Its schema may belong to someone else, or contain other things than tables.
            let rest = try? connection.run(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = $1",
                [Parameter(tables.schemaName)])
            if rest?.integer(0, 0) == 0 {
                _ = try? connection.run("DROP SCHEMA \(SQLName.quoted(tables.schemaName)) RESTRICT")
            }
        }
    }

    /// Returns the description of the store that is to be deleted.
    private static func metadata(
        _ tables: StoreTables, _ connection: PostgreSQLConnection, _ location: DatabaseLocation,
        where isMeant: (StoreMetadata) -> Bool
    ) throws -> StoreMetadata {
        let metadata = try StoreMetadata(requiredIn: tables, connection, location, mayBeIncomplete: true)
        guard isMeant(metadata) else { throw StoreMetadata.missing(in: tables, location) }
        return metadata
    }

    private static func dropTables(
        of metadata: StoreMetadata, _ tables: StoreTables, _ connection: PostgreSQLConnection,
        _ location: DatabaseLocation
    ) throws {
        let model = ManagedObjectModel(try metadata.model(location: location.description))
        let layout = metadata.layout(of: model, in: tables)
        let names =
            layout.joinTables.map(\.pairs.table) + layout.tables.map { layout.qualified($0.name) }
            + [tables.store, tables.entity, tables.transaction]
        for table in [tables.history, tables.historyState] {
            try connection.run("DROP TABLE IF EXISTS \(table)")
        }
        try connection.run("DROP TABLE \(names.joined(separator: ", "))")
        try connection.run("DROP SEQUENCE \(tables.transactionNumber)")
    }

    /// Returns the statements that create the tables of a new store, for people to read. Running them by hand does not
    /// create a store, because the rows that describe it are missing.
    ///
    /// ```swift
    /// print(PostgreSQLStore.schema(of: model, options: PostgreSQLStoreOptions(schemaName: "library")))
    /// ```
    ///
    /// - Parameters:
    ///   - model: The model of the store.
    ///   - options: The schema, which is `public` by default, and the naming.
    /// - Returns: SQL statements, each followed by a semicolon and a newline.
    public static func schema(
        of model: ManagedObjectModel, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) -> String {
        let layout = StoreLayout(
            model, schemaName: options.schemaName ?? "public", naming: options.naming,
            numbers: StoreLayout.newNumbers(of: model), indexesCanonicalForms: true)
        return SchemaStatements(layout: layout).statements().map { "\($0);\n" }.joined()
    }

    /// Returns all problems of a store: rows that cannot be read, keys that would be used twice, relationships whose
    /// destinations do not exist or do not point back, missing or duplicate positions in an order, and counts that the
    /// model does not allow. If there are no such problems, this looks for objects with the same values of a uniqueness
    /// constraint, as contexts compare them, and compares derived attributes with their expressions. It does not change
    /// the store.
    ///
    /// ```swift
    /// for finding in try PostgreSQLStore.check(connectionString: "service=app", model: model) {
    ///     print(finding)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - connectionString: A connection string for libpq.
    ///   - model: The model of the store.
    ///   - options: The schema of the store, and the options for connecting.
    /// - Returns: The problems; empty if there are none.
    /// - Throws: `StoreError` if the store cannot be opened, for example because a table is missing.
    public static func check(
        connectionString: String, model: ManagedObjectModel, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws -> [StoreFinding] {
        var options = options
        options.isReadOnly = true
        let location = try DatabaseLocation(connectionString: connectionString, schemaName: options.schemaName)
        let core = try StoreOpening(model: model, options: options, location: location).open()
        // All answers are of one state, even if other programs save meanwhile.
        let findings = try core.pool.use { connection in
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            defer { connection.rollBack() }
            return try StoreCheck(core: core) { try connection.run($0, $1) }.findings()
        }
        return try findings.orValueFindings(
            of: model, in: core.location, table: { core.layout.entities[$0]?.tableName }
        ) {
            try PostgreSQLStore(connectionString: connectionString, model: model, options: options)
        }
    }

    /// Calls a closure with a new connection and the schema from the options or the search path.
    private static func reading<Result>(
        _ connectionString: String, _ options: PostgreSQLStoreOptions,
        _ body: (PostgreSQLConnection, StoreTables, DatabaseLocation) throws -> Result
    ) throws -> Result {
        let location = try DatabaseLocation(connectionString: connectionString, schemaName: options.schemaName)
        let opened = try PostgreSQLConnection(to: location, options: options)
        return try body(opened, StoreTables(in: location, options, opened), location)
    }
}
