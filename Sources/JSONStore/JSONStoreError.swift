/// Why a JSON store could not be opened or saved. The file is as it was.
///
/// Messages hold no values of attributes: those are private data.
public struct JSONStoreError: Error, Sendable, Hashable {
    /// What kind of thing went wrong; open, so that a new kind breaks nobody.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name: lower case, words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file is not JSON, or JSON that says something a store cannot mean.
        public static let malformed = Code(rawValue: "malformed")
        /// The file is JSON of something else.
        public static let notAStore = Code(rawValue: "not-a-store")
        /// The file is in a newer format than this library knows.
        public static let newerFormat = Code(rawValue: "newer-format")
        /// The file was written with another model, or another version of it.
        public static let modelMismatch = Code(rawValue: "model-mismatch")
        /// The file holds no model that says what its objects mean.
        public static let modelMissing = Code(rawValue: "model-missing")
        /// Another process has the store open.
        public static let inUse = Code(rawValue: "in-use")
        /// The file was changed by another program since it was read or saved last.
        public static let changedElsewhere = Code(rawValue: "changed-elsewhere")
        /// A line of the journal is not as it was written.
        public static let damagedJournal = Code(rawValue: "damaged-journal")
        /// The journal goes with another file than the one it lies beside.
        public static let journalMismatch = Code(rawValue: "journal-mismatch")
        /// The store was opened for reading only.
        public static let readOnly = Code(rawValue: "read-only")
        /// The file is larger than its reader allows.
        public static let tooLarge = Code(rawValue: "too-large")
        /// The file system refused, and refused to take back what was done: the save has failed here, and may be there
        /// when the store is opened the next time. Another save, when one succeeds, ends the doubt.
        public static let uncertain = Code(rawValue: "uncertain")
        /// The file system refused.
        public static let fileSystem = Code(rawValue: "file-system")
    }

    /// What kind of error it is, for programs.
    public var code: Code
    /// The store's file, or its journal.
    public var path: String
    /// The line in the file, from 1; nil where the whole file is meant.
    public var line: Int?
    /// The column in ``line``, in characters from 1; nil where the whole line or file is meant.
    public var column: Int?
    /// What is wrong and what to do, in one clause or two.
    public var message: String

    init(_ code: Code, path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }
}

extension JSONStoreError: CustomStringConvertible {
    /// `path:line:column: message`, as compilers write it.
    public var description: String {
        let place = ([path] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
        return "\(place): \(message)"
    }
}
