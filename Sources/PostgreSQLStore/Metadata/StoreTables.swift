/// The tables in which a store says what it is.
struct StoreTables {
    /// The names, which no table of an entity can have.
    static let names = [
        "modelgen_store", "modelgen_entity", "modelgen_transaction", "modelgen_transaction_number", "modelgen_history",
        "modelgen_history_state",
    ]

    let schemaName: String

    private func qualified(_ name: String) -> String { "\(SQLName.quoted(schemaName)).\(name)" }

    /// One row: what the store was made with.
    var store: String { qualified("modelgen_store") }
    /// A row for each entity: its number, and the last number of the objects of its family.
    var entity: String { qualified("modelgen_entity") }
    /// A row for each save: what others have to look at again.
    var transaction: String { qualified("modelgen_transaction") }
    /// Numbers the rows of ``transaction``.
    var transactionNumber: String { qualified("modelgen_transaction_number") }

    /// A row for each save of the history, where there is one.
    var history: String { qualified("modelgen_history") }
    /// One row: whether there is a history, and how far it reaches. The save that is next in the history holds it.
    var historyState: String { qualified("modelgen_history_state") }

    /// The statements that make the tables of the history, where they are not there. They are made when a history is first begun.
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

    /// The statements that make the tables.
    var statements: [String] {
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
              model_number integer NOT NULL CONSTRAINT modelgen_model_number CHECK (model_number = 1))
            """,
        ]
    }

    /// The statements that let a store of the first format number its models. Programs that save without a number save to the first
    /// one.
    var upgrade: [String] {
        [
            "ALTER TABLE \(store) ADD COLUMN model_number integer NOT NULL DEFAULT 1",
            "ALTER TABLE \(transaction) ADD COLUMN model_number integer NOT NULL DEFAULT 1",
            "ALTER TABLE \(transaction) ADD CONSTRAINT modelgen_model_number CHECK (model_number = 1)",
        ]
    }

    /// The statements that number the model of the store. From then on the server refuses saves of programs that know an earlier one.
    func numbering(_ number: Int64) -> [String] {
        [
            "ALTER TABLE \(transaction) DROP CONSTRAINT modelgen_model_number",
            // Earlier saves have earlier numbers.
            "ALTER TABLE \(transaction) ADD CONSTRAINT modelgen_model_number CHECK (model_number = \(number)) NOT VALID",
        ]
    }
}
