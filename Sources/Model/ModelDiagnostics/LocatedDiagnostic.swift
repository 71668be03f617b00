public import ModelSchema

/// A diagnostic with its anchors resolved to places in a file, ready to print.
///
/// ```swift
/// let located = LocatedDiagnostic(diagnostic, file: "Library.xcdatamodel/contents") { path in positions[path] }
/// print(located.position)  // Library.xcdatamodel/contents:3:5
/// ```
public struct LocatedDiagnostic: Sendable, Hashable {
    /// A note about a related place.
    public struct Note: Sendable, Hashable {
        /// The message: one clause in lower case, without a full stop.
        public var message: String
        /// The place.
        public var position: SourcePosition

        /// Creates a note at a place.
        public init(message: String, position: SourcePosition) {
            self.message = message
            self.position = position
        }
    }

    /// The severity.
    public var severity: Diagnostic.Severity
    /// The code of the diagnostic's kind.
    public var code: Diagnostic.Code
    /// The message: one clause in lower case, without a full stop.
    public var message: String
    /// The place of the diagnostic.
    public var position: SourcePosition
    /// Notes about related places, in reading order.
    public var notes: [Note]
    /// A hint about how to fix the problem; nil if there is none.
    public var hint: String?

    /// Creates a diagnostic at a known place.
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
    ///   - diagnostic: The diagnostic.
    ///   - file: The path to show.
    ///   - resolve: A closure that returns the line and column of a schema path; nil if the source does not contain it,
    ///     so the diagnostic points to the whole file.
    public init(
        _ diagnostic: Diagnostic, file: String, resolve: (SchemaPath) -> (line: Int, column: Int)?
    ) {
        func place(of anchor: Diagnostic.Anchor) -> SourcePosition {
            switch anchor {
            case .file: return SourcePosition(file: file)
            case .source(let line, let column): return SourcePosition(file: file, line: line, column: column)
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
    /// Orders diagnostics by file, line, column, and code, so two runs print the same text.
    public static func < (left: LocatedDiagnostic, right: LocatedDiagnostic) -> Bool {
        if left.position != right.position { return left.position < right.position }
        return (left.code.rawValue, left.message) < (right.code.rawValue, right.message)
    }
}
