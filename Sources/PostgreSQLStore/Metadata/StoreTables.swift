/// The tables in which a store says what it is.
struct StoreTables {
    /// The names, which no table of an entity can have.
    static let names = ["modelgen_store", "modelgen_entity", "modelgen_transaction", "modelgen_transaction_number"]

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
              model text NOT NULL)
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
              changes text)
            """,
        ]
    }
}
