public import ObjectGraph

/// Why a PostgreSQL store could not be opened, read or saved.
///
/// Messages hold no values of attributes, no passwords and no connection strings: those are private data.
public struct PostgreSQLStoreError: Error, Sendable, Hashable {
    /// What kind of thing went wrong; open, so that a new kind breaks nobody.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name: lower case, words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// libpq cannot read the connection string.
        public static let connectionString = Code(rawValue: "connection-string")
        /// No server answers, or it lets nobody in.
        public static let connection = Code(rawValue: "connection")
        /// The connection was lost in the middle of something.
        public static let connectionLost = Code(rawValue: "connection-lost")
        /// All connections of the pool were in use for longer than the wait limit.
        public static let poolExhausted = Code(rawValue: "pool-exhausted")
        /// There is no store in the schema, and none was to be made.
        public static let notAStore = Code(rawValue: "not-a-store")
        /// A table or a column that the model needs is not there, or a row holds what its entity cannot.
        public static let malformed = Code(rawValue: "malformed")
        /// The store was written with another model, or another version of it.
        public static let modelMismatch = Code(rawValue: "model-mismatch")
        /// The store is open for reading only.
        public static let readOnly = Code(rawValue: "read-only")
        /// A value that PostgreSQL cannot hold, such as a text with the character U+0000.
        public static let unusableValue = Code(rawValue: "unusable-value")
        /// Others have changed the same objects at the same time, again and again.
        public static let contention = Code(rawValue: "contention")
        /// A statement took longer than its limit, or somebody has cancelled it.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The server has no room left.
        public static let full = Code(rawValue: "full")
        /// The server refused what the store asked of it.
        public static let database = Code(rawValue: "database")
    }

    /// What is known of a save that failed.
    public enum Outcome: String, Sendable, Hashable {
        /// Nothing was written.
        case notCommitted
        /// The connection was lost while the server committed, and nobody answers who could tell. The next save to the same store
        /// finds out: the same save again is then done, and one of the same objects that differs is a merge conflict.
        case unknown
    }

    /// What kind of error it is, for programs.
    public var code: Code
    /// The server's code of five characters (`SQLSTATE`); nil where no server has said anything.
    public var sqlState: String?
    /// What is known of a save that failed; nil for an error of anything else, such as opening a store or fetching.
    public var outcome: Outcome?
    /// The database: its name, host and schema, as far as the connection string says them.
    public var place: String
    /// What is wrong and what to do, in one clause or two.
    public var message: String

    init(_ code: Code, place: String, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }

    /// What a server has said.
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
    /// Whether the outcome of a save is not known.
    public var mayHaveTakenPlace: Bool { outcome == .unknown }
}

extension PostgreSQLStoreError: CustomStringConvertible {
    /// `place: message (SQLSTATE)`, and what is known of a save.
    public var description: String {
        var text = "\(place): \(message)"
        if let sqlState { text += " (\(sqlState))" }
        switch outcome {
        case .notCommitted: text += "; nothing was saved"
        case .unknown: text += "; whether the changes were saved is not known, and the next save finds out"
        case nil: break
        }
        return text
    }
}

extension PostgreSQLStoreError {
    /// Whether the same transaction may succeed when it is run again: others were in its way.
    var isPassing: Bool {
        switch sqlState {
        case "40001", "40P01", "55P03": true
        default: code == .connectionLost
        }
    }

    /// Whether the server has no table of a name.
    var isAboutMissingTable: Bool { sqlState == "42P01" }

    /// Whether the server found an equal value in a column that keeps values apart.
    var isUniqueViolation: Bool { sqlState == "23505" }

    /// Whether the server found a value that a table does not take: the number of an earlier model of the store.
    var isCheckViolation: Bool { sqlState == "23514" }

    /// Whether the reason may be that the store has another model by now: its tables and columns are others then.
    var mayComeOfMigration: Bool { isCheckViolation || code == .malformed || code == .database && !isPassing }

    /// Whether the server has computed a number that is too large for its type.
    var isOutOfRange: Bool { sqlState == "22003" }

    /// Whether the server found that a row leads to none.
    var isForeignKeyViolation: Bool { sqlState == "23503" }
}
