public import ObjectGraph

/// An error from opening, reading, or saving to a PostgreSQL store.
///
/// Messages never contain attribute values, passwords, or connection strings, because these are private.
public struct PostgreSQLStoreError: Error, Sendable, Hashable {
    /// The kind of error. It is an open type, so a new kind does not break programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name in lower case, with hyphens between words.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// libpq cannot read the connection string.
        public static let connectionString = Code(rawValue: "connection-string")
        /// No server responds, or the server rejects the connection.
        public static let connection = Code(rawValue: "connection")
        /// The connection was lost during an operation.
        public static let connectionLost = Code(rawValue: "connection-lost")
        /// All connections of the pool were in use for longer than the wait limit.
        public static let poolExhausted = Code(rawValue: "pool-exhausted")
        /// The schema contains no store, and the options do not allow creating one.
        public static let notAStore = Code(rawValue: "not-a-store")
        /// A table or column that the model needs is missing, or a row contains a value that its entity does not allow.
        public static let malformed = Code(rawValue: "malformed")
        /// The store was written with another model, or with another version of it.
        public static let modelMismatch = Code(rawValue: "model-mismatch")
        /// The store is read-only.
        public static let readOnly = Code(rawValue: "read-only")
        /// PostgreSQL cannot store a value, such as a string with the character U+0000.
        public static let unusableValue = Code(rawValue: "unusable-value")
        /// Other processes repeatedly changed the same objects at the same time.
        public static let contention = Code(rawValue: "contention")
        /// A statement exceeded its time limit, or was canceled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The server has no space left.
        public static let full = Code(rawValue: "full")
        /// The server refused a statement.
        public static let database = Code(rawValue: "database")
    }

    /// The known outcome of a failed save.
    public enum Outcome: String, Sendable, Hashable {
        /// Nothing was written.
        case notCommitted
        /// The connection was lost while the server committed, and no server responds. The next save to the same store finds
        /// out: if the changes were saved, the same save succeeds at once, and a different save of the same objects is a
        /// merge conflict.
        case unknown
    }

    /// The kind of error, for programs.
    public var code: Code
    /// The server's five-character code (`SQLSTATE`); nil if the error is not from the server.
    public var sqlState: String?
    /// The known outcome of a failed save; nil for other operations, such as opening a store or fetching.
    public var outcome: Outcome?
    /// The database: its name, host, and schema, as far as the connection string specifies them.
    public var place: String
    /// What is wrong and what to do.
    public var message: String

    init(_ code: Code, place: String, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }

    /// Creates an error from the server's code and message.
    init(sqlState: String, place: String, _ message: String) {
        let code: Code =
            switch sqlState {
            case "57014": .cancelled
            case "53100", "53200": .full
            case "57P01", "57P02", "57P03", "57P05", "40003": .connectionLost
            case _ where sqlState.hasPrefix("08"): .connectionLost
            case "42P01", "42703": .malformed
            case "25006": .readOnly
            default: .database
            }
        self.init(code, place: place, message)
        self.sqlState = sqlState
    }
}

extension PostgreSQLStoreError: UncertainCommitError {
    /// Whether the outcome of the save is unknown.
    public var mayHaveSucceeded: Bool { outcome == .unknown }
}

extension PostgreSQLStoreError: CustomStringConvertible {
    /// The text `place: message (SQLSTATE)`, with the known outcome of a save.
    public var description: String {
        var text = "\(place): \(message)"
        if let sqlState { text += " (\(sqlState))" }
        switch outcome {
        case .notCommitted: text += "; nothing was saved"
        case .unknown: text += "; whether the changes were saved is unknown; the next save finds out"
        case nil: break
        }
        return text
    }
}

extension PostgreSQLStoreError {
    /// Whether the same transaction may succeed if it is run again, because other transactions interfered with it.
    var isPassing: Bool {
        switch sqlState {
        case "40001", "40P01", "55P03": true
        default: code == .connectionLost
        }
    }

    /// Whether a table does not exist.
    var isAboutMissingTable: Bool { sqlState == "42P01" }

    /// Whether the server does not support a statement, or does not allow the user to run it.
    var isAboutStatement: Bool {
        guard let sqlState else { return false }
        return ["0A", "42"].contains(where: sqlState.hasPrefix)
    }

    /// Whether the server may refuse to copy rows but accept them otherwise: it does not support the statement, supports it
    /// only in another protocol (CockroachDB, whose errors without their own code are XXUUU), or does not support the
    /// binary form of a type.
    var mayRefuseCopy: Bool {
        isAboutStatement || sqlState == "XXUUU" || sqlState == "22P03"
    }

    /// Whether a column that must be unique already contains the value.
    var isUniqueViolation: Bool { sqlState == "23505" }

    /// Whether a check constraint failed: the save has the number of an earlier model of the store.
    var isCheckViolation: Bool { sqlState == "23514" }

    /// Whether the cause may be that the store was migrated to another model, which has other tables and columns.
    var mayComeOfMigration: Bool { isCheckViolation || code == .malformed || code == .database && !isPassing }

    /// Whether the server computed a number that is too large for its type.
    var isOutOfRange: Bool { sqlState == "22003" }

    /// Whether a row refers to a row that does not exist.
    var isForeignKeyViolation: Bool { sqlState == "23503" }
}
