public import ModelSchema

/// A finding about a model: the problem, its place, and how to fix it.
///
/// ```swift
/// let diagnostic = Diagnostic(
///     rule, "entity 'Book' has no attribute 'title'", at: .entity("Book"), hint: "add the attribute 'title'")
/// ```
public struct Diagnostic: Sendable, Hashable {
    /// The severity of a diagnostic. An error prevents code generation.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        case note, warning, error
    }

    /// The place of a diagnostic, before a source map resolves it to a line and a column.
    public enum Anchor: Sendable, Hashable {
        /// An element of the model.
        case schema(SchemaPath)
        /// A place in the file that is not an element of a model. Lines and columns start at 1.
        case source(line: Int, column: Int)
        /// The whole file or folder.
        case file
    }

    /// A note about a related place.
    public struct Note: Sendable, Hashable {
        /// The message: one clause in lower case, without a full stop.
        public var message: String
        /// The place.
        public var anchor: Anchor

        /// Creates a note at a place.
        public init(_ message: String, at anchor: Anchor) {
            self.message = message
            self.anchor = anchor
        }
    }

    /// The severity.
    public var severity: Severity
    /// The code of the diagnostic's kind.
    public var code: Code
    /// The message: one clause in lower case, without a full stop.
    public var message: String
    /// The place of the diagnostic.
    public var anchor: Anchor
    /// Notes about related places, in reading order.
    public var notes: [Note]
    /// A hint about how to fix the problem.
    public var hint: String?

    /// Creates a diagnostic at any place.
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

    /// Creates a diagnostic at an element of the model.
    public init(
        _ severity: Severity, _ code: Code, _ message: String, at path: SchemaPath, notes: [Note] = [],
        hint: String? = nil
    ) { self.init(severity, code, message, at: .schema(path), notes: notes, hint: hint) }

    /// Creates a diagnostic of a rule at any place.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - severity: The severity; nil for the default severity of the rule, or a note if the rule is off.
    ///   - message: What is wrong.
    ///   - anchor: Where it is wrong.
    ///   - notes: Other places that belong to it.
    ///   - hint: How to correct it; nil if the message says so.
    public init(
        _ rule: DiagnosticRule, severity: Severity? = nil, _ message: String, at anchor: Anchor, notes: [Note] = [],
        hint: String? = nil
    ) {
        self.init(severity ?? rule.defaultSeverity ?? .note, rule.code, message, at: anchor, notes: notes, hint: hint)
    }

    /// Creates a diagnostic of a rule at an element of the model.
    public init(
        _ rule: DiagnosticRule, _ message: String, at path: SchemaPath, notes: [Note] = [], hint: String? = nil
    ) { self.init(rule, message, at: .schema(path), notes: notes, hint: hint) }
}

extension Diagnostic {
    /// The stable name of a kind of diagnostic, such as `relationship-destination-unknown`.
    ///
    /// Codes are public interface: scripts and baselines refer to them, so a code is never reused. Each code is
    /// declared next to the stage that reports it.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The name: lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a code from its name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }
}

/// The rule that a code represents.
///
/// ```swift
/// let rule = DiagnosticRule(
///     Diagnostic.Code("title-missing"), .warning, "An entity has no attribute 'title'.")
/// ```
public struct DiagnosticRule: Sendable, Hashable {
    /// The code of the rule.
    public var code: Diagnostic.Code
    /// The default severity; nil if the rule is off.
    public var defaultSeverity: Diagnostic.Severity?
    /// One sentence that says what the rule reports.
    public var summary: String
    /// Whether generated code relies on the rule, so nothing can lower its severity.
    public var isMandatory: Bool

    /// Creates a rule. A severity of nil means that the rule is off by default.
    public init(
        _ code: Diagnostic.Code, _ defaultSeverity: Diagnostic.Severity?, _ summary: String, isMandatory: Bool = false
    ) {
        self.code = code
        self.defaultSeverity = defaultSeverity
        self.summary = summary
        self.isMandatory = isMandatory
    }

    package init(_ code: String, _ defaultSeverity: Diagnostic.Severity, _ summary: String) {
        self.init(Diagnostic.Code(code), defaultSeverity, summary)
    }
}
