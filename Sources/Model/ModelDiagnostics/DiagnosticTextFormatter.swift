/// Writes diagnostics as compilers do, for terminals, build logs, and editors.
///
/// ```swift
/// let text = DiagnosticTextFormatter().format([located])
/// // Library.xcdatamodel/contents:3:5: warning: entity 'Book' has no attribute 'title' [title-missing]
/// // Library.xcdatamodel/contents:3:5: note: add the attribute 'title'
/// ```
public struct DiagnosticTextFormatter: DiagnosticFormatter {
    /// The number of diagnostics of one code that people read at most.
    public static let defaultMaximumCount = 200

    private let maximumCount: Int?

    /// Creates a formatter.
    ///
    /// - Parameter maximumCount: The number of diagnostics of one code to write; nil for all. The formatter counts the
    ///   others.
    public init(maximumCount: Int? = defaultMaximumCount) { self.maximumCount = maximumCount }

    /// Returns a line for the diagnostic, for each note, and for the hint, each with a line feed at its end.
    public func format(_ diagnostic: LocatedDiagnostic) -> String {
        // Not the case itself, whose first description looks through all types of the program.
        let severity = diagnostic.severity.rawValue
        var lines = ["\(diagnostic.position): \(severity): \(diagnostic.message) [\(diagnostic.code)]"]
        lines += diagnostic.notes.map { "\($0.position): note: \($0.message)" }
        if let hint = diagnostic.hint { lines.append("\(diagnostic.position): note: \(hint)") }
        return lines.map { $0.withVisibleControls + "\n" }.joined()
    }

    /// Returns the diagnostics, sorted, and the number of hidden diagnostics.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let shown = ShownDiagnostics(diagnostics, limit: maximumCount)
        return (shown.diagnostics.map(format) + shown.remarks.map { "note: \($0)\n" }).joined()
    }
}

/// A type that writes diagnostics in one format.
///
/// ```swift
/// struct CountFormatter: DiagnosticFormatter {
///     func format(_ diagnostics: [LocatedDiagnostic]) -> String {
///         let errorCount = diagnostics.count { $0.severity == .error }
///         return "\(errorCount) errors, \(diagnostics.count - errorCount) others\n"
///     }
/// }
/// ```
public protocol DiagnosticFormatter: Sendable {
    /// Returns the text of diagnostics, sorted. The same diagnostics in a different order give the same text.
    func format(_ diagnostics: [LocatedDiagnostic]) -> String
}
