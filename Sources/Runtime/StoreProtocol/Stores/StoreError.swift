/// An error from opening, reading, saving to, or administering a store.
///
/// Unless its ``outcome-swift.property`` or its code says otherwise, the store is unchanged. Messages contain no
/// attribute values, passwords, or connection strings, because those are private.
///
/// ```swift
/// do {
///     return try PersistentContainer(model: .app, store: .json(at: url))
/// } catch let error as StoreError where error.code == .inUse {
///     print("Another program uses \(error.location)")
///     return nil
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable {
    /// The kind of error. Stores of other packages can have kinds of their own, and new kinds do not break programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The known outcome of a failed save.
    public enum Outcome: String, Sendable, Hashable {
        /// Nothing was written.
        case notCommitted
        /// The connection was lost while the server committed, and no server responds. The next save to the same store
        /// finds out: if the changes were saved, the same save succeeds at once, and a different save of the same
        /// objects is a merge conflict.
        case unknown
    }

    /// The kind of error, for programs.
    public var code: Code
    /// The file, or the database: its name, host, and schema, as far as the connection string specifies them.
    public var location: String
    /// The line in a text file, from 1; nil for the whole file.
    public var line: Int?
    /// The column in ``line``, in characters from 1; nil for the whole line or file.
    public var column: Int?
    /// The table; nil if the error concerns the whole store.
    public var table: String?
    /// The primary key of the row in ``table``; nil if the error concerns no particular row.
    public var row: Int64?
    /// A server's five-character code (`SQLSTATE`); nil if the error is not from a server.
    public var sqlState: String?
    /// The known outcome of a failed save; nil for other operations, such as opening a store or fetching.
    public var outcome: Outcome?
    /// What is wrong and what to do.
    public var message: String

    /// Creates an error about a store, or about a line or a row of it.
    public init(
        _ code: Code, location: String, line: Int? = nil, column: Int? = nil, table: String? = nil, row: Int64? = nil,
        _ message: String
    ) {
        self.code = code
        self.location = location
        self.line = line
        self.column = column
        self.table = table
        self.row = row
        self.message = message
    }

    /// The error as a problem of the store.
    public var finding: StoreFinding {
        StoreFinding(location: location, line: line, column: column, table: table, row: row, message)
    }
}

// MARK: - Codes

extension StoreError.Code {
    /// The file has a newer format than this library supports.
    public static let newerFormat = Self(rawValue: "newer-format")
    /// There is something else in the place of a store, and the options do not allow creating one.
    public static let notAStore = Self(rawValue: "not-a-store")
    /// The contents are not valid for a store of the model: a part of a file cannot be read, a table or column is
    /// missing, or a row contains a value that its entity does not allow.
    public static let malformed = Self(rawValue: "malformed")
    /// The store was written with a different model, or a different version of it.
    public static let modelMismatch = Self(rawValue: "model-mismatch")
    /// The store contains no readable model that describes its objects.
    public static let modelMissing = Self(rawValue: "model-missing")
    /// The store is read-only, or its place does not allow writing.
    public static let readOnly = Self(rawValue: "read-only")
    /// There is no space left.
    public static let outOfSpace = Self(rawValue: "out-of-space")
    /// The store cannot represent a value, such as a string with the character U+0000 in PostgreSQL.
    public static let unusableValue = Self(rawValue: "unusable-value")
    /// There is a store where a new one was to be created.
    public static let alreadyExists = Self(rawValue: "already-exists")
    /// The store does not have the operation.
    public static let unsupported = Self(rawValue: "unsupported")
}

/// Codes of stores in files.
extension StoreError.Code {
    /// A file system operation failed.
    public static let fileSystem = Self(rawValue: "file-system")
    /// Another process has the store open, locked it for longer than a save waits, or wrote to a file that was read
    /// without locks.
    public static let inUse = Self(rawValue: "in-use")
    /// The file is larger than the limit.
    public static let tooLarge = Self(rawValue: "too-large")
    /// Another program changed the file since the last read or save.
    public static let changedElsewhere = Self(rawValue: "changed-elsewhere")
    /// The file was removed or replaced while the store was open. The store reads and writes nothing more.
    public static let fileReplaced = Self(rawValue: "file-replaced")
    /// The file of a large value is missing or unreadable.
    public static let missingExternalData = Self(rawValue: "missing-external-data")
    /// A line of the journal was changed after it was written.
    public static let damagedJournal = Self(rawValue: "damaged-journal")
    /// The journal belongs to a different file.
    public static let journalMismatch = Self(rawValue: "journal-mismatch")
    /// The file system failed to write, and failed to undo the save. The save failed, but might exist the next time
    /// you open the store, until another save succeeds.
    public static let uncertain = Self(rawValue: "uncertain")
    /// CloudKit mirrors the store, and only Apple's framework can maintain the mirror.
    public static let mirrored = Self(rawValue: "mirrored")
}

/// Codes of stores in databases.
extension StoreError.Code {
    /// The file is not a database, or is encrypted.
    public static let notADatabase = Self(rawValue: "not-a-database")
    /// The file is a damaged database.
    public static let damaged = Self(rawValue: "damaged")
    /// Another object has the key, or a value that must be unique.
    public static let duplicateValue = Self(rawValue: "duplicate-value")
    /// The database refused a statement.
    public static let database = Self(rawValue: "database")
    /// The connection string cannot be read, or no store can be in the schema that the options specify.
    public static let invalidConnectionString = Self(rawValue: "invalid-connection-string")
    /// No server responds, or the server rejects the connection.
    public static let connection = Self(rawValue: "connection")
    /// The connection was lost during an operation.
    public static let connectionLost = Self(rawValue: "connection-lost")
    /// All connections of the pool were in use for longer than the wait limit.
    public static let poolExhausted = Self(rawValue: "pool-exhausted")
    /// Other processes repeatedly changed the same objects at the same time.
    public static let contention = Self(rawValue: "contention")
    /// A statement exceeded its time limit, or was canceled.
    public static let cancelled = Self(rawValue: "cancelled")
}

// MARK: - Descriptions

extension StoreError: UncertainCommitError {
    /// Whether the outcome of the save is unknown.
    public var mayHaveSucceeded: Bool { outcome == .unknown }
}

extension StoreError: CustomStringConvertible {
    /// The location and the message, with a server's code and the known outcome of a save.
    public var description: String {
        var text = finding.description
        if let sqlState { text += " (\(sqlState))" }
        switch outcome {
        case .notCommitted: text += "; nothing was saved"
        case .unknown: text += "; whether the changes were saved is unknown; the next save finds out"
        case nil: break
        }
        return text
    }
}
