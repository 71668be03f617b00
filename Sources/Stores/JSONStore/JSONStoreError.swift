/// An error from opening or saving a JSON store. The file is unchanged.
///
/// Messages contain no attribute values, because those are private data.
public struct JSONStoreError: Error, Sendable, Hashable {
    /// The kind of error. New kinds do not break programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is not JSON, or its JSON is not valid for a store.
        public static let malformed = Code(rawValue: "malformed")
        /// The file is JSON, but not a store.
        public static let notAStore = Code(rawValue: "not-a-store")
        /// The file has a newer format than this library supports.
        public static let newerFormat = Code(rawValue: "newer-format")
        /// The file was written with a different model, or a different version of it.
        public static let modelMismatch = Code(rawValue: "model-mismatch")
        /// The file contains no model that describes its objects.
        public static let modelMissing = Code(rawValue: "model-missing")
        /// Another process has the store open.
        public static let inUse = Code(rawValue: "in-use")
        /// Another program changed the file since the last read or save.
        public static let changedElsewhere = Code(rawValue: "changed-elsewhere")
        /// A line of the journal was changed after it was written.
        public static let damagedJournal = Code(rawValue: "damaged-journal")
        /// The journal belongs to a different file.
        public static let journalMismatch = Code(rawValue: "journal-mismatch")
        /// The store was opened read-only.
        public static let readOnly = Code(rawValue: "read-only")
        /// The file is larger than the limit.
        public static let tooLarge = Code(rawValue: "too-large")
        /// The file system failed to write, and failed to undo the save. The save failed, but might exist the next time
        /// you open the store, until another save succeeds.
        public static let uncertain = Code(rawValue: "uncertain")
        /// A file system operation failed.
        public static let fileSystem = Code(rawValue: "file-system")
    }

    /// The kind of error, for programs.
    public var code: Code
    /// The store's file, or its journal.
    public var path: String
    /// The line in the file, from 1; nil for the whole file.
    public var line: Int?
    /// The column in ``line``, in characters from 1; nil for the whole line or file.
    public var column: Int?
    /// The problem and its solution.
    public var message: String

    init(_ code: Code, path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }

    /// Runs a closure on a file, and converts every error that is not a store's to one of the file system.
    ///
    /// - Parameter problem: The message of the new error, before the reason.
    static func wrapping<Result>(_ path: String, _ problem: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as JSONStoreError {
            throw error
        } catch {
            throw JSONStoreError(.fileSystem, path: path, "\(problem): \(error)")
        }
    }
}

extension JSONStoreError: CustomStringConvertible {
    /// `path:line:column: message`, the format of compilers.
    public var description: String { StoreFinding(self).description }
}
