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

extension Diagnostic {
    /// The stable name of a kind of diagnostic, such as `relationship-destination-unknown`.
    ///
    /// Codes are interface: scripts and baselines refer to them, so none is ever reused. Each is declared next to the
    /// stage that reports it.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The name: lower case, words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A code by its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }
    }
}

/// What a code stands for.
public struct DiagnosticRule: Sendable, Hashable {
    /// The code that the rule stands for.
    public var code: Diagnostic.Code
    /// The severity that holds unless something else is asked for; nil for a rule that is off.
    public var defaultSeverity: Diagnostic.Severity?
    /// What is reported, as one sentence.
    public var summary: String

    /// A rule; nil as its severity where it is off unless it is asked for.
    public init(_ code: Diagnostic.Code, _ defaultSeverity: Diagnostic.Severity?, _ summary: String) {
        self.code = code
        self.defaultSeverity = defaultSeverity
        self.summary = summary
    }
}
