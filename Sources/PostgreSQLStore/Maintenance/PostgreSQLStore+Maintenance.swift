import ModelSchema
public import ObjectGraph

extension PostgreSQLStore {
    /// The model that a store keeps, so that it opens without the file of its model.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it.
    ///   - options: Which schema the store is in, and how the server is connected to.
    /// - Throws: ``PostgreSQLStoreError`` where the server cannot be reached, or there is no store whose model can be read.
    public static func model(
        connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws -> ManagedObjectModel {
        try reading(connection, options) { connection, tables, place in
            guard let metadata = try StoreMetadata(connection, tables, place: place.description) else {
                throw PostgreSQLStoreError(
                    .notAStore, place: place.description, "the schema '\(tables.schemaName)' contains no store")
            }
            return ManagedObjectModel(try metadata.model(in: tables, connection, place: place.description))
        }
    }

    /// Whether there is a store in a schema of a database, whatever its model is.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it.
    ///   - options: Which schema is looked at, and how the server is connected to.
    /// - Throws: ``PostgreSQLStoreError`` where the server cannot be reached, or what is there is damaged.
    public static func isPresent(
        connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws -> Bool {
        try reading(connection, options) { connection, tables, place in
            try StoreMetadata(connection, tables, place: place.description) != nil
        }
    }

    /// Removes a store's tables with all they hold; and its schema, where the options name it and nothing else is in it.
    ///
    /// A process that has the store open cannot go on with it.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it.
    ///   - options: Which schema the store is in, and how the server is connected to.
    /// - Throws: ``PostgreSQLStoreError`` where the server cannot be reached, there is no store, or something else in the database
    ///   depends on the tables. Nothing is removed then.
    public static func destroy(
        connection: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws {
        try reading(connection, options) { connection, tables, place in
            guard let metadata = try StoreMetadata(connection, tables, place: place.description) else {
                throw PostgreSQLStoreError(
                    .notAStore, place: place.description, "the schema '\(tables.schemaName)' contains no store")
            }
            let model = ManagedObjectModel(try metadata.model(in: tables, connection, place: place.description))
            let layout = StoreLayout(
                model, schemaName: tables.schemaName, naming: metadata.naming, numbers: metadata.numbers)
            let names =
                layout.joinTables.map(\.pairs.table) + layout.tables.map { layout.qualified($0.name) }
                + [tables.store, tables.entity, tables.transaction]
            try connection.run("BEGIN")
            do {
                for table in [tables.history, tables.historyState] {
                    try connection.run("DROP TABLE IF EXISTS \(table)")
                }
                try connection.run("DROP TABLE \(names.joined(separator: ", "))")
                try connection.run("DROP SEQUENCE \(tables.transactionNumber)")
                let rest = try connection.run(
                    "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = $1",
                    [Parameter(tables.schemaName)])
                if options.schemaName != nil, tables.schemaName != "public", rest.integer(0, 0) == 0 {
                    try connection.run("DROP SCHEMA \(SQLName.quoted(tables.schemaName)) RESTRICT")
                }
                try connection.run("COMMIT")
            } catch {
                if !connection.isLost { try connection.run("ROLLBACK") }
                throw error
            }
        }
    }

    /// The statements that make the tables of a new store, for people to read. A store made by hand of them is none: it lacks the rows
    /// that say what it is.
    ///
    /// - Parameters:
    ///   - model: What the store's objects are of.
    ///   - options: The schema, `public` where none is named, and the naming.
    /// - Returns: SQL, each statement ended by a semicolon and a newline.
    public static func schema(
        of model: ManagedObjectModel, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) -> String {
        let layout = StoreLayout(
            model, schemaName: options.schemaName ?? "public", naming: options.naming,
            numbers: StoreLayout.newNumbers(of: model))
        return SchemaStatements(layout).statements.map { "\($0);\n" }.joined()
    }

    /// Says everything that is wrong in a store: rows that cannot be read, keys that are handed out again, and what the model does
    /// not allow. Changes nothing.
    ///
    /// - Parameters:
    ///   - connection: A connection string as libpq takes it.
    ///   - model: What the store's objects are of.
    ///   - options: Which schema the store is in, and how the server is connected to.
    /// - Returns: By table and row; empty where nothing is wrong.
    /// - Throws: ``PostgreSQLStoreError`` where the store cannot be opened, as for lack of a table.
    public static func check(
        connection: String, model: ManagedObjectModel, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) throws -> [PostgreSQLStoreFinding] {
        var options = options
        options.isReadOnly = true
        let place = try DatabasePlace(connection: connection, schemaName: options.schemaName)
        return try StoreCheck(core: StoreOpening(model: model, options: options, place: place).open()).findings()
    }

    /// Does work with a connection of its own, in the schema that options name or the connection's search path.
    private static func reading<Result>(
        _ connection: String, _ options: PostgreSQLStoreOptions,
        _ body: (PostgreSQLConnection, StoreTables, DatabasePlace) throws -> Result
    ) throws -> Result {
        let place = try DatabasePlace(connection: connection, schemaName: options.schemaName)
        let opened = try PostgreSQLConnection(to: place, options: options)
        let opening = StoreOpening(model: ManagedObjectModel(Model(name: "")), options: options, place: place)
        return try body(opened, StoreTables(schemaName: opening.schemaName(opened)), place)
    }
}
