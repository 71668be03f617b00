public import ModelSchema

/// Something worth saying about a model: what is wrong, where, and the edit that makes it go away.
public struct Diagnostic: Sendable, Hashable {
    /// How much a diagnostic matters. An error stops code from being generated.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        case note, warning, error
    }

    /// Where a diagnostic points, before a source map has made it a line and a column.
    public enum Anchor: Sendable, Hashable {
        /// An element of the model.
        case schema(SchemaPath)
        /// A place in the file that is not an element of a model. Line and column count from 1.
        case source(line: Int, column: Int)
        /// The file or folder as a whole.
        case file
    }

    /// Another place that matters.
    public struct Note: Sendable, Hashable {
        /// What matters there: one clause, lower case, no full stop.
        public var message: String
        /// Where the place is.
        public var anchor: Anchor

        /// A note at a place.
        public init(_ message: String, at anchor: Anchor) {
            self.message = message
            self.anchor = anchor
        }
    }

    /// How much it matters.
    public var severity: Severity
    /// What kind of diagnostic it is.
    public var code: Code
    /// One clause, lower case, no full stop.
    public var message: String
    /// Where it points.
    public var anchor: Anchor
    /// Other places that matter, in the order in which they are to be read.
    public var notes: [Note]
    /// What to do about it.
    public var hint: String?

    /// A diagnostic at any place.
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

    /// A diagnostic at an element of the model.
    public init(
        _ severity: Severity, _ code: Code, _ message: String, at path: SchemaPath, notes: [Note] = [],
        hint: String? = nil
    ) {
        self.init(severity, code, message, at: .schema(path), notes: notes, hint: hint)
    }
}
