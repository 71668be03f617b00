import ObjectGraph

/// The tables that describe a store.
struct StoreTables {
    /// The names, which entity tables cannot have.
    static let names = [
        "modelgen_store", "modelgen_entity", "modelgen_transaction", "modelgen_transaction_number", "modelgen_history",
        "modelgen_history_state",
    ]

    let schemaName: String

    init(schemaName: String) { self.schemaName = schemaName }

    /// The tables in the schema of the options, or else in the first on the search path that exists.
    init(in location: DatabaseLocation, _ options: PostgreSQLStoreOptions, _ connection: PostgreSQLConnection) throws {
        if let name = options.schemaName {
            schemaName = name
            return
        }
        let current = try connection.run("SELECT current_schema()")
        guard current.rowCount == 1, !current.isNull(0, 0) else {
            throw location.error(.notAStore, "no schema on the search path exists; specify one with schemaName")
        }
        schemaName = current.text(0, 0)
    }

    private func qualified(_ name: String) -> String { "\(SQLName.quoted(schemaName)).\(name)" }

    /// One row that describes the store.
    var store: String { qualified("modelgen_store") }
    /// A row for each entity: its number, and the last number of an object in its hierarchy.
    var entity: String { qualified("modelgen_entity") }
    /// A row for each save: the objects that other processes must refresh.
    var transaction: String { qualified("modelgen_transaction") }
    /// The sequence that numbers the rows of ``transaction``.
    var transactionNumber: String { qualified("modelgen_transaction_number") }

    /// A row for each transaction in the history.
    var history: String { qualified("modelgen_history") }
    /// One row: whether there is a history, and its range. The next save of the history locks it.
    var historyState: String { qualified("modelgen_history_state") }

    /// The statements that create the tables of the history if they do not exist.
    /// They run when a history is first started.
    var historyStatements: [String] {
        [
            """
            CREATE TABLE IF NOT EXISTS \(historyState) (
              id integer PRIMARY KEY CHECK (id = 1),
              is_tracking boolean NOT NULL,
              last_number bigint NOT NULL,
              last_removed bigint NOT NULL)
            """,
            """
            CREATE TABLE IF NOT EXISTS \(history) (
              number bigint PRIMARY KEY,
              saved_at timestamptz,
              saved_at_exact double precision,
              author text,
              context_name text,
              process text NOT NULL,
              changes jsonb NOT NULL)
            """,
            "INSERT INTO \(historyState) VALUES (1, FALSE, 0, 0) ON CONFLICT DO NOTHING",
        ]
    }

    /// Returns the statements that create the tables.
    ///
    /// - Parameter modelNumber: The number of the store's first model.
    func statements(modelNumber: Int64) -> [String] {
        [
            """
            CREATE TABLE \(store) (
              id integer PRIMARY KEY CHECK (id = 1),
              identifier uuid NOT NULL,
              format integer NOT NULL,
              naming text NOT NULL,
              model_name text NOT NULL,
              version_hashes jsonb NOT NULL,
              model text NOT NULL,
              model_number integer NOT NULL DEFAULT 1)
            """,
            """
            CREATE TABLE \(entity) (
              number integer PRIMARY KEY,
              name text NOT NULL UNIQUE,
              last_number bigint NOT NULL DEFAULT 0)
            """,
            "CREATE SEQUENCE \(transactionNumber)",
            """
            CREATE TABLE \(transaction) (
              number bigint PRIMARY KEY,
              token uuid NOT NULL UNIQUE,
              writer uuid NOT NULL,
              committed_at timestamptz NOT NULL DEFAULT now(),
              author text,
              context_name text,
              is_void boolean NOT NULL DEFAULT false,
              changes text,
              model_number integer NOT NULL CONSTRAINT modelgen_model_number CHECK (model_number = \(modelNumber)))
            """,
        ]
    }

    /// The statements that make a store of the first format number its models. Programs that save without a number save
    /// to the first model.
    var upgrade: [String] {
        [
            "ALTER TABLE \(store) ADD COLUMN model_number integer NOT NULL DEFAULT 1",
            "ALTER TABLE \(transaction) ADD COLUMN model_number integer NOT NULL DEFAULT 1",
            "ALTER TABLE \(transaction) ADD CONSTRAINT modelgen_model_number CHECK (model_number = 1)",
        ]
    }

    /// The statements that set the number of the store's model. From then on, the server refuses saves from programs
    /// with an earlier model.
    func numbering(_ number: Int64) -> [String] {
        [
            "ALTER TABLE \(transaction) DROP CONSTRAINT modelgen_model_number",
            // Earlier saves have earlier numbers.
            "ALTER TABLE \(transaction) ADD CONSTRAINT modelgen_model_number "
                + "CHECK (model_number = \(number)) NOT VALID",
        ]
    }
}
