import ObjectGraph

extension StoreError {
    /// Creates an error from the server's code and message.
    init(sqlState: String, location: String, _ message: String) {
        let code: Code =
            switch sqlState {
            case "57014": .cancelled
            case "53100", "53200": .outOfSpace
            case "57P01", "57P02", "57P03", "57P05", "40003": .connectionLost
            case _ where sqlState.hasPrefix("08"): .connectionLost
            case "42P01", "42703": .malformed
            case "25006": .readOnly
            default: .database
            }
        let remedy =
            """
            ; the server is a standby, or the role only reads: open the store read-only, or connect to a server that \
            accepts changes
            """
        self.init(code, location: location, code == .readOnly ? message + remedy : message)
        self.sqlState = sqlState
    }
}

extension StoreError {
    /// Whether the same transaction may succeed if it is run again, because other transactions interfered with it.
    var isPassing: Bool {
        switch sqlState {
        case "40001", "40P01", Self.lostPreparation: true
        // The options limit the wait, and it has taken that long.
        case "55P03": code != .contention
        default: code == .connectionLost
        }
    }

    /// The state of a prepared statement that the server no longer has.
    static let lostPreparation = "26000"

    /// The state of a sequence that has no number left.
    static let exhaustedSequence = "2200H"

    /// Whether a prepared statement can no longer run, but the same statement can: the server no longer has it, or
    /// someone has changed the types of its columns.
    var isAboutPreparation: Bool { sqlState == Self.lostPreparation || sqlState == "0A000" }

    /// Whether the user lacks a right.
    var isAboutMissingRight: Bool { sqlState == "42501" }

    /// Whether another session kept a lock for longer than the transaction waits.
    var isAboutHeldLock: Bool { sqlState == "55P03" }

    /// Returns the error of a statement that has waited for a lock as long as the options allow.
    func afterWaiting(milliseconds: Int) -> StoreError {
        var error = self
        error.code = .contention
        error.message =
            "another session has kept a lock for \(milliseconds) ms that the statement needs; end its transaction, "
            + "or try again later"
        return error
    }

    /// Whether an engine lacks what a query of PostgreSQL's own tables needs: a table, a column, a function, a type, or
    /// the syntax.
    var isAboutMissingCatalog: Bool {
        ["0A000", "3F000", "42601", "42P01", "42703", "42704", "42883"].contains(sqlState ?? "")
    }

    /// Whether a table does not exist.
    var isAboutMissingTable: Bool { sqlState == "42P01" }

    /// Whether the server does not support a statement, or does not allow the user to run it.
    var isAboutStatement: Bool {
        guard let sqlState else { return false }
        return ["0A", "42"].contains(where: sqlState.hasPrefix)
    }

    /// Whether the server may refuse to copy rows but accept them otherwise: it does not support the statement,
    /// supports it only in another protocol (CockroachDB, whose errors without their own code are XXUUU), or does not
    /// support the binary form of a type.
    var mayRefuseCopy: Bool {
        isAboutStatement || sqlState == "XXUUU" || sqlState == "22P03"
    }

    /// Whether a column that must be unique already contains the value.
    var isUniqueViolation: Bool { sqlState == "23505" }

    /// Whether a check constraint failed: the save has the number of an earlier model of the store, or of another
    /// store.
    var isCheckViolation: Bool { sqlState == "23514" }

    /// Whether the cause may be that the store was migrated to another model, which has other tables and columns, or
    /// that another store is in its place.
    var mayComeOfMigration: Bool { isCheckViolation || code == .malformed || code == .database && !isPassing }

    /// Whether something exceeds a limit of the server, such as a value that is too long for an index.
    var isAboutLimit: Bool { sqlState == "54000" }

    /// Whether the server computed a number that is too large for its type.
    var isOutOfRange: Bool { sqlState == "22003" }

    /// Whether a row refers to a row that does not exist.
    var isForeignKeyViolation: Bool { sqlState == "23503" }
}
