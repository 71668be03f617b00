/// An error from opening, reading, or saving a SQLite store. The file is unchanged.
///
/// Messages contain no attribute values, because those are private data.
public struct SQLiteStoreError: Error, Sendable, Hashable {
    /// The kind of error. New kinds do not break programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is not a SQLite database, or is encrypted.
        public static let notADatabase = Code(rawValue: "not-a-database")
        /// The file is a database, but not a store.
        public static let notAStore = Code(rawValue: "not-a-store")
        /// The file is a damaged database.
        public static let damaged = Code(rawValue: "damaged")
        /// A table or column that the model needs is missing, or a row has a value that is not valid for its entity.
        public static let malformed = Code(rawValue: "malformed")
        /// The store was written with a different model, or a different version of it.
        public static let modelMismatch = Code(rawValue: "model-mismatch")
        /// The store contains no readable model.
        public static let modelMissing = Code(rawValue: "model-missing")
        /// Another process locked the store for longer than a save waits, or wrote to a file that was read without locks.
        public static let inUse = Code(rawValue: "in-use")
        /// The store is read-only, or the file system does not allow writing.
        public static let readOnly = Code(rawValue: "read-only")
        /// CloudKit mirrors the store, and only Apple's framework can maintain the mirror.
        public static let mirrored = Code(rawValue: "mirrored")
        /// The disk is full.
        public static let full = Code(rawValue: "full")
        /// The file of a large value is missing or unreadable.
        public static let missingExternalData = Code(rawValue: "missing-external-data")
        /// The file was removed or replaced while the store was open. The store reads and writes nothing more.
        public static let fileReplaced = Code(rawValue: "file-replaced")
        /// A file system operation failed.
        public static let fileSystem = Code(rawValue: "file-system")
        /// Another object has the key, or a value that must be unique.
        public static let taken = Code(rawValue: "taken")
        /// SQLite cannot store a value, because its row would be too large.
        public static let unusableValue = Code(rawValue: "unusable-value")
        /// SQLite returned an error.
        public static let database = Code(rawValue: "database")
    }

    /// The kind of error, for programs.
    public var code: Code
    /// The store's file.
    public var path: String
    /// The table; nil if there is no specific table.
    public var table: String?
    /// The primary key of the row in ``table``; nil if there is no specific row.
    public var row: Int64?
    /// The problem and its solution.
    public var message: String

    init(_ code: Code, path: String, table: String? = nil, row: Int64? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.table = table
        self.row = row
        self.message = message
    }
}

extension SQLiteStoreError: CustomStringConvertible {
    /// `path: message (table, row)`.
    public var description: String { SQLiteStoreFinding(self).description }
}
