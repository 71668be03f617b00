/// Why a SQLite store could not be opened, read or saved. The file is as it was.
///
/// Messages hold no values of attributes: those are private data.
public struct SQLiteStoreError: Error, Sendable, Hashable {
    /// What kind of thing went wrong; open, so that a new kind breaks nobody.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name: lower case, words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file is no SQLite database, or one that was encrypted.
        public static let notADatabase = Code(rawValue: "not-a-database")
        /// The file is a database of something else.
        public static let notAStore = Code(rawValue: "not-a-store")
        /// The file is a database, and parts of it are not as SQLite has written them.
        public static let damaged = Code(rawValue: "damaged")
        /// A table or a column that the model needs is not there, or a row holds what its entity cannot.
        public static let malformed = Code(rawValue: "malformed")
        /// The store was written with another model, or another version of it.
        public static let modelMismatch = Code(rawValue: "model-mismatch")
        /// The store keeps no model that can be read.
        public static let modelMissing = Code(rawValue: "model-missing")
        /// Another process has kept the store for itself for longer than a save waits.
        public static let inUse = Code(rawValue: "in-use")
        /// The store is open for reading only, or the file system lets nobody write to it.
        public static let readOnly = Code(rawValue: "read-only")
        /// The store is mirrored to CloudKit, whose bookkeeping only Apple's framework can do.
        public static let mirrored = Code(rawValue: "mirrored")
        /// The medium is full.
        public static let full = Code(rawValue: "full")
        /// A large value's file is not there, or cannot be read.
        public static let missingExternalData = Code(rawValue: "missing-external-data")
        /// The file system refused.
        public static let fileSystem = Code(rawValue: "file-system")
        /// Another object has the key, or a value that must be unique.
        public static let taken = Code(rawValue: "taken")
        /// SQLite refused what the store asked of it.
        public static let database = Code(rawValue: "database")
    }

    /// What kind of error it is, for programs.
    public var code: Code
    /// The store's file.
    public var path: String
    /// The table; nil where none in particular is meant.
    public var table: String?
    /// The primary key of the row in ``table``; nil where none in particular is meant.
    public var row: Int64?
    /// What is wrong and what to do, in one clause or two.
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
    public var description: String {
        let place = [table, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? "\(path): \(message)" : "\(path): \(place): \(message)"
    }
}
