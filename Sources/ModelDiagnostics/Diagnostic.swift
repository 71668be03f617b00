public import ModelSchema

/// Something worth saying about a model: what is wrong, where, and the edit that makes it go away.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        case note, warning, error
    }

    /// Where a diagnostic points, before a source map has made it a line and a column.
    public enum Anchor: Sendable, Hashable {
        /// An element of the model.
        case schema(SchemaPath)
        /// A place in the file that is no element of a model. Line and column count from 1.
        case source(line: Int, column: Int)
        /// The file or folder as a whole.
        case file
    }

    /// Another place that matters.
    public struct Note: Sendable, Hashable {
        public var message: String
        public var anchor: Anchor

        public init(_ message: String, at anchor: Anchor) {
            self.message = message
            self.anchor = anchor
        }
    }

    public var severity: Severity
    public var code: Code
    /// One clause, lower case, no full stop.
    public var message: String
    public var anchor: Anchor
    public var notes: [Note]
    /// What to do about it.
    public var hint: String?

    public init(
        _ severity: Severity, _ code: Code, _ message: String, at anchor: Anchor, notes: [Note] = [],
        hint: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.anchor = anchor
        self.notes = notes
        self.hint = hint
    }

    public init(
        _ severity: Severity, _ code: Code, _ message: String, at path: SchemaPath, notes: [Note] = [],
        hint: String? = nil
    ) {
        self.init(severity, code, message, at: .schema(path), notes: notes, hint: hint)
    }
}
