public import ModelSchema

/// A diagnostic with its anchors resolved to places in a file, ready to be printed.
public struct LocatedDiagnostic: Sendable, Hashable {
    /// Another place that matters.
    public struct Note: Sendable, Hashable {
        /// What matters there: one clause, lower case, no full stop.
        public var message: String
        /// Where the place is.
        public var position: SourcePosition

        /// A note at a place.
        public init(message: String, position: SourcePosition) {
            self.message = message
            self.position = position
        }
    }

    /// How much it matters.
    public var severity: Diagnostic.Severity
    /// What kind of diagnostic it is.
    public var code: Diagnostic.Code
    /// One clause, lower case, no full stop.
    public var message: String
    /// Where it points.
    public var position: SourcePosition
    /// Other places that matter, in the order in which they are to be read.
    public var notes: [Note]
    /// What to do about it; nil if there is nothing to be said.
    public var hint: String?

    /// A diagnostic whose place is known.
    public init(
        _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, at position: SourcePosition,
        notes: [Note] = [], hint: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.position = position
        self.notes = notes
        self.hint = hint
    }

    /// Resolves a diagnostic.
    ///
    /// - Parameters:
    ///   - diagnostic: What was found.
    ///   - file: The path that is shown.
    ///   - resolve: The line and column of a schema path; nil if the source does not hold it, which leaves the
    ///     file alone.
    public init(
        _ diagnostic: Diagnostic, file: String, resolve: (SchemaPath) -> (line: Int, column: Int)?
    ) {
        func place(of anchor: Diagnostic.Anchor) -> SourcePosition {
            switch anchor {
            case .file:
                return SourcePosition(file: file)
            case .source(let line, let column):
                return SourcePosition(file: file, line: line, column: column)
            case .schema(let path):
                let found = resolve(path)
                return SourcePosition(file: file, line: found?.line, column: found?.column)
            }
        }
        severity = diagnostic.severity
        code = diagnostic.code
        message = diagnostic.message
        position = place(of: diagnostic.anchor)
        notes = diagnostic.notes.map { Note(message: $0.message, position: place(of: $0.anchor)) }
        hint = diagnostic.hint
    }
}

extension LocatedDiagnostic: Comparable {
    /// By file, line, column and code, so that two runs print the same text.
    public static func < (left: LocatedDiagnostic, right: LocatedDiagnostic) -> Bool {
        if left.position != right.position { return left.position < right.position }
        return (left.code.rawValue, left.message) < (right.code.rawValue, right.message)
    }
}
